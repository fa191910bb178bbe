public import FerryCore

/// What the provider says of a checkout when it is asked.
public enum ProviderStatus: Hashable, Sendable {
  case charge(ProviderCharge)
  /// No charge has come of the session, or nothing is known of it any more.
  case noCharge
  /// There is no charge of the id that Ferry knows it by.
  case unknownCharge
  /// It did not say, or said what cannot be read; why.
  case unanswered(String)
}

/// A charge as the provider has it.
public struct ProviderCharge: Hashable, Sendable {
  /// The provider's id of it.
  public var reference: String
  /// What is authorized and can still be captured.
  public var held: Money
  public var captured: Money
  public var refunded: Money
  /// Since when it stands as it does, apart from refunds; nil where the provider does not say.
  public var changedAt: Moment?

  public init(reference: String, held: Money, captured: Money, refunded: Money, changedAt: Moment? = nil) {
    self.reference = reference
    self.held = held
    self.captured = captured
    self.refunded = refunded
    self.changedAt = changedAt
  }
}

/// A movement of money in a report of the provider's.
public struct ProviderTransaction: Hashable, Sendable {
  public enum Kind: String, Hashable, Sendable {
    case capture
    case refund
  }

  public var kind: Kind
  /// The provider's id: of a capture the charge's, of a refund its own.
  public var id: String
  /// What the charge and its refunds have in common.
  public var group: String
  /// Above zero, whichever way it went.
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
