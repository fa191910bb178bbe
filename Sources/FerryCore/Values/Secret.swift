/// A value that must not be seen: it prints as "redacted", however it is printed, and has no Codable conformance.
public struct Secret<Value: Sendable>: Sendable {
  private let value: Value

  public init(_ value: Value) { self.value = value }

  /// Hands the value to the one place that needs it.
  public func reveal() -> Value { value }
}

extension Secret: Redacted {}
