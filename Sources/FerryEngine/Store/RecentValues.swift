/// The values that were put in last, by their keys.
package struct RecentValues<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private var young: [Key: Value] = [:]
  private var old: [Key: Value] = [:]
  private let limit: Int

  /// - Parameter limit: The number of values that are kept at least; at most twice as many. 0 keeps none.
  package init(limit: Int) { self.limit = limit }

  package subscript(key: Key) -> Value? { young[key] ?? old[key] }

  package mutating func put(_ value: Value, for key: Key) {
    guard limit > 0 else { return }
    if young.count >= limit {
      old = young
      young = [:]
    }
    young[key] = value
  }

  @discardableResult
  package mutating func remove(_ key: Key) -> Value? {
    let last = old.removeValue(forKey: key)
    return young.removeValue(forKey: key) ?? last
  }
}
