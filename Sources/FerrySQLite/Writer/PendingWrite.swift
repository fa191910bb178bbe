import GRDB

/// A write whose caller waits.
struct PendingWrite: Sendable {
  /// What is done in the transaction.
  let perform: @Sendable (Database) throws -> Performed
  /// Tells the caller that nothing was written.
  let refuse: @Sendable (any Error) -> Void

  /// What came of it.
  struct Performed {
    /// Whether the file must keep no trace of something that stood in it before.
    var erases = false
    /// Tells the caller once it is durable.
    var answer: @Sendable () -> Void = {}
  }
}
