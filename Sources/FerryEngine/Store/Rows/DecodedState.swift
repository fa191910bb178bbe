import Synchronization

/// State with its stored form, as it was read or written last: what a database has unchanged is not decoded again. The whole form
/// is compared, so that it does not matter who has written it.
package final class DecodedState: Sendable {
  private let values: Mutex<RecentValues<[UInt8], any Sendable>>

  /// - Parameter limit: The number of values that are kept at least; at most twice as many.
  package init(limit: Int) { values = Mutex(RecentValues(limit: limit)) }

  func value<Value>(of bytes: [UInt8]) -> Value? { values.withLock { $0[bytes] } as? Value }

  func keep(_ value: some Sendable, as bytes: [UInt8]) { values.withLock { $0.put(value, for: bytes) } }
}
