/// A value that must not be seen: it always prints as "redacted", and it is not Codable.
public struct Secret<Value: Sendable>: Sendable {
  private let value: Value

  public init(_ value: Value) { self.value = value }

  public func reveal() -> Value { value }
}

extension Secret: Redacted {}

/// A value that prints, dumps and mirrors as its `description` and nothing more: "redacted" by default.
public protocol Redacted: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {}

extension Redacted {
  public var description: String { "redacted" }
  public var debugDescription: String { description }
  public var customMirror: Mirror { Mirror(self, children: [:]) }
}

/// Compares bytes in a time that depends on their number only. Use it for every secret.
public func equalInConstantTime(_ left: some Collection<UInt8>, _ right: some Collection<UInt8>) -> Bool {
  guard left.count == right.count else { return false }
  var difference: UInt8 = 0
  for (one, other) in zip(left, right) { difference |= one ^ other }
  return difference == 0
}

/// Compares the UTF-8 of two texts in a time that depends on their length only.
public func equalInConstantTime(_ left: String, _ right: String) -> Bool {
  equalInConstantTime(left.utf8, right.utf8)
}
