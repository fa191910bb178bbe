/// An opaque identifier that cannot be mistaken for another kind's: `Identifier<Order>` is not `Identifier<Checkout>`.
public struct Identifier<Kind>: Hashable, Comparable, Sendable {
  public let text: String

  public init(_ text: String) { self.text = text }

  public static func < (left: Self, right: Self) -> Bool { left.text < right.text }
}

extension Identifier: Codable {
  public init(from decoder: any Decoder) throws { self.init(try String(from: decoder)) }

  public func encode(to encoder: any Encoder) throws { try text.encode(to: encoder) }
}

extension Identifier: CustomStringConvertible, LosslessStringConvertible {
  public var description: String { text }
}

extension Identifier: ExpressibleByStringLiteral {
  public init(stringLiteral value: String) { self.init(value) }
}
