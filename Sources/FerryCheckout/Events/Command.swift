public import FerryCore

/// A command's place in its checkout's sequence, from 1.
public typealias CommandNumber = Int

/// One thing to be done at the provider. Committed before it is performed, performed at least once, and recorded after.
public struct Command: Codable, Hashable, Sendable {
  public let number: CommandNumber
  public let kind: Kind

  public init(number: CommandNumber, kind: Kind) {
    self.number = number
    self.kind = kind
  }

  public enum Kind: Codable, Hashable, Sendable {
    /// Make the provider's session before the buyer goes there.
    case prepare(Money)
    /// Ask how things stand.
    case read
    /// Ask for the payment page for this amount.
    case authorize(Money)
    /// Finish what the buyer has done on the payment page.
    case settle(Money)
    case capture(OperationID, Money)
    case void(OperationID)
    case refund(OperationID, Money)
    /// End the provider's session.
    case cancel

    /// The name in logs and timelines.
    public var name: String {
      switch self {
      case .prepare: "prepare"
      case .read: "read"
      case .authorize: "authorize"
      case .settle: "settle"
      case .capture: "capture"
      case .void: "void"
      case .refund: "refund"
      case .cancel: "cancel"
      }
    }

    /// Whether performing it changes anything at the provider.
    public var changesState: Bool {
      if case .read = self { false } else { true }
    }
  }
}
