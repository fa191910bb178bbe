/// Work that GTK's callbacks ask for and that has to wait: they hand it over and return, and whoever runs the view does
/// it, as children of one task.
@MainActor public final class Errands {
  public typealias Errand = @MainActor () async -> Void
  private let stream: AsyncStream<Errand>
  private let continuation: AsyncStream<Errand>.Continuation

  public init() { (stream, continuation) = AsyncStream.makeStream(of: Errand.self) }

  /// No more comes, and what runs is cancelled.
  public func finish() { continuation.finish() }

  public func yield(_ errand: @escaping Errand) { continuation.yield(errand) }

  /// Runs what is handed over until `finish`, or until the task is cancelled; cancels what still runs then. To be
  /// called once.
  public func run() async {
    await withDiscardingTaskGroup { group in
      for await errand in stream { group.addTask { await errand() } }
      group.cancelAll()
    }
  }
}
