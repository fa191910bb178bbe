public import FerryCheckout
public import FerryCore

/// A fact about the buyer or their browser that a provider may need.
public enum BuyerFact: String, Hashable, Sendable, CaseIterable {
  case ipAddress
  case userAgent
  /// Number and type of the identity document.
  case document
  /// Name and surname.
  case name
  case email
  case mobile
}

extension BuyerFacts {
  /// The facts that a provider needs, and no others; nil for none.
  public func only(_ needs: Set<BuyerFact>) -> BuyerFacts? {
    var facts = BuyerFacts()
    for need in needs {
      switch need {
      case .ipAddress: facts.ipAddress = ipAddress
      case .userAgent: facts.userAgent = userAgent
      case .document: (facts.documentType, facts.document) = (documentType, document)
      case .name: (facts.name, facts.surname) = (name, surname)
      case .email: facts.email = email
      case .mobile: facts.mobile = mobile
      }
    }
    return facts == BuyerFacts() ? nil : facts
  }
}

/// The input for sealing a request.
public struct Sending: Sendable {
  public var now: Moment
  /// The provider's clock is ahead of ours by this.
  public var clockOffset: Duration
  /// Nil if the provider needs none, or the buyer has been forgotten.
  public var buyer: BuyerFacts?
  /// The provider's own memory of the checkout, for secrets that the provider has issued for it. They stand nowhere else.
  public var record: [UInt8]?
  /// The evidence of the answer to a dispute; empty for other commands.
  public var evidence: [Evidence]
  /// 32 bytes for nonces, fresh for each sending.
  public var random: [UInt8]

  /// The provider's time.
  public var providerTime: Moment { now + clockOffset }

  public init(
    now: Moment, clockOffset: Duration = .zero, buyer: BuyerFacts? = nil, record: [UInt8]? = nil,
    evidence: [Evidence] = [], random: [UInt8]
  ) {
    self.now = now
    self.clockOffset = clockOffset
    self.buyer = buyer
    self.record = record
    self.evidence = evidence
    self.random = random
  }
}
