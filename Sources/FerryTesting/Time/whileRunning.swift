/// Runs work while a service runs beside it. The service is cancelled when the work ends, and may end earlier.
/// - Parameter executor: The executor of the work; the caller's if it is nil.
/// - Throws: The first error of either; the other one is cancelled then.
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
