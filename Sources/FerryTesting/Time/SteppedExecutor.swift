import Dispatch
import Synchronization

/// Runs jobs one at a time in their order, and knows when none is left.
final class SteppedExecutor: TaskExecutor {
  /// The next action when no job is left.
  enum Idle {
    /// A task was woken, whose jobs follow.
    case goOn
    /// Nothing can continue until a job comes from outside.
    case rest
  }

  private struct Job {
    let job: UnownedJob
    let isOfMain: Bool
  }

  private struct State {
    var jobs: [Job] = []
    var isDraining = false
    var waiters: [CheckedContinuation<Void, Never>] = []
    /// Counts jobs, to detect those that come during a wait.
    var arrivals: UInt64 = 0
  }

  private let state = Mutex(State())
  private let queue = DispatchQueue(label: "ferry.virtual-time")
  private let quiet: Duration
  private let whenIdle: @Sendable (SteppedExecutor) -> Idle

  /// - Parameters:
  ///   - quiet: The executor counts as idle after this real time without any job.
  ///   - whenIdle: Called each time the executor is idle and no caller waits for that.
  init(quiet: Duration, whenIdle: @escaping @Sendable (SteppedExecutor) -> Idle) {
    self.quiet = quiet
    self.whenIdle = whenIdle
    queue.setSpecific(key: Self.place, value: Place(executor: self))
  }

  private struct Place: Sendable {
    unowned let executor: SteppedExecutor
  }

  private static let place = DispatchSpecificKey<Place>()

  /// The executor whose work runs on this thread; nil for none.
  static var current: SteppedExecutor? { DispatchQueue.getSpecific(key: place)?.executor }

  func enqueue(_ job: consuming ExecutorJob) { add(Job(job: UnownedJob(job), isOfMain: false)) }

  func enqueue(ofMain job: UnownedJob) { add(Job(job: job, isOfMain: true)) }

  private func add(_ job: Job) {
    let starts = state.withLock { state in
      state.jobs.append(job)
      state.arrivals += 1
      defer { state.isDraining = true }
      return !state.isDraining
    }
    if starts { queue.async { self.drain() } }
  }

  /// Returns when no job is left but the caller's.
  func waitUntilIdle() async {
    await withCheckedContinuation { continuation in
      let starts = state.withLock { state in
        state.waiters.append(continuation)
        defer { state.isDraining = true }
        return !state.isDraining
      }
      if starts { queue.async { self.drain() } }
    }
  }

  private func drain() {
    while true {
      let job = state.withLock { state in state.jobs.isEmpty ? nil : state.jobs.removeFirst() }
      if let job {
        run(job)
        continue
      }
      guard quiet > .zero else {
        if goesOn() { continue }
        return
      }
      let arrivals = state.withLock { $0.arrivals }
      queue.asyncAfter(deadline: .now() + .nanoseconds(Int(quiet / .nanoseconds(1)))) {
        let isQuiet = self.state.withLock { $0.arrivals == arrivals }
        if !isQuiet || self.goesOn() { self.drain() }
      }
      return
    }
  }

  private func run(_ job: Job) {
    guard job.isOfMain else { return job.job.runSynchronously(on: asUnownedTaskExecutor()) }
    job.job.runSynchronously(isolatedTo: MainLine.unowned, taskExecutor: asUnownedTaskExecutor())
  }

  /// Resumes a caller that waits for idleness, else calls `whenIdle`. The executor rests after false.
  private func goesOn() -> Bool {
    if let waiter = state.withLock({ $0.waiters.isEmpty ? nil : $0.waiters.removeFirst() }) {
      waiter.resume()
      return true
    }
    if case .goOn = whenIdle(self) { return true }
    return state.withLock { state in
      state.isDraining = !state.jobs.isEmpty || !state.waiters.isEmpty
      return state.isDraining
    }
  }
}
