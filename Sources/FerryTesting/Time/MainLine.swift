import CMainExecutor
import Dispatch

/// The executor of the main actor in a process with virtual time. A run of `VirtualTime` has the main actor's work on its own
/// thread, in its own order; all other work of the main actor goes to the main queue, as ever.
final class MainLine: SerialExecutor {
  private static let shared = MainLine()
  private static let installation: Void = ferry_set_main_executor(
    unsafeBitCast(shared.asUnownedSerialExecutor(), to: FerrySerialExecutor.self))

  static var unowned: UnownedSerialExecutor { shared.asUnownedSerialExecutor() }

  static func install() { installation }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    if let executor = SteppedExecutor.current { return executor.enqueue(ofMain: job) }
    DispatchQueue.main.async { job.runSynchronously(on: Self.unowned) }
  }

  func checkIsolated() {
    if SteppedExecutor.current == nil { dispatchPrecondition(condition: .onQueue(.main)) }
  }
}
