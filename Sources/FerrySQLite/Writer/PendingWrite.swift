import GRDB

/// A write whose caller waits.
struct PendingWrite: Sendable {
  /// What is done in the transaction, and how to tell the caller once it is durable.
  let perform: @Sendable (Database) throws -> @Sendable () -> Void
  /// Tells the caller that nothing was written.
  let refuse: @Sendable (any Error) -> Void
}
