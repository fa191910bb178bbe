public import FerryCheckout
public import FerryCore

/// Something on which two books of three do not agree: the shop's orders, Ferry's payments and ledger, the provider.
public struct Discrepancy: Hashable, Sendable {
  public enum Kind: String, CaseIterable, Hashable, Sendable {
    // The shop and Ferry.

    /// The shop says that it was paid, and no payment is known here.
    case orderNotPaid = "order-not-paid"
    /// An order is paid here, and the shop has none of this name.
    case orderUnknown = "order-unknown"
    /// An order is paid here, and the shop says that it is not, or is cancelled.
    case orderNotCounted = "order-not-counted"
    /// The shop's total is not what the buyer has agreed to pay.
    case orderTotal = "order-total"
    case orderCaptured = "order-captured"
    case orderRefunded = "order-refunded"

    // Ferry with itself.

    /// More than one checkout holds money for one order.
    case paidTwice = "paid-twice"
    /// The ledger's entries do not come to what the payment says.
    case ledger
    /// Something of the checkout takes longer than it should.
    case overdue

    // Ferry and the provider.

    /// The provider has money of a checkout that has no payment here.
    case chargeUnrecorded = "charge-unrecorded"
    /// The provider has a charge that no checkout is about.
    case chargeUnknown = "charge-unknown"
    /// The provider does not have the charge of a payment.
    case chargeMissing = "charge-missing"
    /// Captured here is not what is captured at the provider.
    case captured
    case refunded
    /// What can still be captured here is not what the provider holds.
    case held
    /// The provider has given something back of a charge that is not known here.
    case refundUnknown = "refund-unknown"

    /// Whether the shop's list is what differs.
    var isAboutOrders: Bool {
      switch self {
      case .orderNotPaid, .orderUnknown, .orderNotCounted, .orderTotal, .orderCaptured, .orderRefunded: true
      case .paidTwice, .ledger, .overdue, .chargeUnrecorded, .chargeUnknown, .chargeMissing, .captured, .refunded,
        .held,
        .refundUnknown:
        false
      }
    }
  }

  public var kind: Kind
  /// The shop's own name of the order, where one is known.
  public var orderReference: String?
  public var checkout: CheckoutID?
  /// The provider's id of a charge or refund.
  public var providerReference: String?
  /// The amount in question as each of the books has it; nil where it has none, or is not asked for it.
  public var shop: Money?
  public var ferry: Money?
  public var provider: Money?
  /// Of kind `ledger`: what the entries come to.
  public var ledger: Money?
  /// Of kind `ledger`: the account.
  public var account: LedgerEntry.Account?
  /// It has stood at most since then; nil where nothing tells.
  public var since: Moment?

  public init(
    _ kind: Kind, orderReference: String? = nil, checkout: CheckoutID? = nil, providerReference: String? = nil,
    shop: Money? = nil, ferry: Money? = nil, provider: Money? = nil, ledger: Money? = nil,
    account: LedgerEntry.Account? = nil, since: Moment? = nil
  ) {
    self.kind = kind
    self.orderReference = orderReference
    self.checkout = checkout
    self.providerReference = providerReference
    self.shop = shop
    self.ferry = ferry
    self.provider = provider
    self.ledger = ledger
    self.account = account
    self.since = since
  }

  /// Whether asking the provider again about the checkout can bring Ferry's books up to date.
  public var isForTheProvider: Bool {
    guard checkout != nil else { return false }
    return switch kind {
    case .overdue, .chargeUnrecorded, .captured, .refunded, .held: true
    case .orderNotPaid, .orderUnknown, .orderNotCounted, .orderTotal, .orderCaptured, .orderRefunded, .paidTwice,
      .ledger, .chargeUnknown, .chargeMissing, .refundUnknown:
      false
    }
  }
}
