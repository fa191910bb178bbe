public import FerryCore

/// The provider's answer about a checkout.
public enum ProviderStatus: Hashable, Sendable {
  case charge(ProviderCharge)
  /// The session has no charge, or the provider no longer knows it.
  case noCharge
  /// The provider has no charge with the id that Ferry has.
  case unknownCharge
  /// There was no answer, or none that can be read; with the reason.
  case unanswered(String)
}

/// A charge as the provider has it.
public struct ProviderCharge: Hashable, Sendable {
  /// The provider's id of it.
  public var reference: String
  /// Authorized, and can still be captured.
  public var held: Money
  public var captured: Money
  public var refunded: Money
  /// The last change, apart from refunds; nil if the provider does not report it.
  public var changedAt: Moment?

  public init(reference: String, held: Money, captured: Money, refunded: Money, changedAt: Moment? = nil) {
    self.reference = reference
    self.held = held
    self.captured = captured
    self.refunded = refunded
    self.changedAt = changedAt
  }
}

/// A transaction in a settlement report.
public struct ProviderTransaction: Hashable, Sendable {
  public enum Kind: String, Hashable, Sendable {
    case capture
    case refund
    /// Captured money that a dispute has taken from the shop.
    case chargeback
  }

  public var kind: Kind
  /// The provider's id: of a capture its own, which is the charge's if a charge has one capture; of a refund its own, of a chargeback
  /// the dispute's.
  public var id: String
  /// The id that a charge, its refunds and its disputes share.
  public var group: String
  /// Above zero, in whichever direction the money has moved; below zero for a chargeback that came back.
  public var amount: Money
  public var at: Moment

  public init(kind: Kind, id: String, group: String, amount: Money, at: Moment) {
    self.kind = kind
    self.id = id
    self.group = group
    self.amount = amount
    self.at = at
  }
}
