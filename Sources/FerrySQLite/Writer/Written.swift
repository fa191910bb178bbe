/// What came of a write in its transaction.
struct Written<Result: Sendable>: Sendable {
  let result: Result
  /// What is done after the commit, in the order of the writes, before anybody hears of it.
  let whenDurable: @Sendable () -> Void

  init(_ result: Result, whenDurable: @escaping @Sendable () -> Void = {}) {
    self.result = result
    self.whenDurable = whenDurable
  }
}
