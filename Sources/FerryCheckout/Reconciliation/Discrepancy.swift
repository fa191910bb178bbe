public import FerryCore

/// A difference between two of three books: the shop's orders, Ferry's payments and ledger, and the provider.
public struct Discrepancy: Hashable, Sendable {
  public enum Kind: String, CaseIterable, Hashable, Sendable {
    // The shop and Ferry.

    /// The shop says that it was paid, and no payment is known here.
    case orderNotPaid = "order-not-paid"
    /// An order is paid here, and the shop has none of this name.
    case orderUnknown = "order-unknown"
    /// An order is paid here, and the shop says that it is not, or is cancelled.
    case orderNotCounted = "order-not-counted"
    /// The shop's total differs from the amount that the buyer has agreed to pay.
    case orderTotal = "order-total"
    case orderCaptured = "order-captured"
    case orderRefunded = "order-refunded"

    // Ferry with itself.

    /// More than one checkout holds money for one order.
    case paidTwice = "paid-twice"
    /// The sums of the ledger's entries do not fit the payment.
    case ledger
    case overdue
    /// A person decides: the outcome of an operation is unknown, or the checkout is held.
    case undecided
    /// More was refunded than was captured, by more than the provider allows.
    case refundExcess = "refund-excess"
    /// Refunds and lost disputes together have returned more than was captured.
    case paidBackTwice = "paid-back-twice"

    // Ferry and the provider.

    /// The provider has money of a checkout that has no payment here.
    case chargeUnrecorded = "charge-unrecorded"
    /// The provider has a charge that belongs to no checkout.
    case chargeUnknown = "charge-unknown"
    /// The provider does not have the charge of a payment.
    case chargeMissing = "charge-missing"
    case captured
    case refunded
    /// The amounts that can still be captured differ.
    case held
    /// The provider has refunded a charge that is not known here.
    case refundUnknown = "refund-unknown"
    /// The provider has charged captured money back, and no dispute of it is known here.
    case disputeUnrecorded = "dispute-unrecorded"
    /// The amounts that disputes have taken differ.
    case disputed

    /// True if the difference is to the shop's orders.
    var isAboutOrders: Bool {
      switch self {
      case .orderNotPaid, .orderUnknown, .orderNotCounted, .orderTotal, .orderCaptured, .orderRefunded: true
      case .paidTwice, .ledger, .overdue, .undecided, .refundExcess, .paidBackTwice, .chargeUnrecorded, .chargeUnknown,
        .chargeMissing, .captured, .refunded, .held, .refundUnknown, .disputeUnrecorded, .disputed:
        false
      }
    }
  }

  public var kind: Kind
  /// The shop's own name of the order, if it is known.
  public var orderReference: String?
  public var checkout: CheckoutID?
  /// Of kind `undecided`: the operation of unknown outcome; nil if the whole checkout is held.
  public var operation: OperationID?
  /// The provider's id of a charge, refund or dispute.
  public var providerReference: String?
  /// The amount in each book; nil if the book has none, or is not concerned. Of kind `undecided`, `ferry` is the amount that was
  /// asked for and `provider` the one that the provider reports, if it is another; of kinds `refundExcess` and
  /// `paidBackTwice`, the captured amount and the returned one.
  public var shop: Money?
  public var ferry: Money?
  public var provider: Money?
  /// Of kind `ledger`: the sum of the entries.
  public var ledger: Money?
  /// Of kind `ledger`: the account.
  public var account: LedgerEntry.Account?
  /// The earliest moment when the difference can have begun; nil if unknown.
  public var since: Moment?

  /// True if Ferry's books may become correct when the provider is asked again about the checkout.
  public var isForTheProvider: Bool {
    guard checkout != nil else { return false }
    return switch kind {
    case .overdue, .chargeUnrecorded, .captured, .refunded, .held: true
    // Asking resolves no held checkout.
    case .undecided: operation != nil
    case .orderNotPaid, .orderUnknown, .orderNotCounted, .orderTotal, .orderCaptured, .orderRefunded, .paidTwice,
      .ledger, .refundExcess, .paidBackTwice, .chargeUnknown, .chargeMissing, .refundUnknown, .disputeUnrecorded,
      .disputed:
      false
    }
  }
}
