import Synchronization

/// Hands out numbers from 0, each once, to workers who share some work.
final class Turns: Sendable {
  private let taken = Atomic<Int>(0)
  private let limit: Int

  /// - Parameter limit: How many numbers there are.
  init(_ limit: Int) { self.limit = limit }

  /// Numbers handed out so far.
  var count: Int { min(limit, taken.load(ordering: .relaxed)) }

  /// The next number; nil when all are taken.
  func next() -> Int? {
    let number = taken.add(1, ordering: .relaxed).oldValue
    return number < limit ? number : nil
  }
}
