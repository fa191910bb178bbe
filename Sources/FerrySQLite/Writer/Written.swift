/// What came of a write in its transaction.
struct Written<Result: Sendable>: Sendable {
  let result: Result
  /// Whether something was erased of which the file must keep no trace.
  let erases: Bool
  /// What is done after the commit, in the order of the writes, before anybody hears of it.
  let whenDurable: @Sendable () -> Void

  init(_ result: Result, erases: Bool = false, whenDurable: @escaping @Sendable () -> Void = {}) {
    self.result = result
    self.erases = erases
    self.whenDurable = whenDurable
  }
}
