/// Does some work while something else runs beside it, a service for instance, which is cancelled when the work ends. That
/// may end before the work does.
/// - Parameter executor: Where the work is done; where the caller is unless given.
/// - Throws: What either throws; the other is cancelled then.
package func whileRunning<Result: Sendable>(
  _ companion: @escaping @Sendable () async throws -> Void, on executor: (any TaskExecutor)? = nil,
  _ work: @escaping @Sendable () async throws -> Result
) async throws -> Result {
  try await withThrowingTaskGroup(of: Result?.self) { group in
    group.addTask {
      try await companion()
      return nil
    }
    group.addTask(executorPreference: executor) { try await work() }
    defer { group.cancelAll() }
    while let result = try await group.next() {
      if let result { return result }
    }
    throw CancellationError()
  }
}
