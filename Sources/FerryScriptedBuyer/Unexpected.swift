/// Something in a rehearsal is not as it should be. Says what, without a secret.
public struct Unexpected: Error, Hashable, Sendable, CustomStringConvertible {
  public let description: String

  public init(_ description: String) { self.description = description }
}
