public import FerryCheckout
public import FerryCore

/// A checkout as Ferry has it in its books: what is known of its payment, and what the ledger's entries come to.
public struct RecordedPayment: Hashable, Sendable {
  public var checkout: CheckoutID
  public var shop: ShopID
  /// The shop's own name of the order.
  public var orderReference: String
  public var phase: PhaseName
  public var createdAt: Moment
  /// Nil while there is no payment.
  public var totals: PaymentTotals?
  /// The provider's id of the charge, once there is a payment.
  public var charge: String?
  /// The provider's id of the session, once the buyer has agreed: it may have been paid.
  public var agreedSession: String?
  /// The provider's name of what the charge and its refunds have in common.
  public var group: String?
  /// What the payment says that the ledger's accounts come to.
  public var expected: LedgerEntry.Balances
  /// What they do come to.
  public var ledger: LedgerEntry.Balances
  /// What both are in; nil where there is neither a payment nor an entry.
  public var currency: Currency?
  /// When money moved last, as far as Ferry knows.
  public var movedAt: Moment
  /// When the provider was asked last: what it said then is known.
  public var askedAt: Moment

  /// When something of the checkout becomes overdue; nil while nothing waits.
  public var overdueAt: Moment?

  public init(
    checkout: CheckoutID, shop: ShopID, orderReference: String, phase: PhaseName, createdAt: Moment,
    totals: PaymentTotals? = nil, charge: String? = nil, agreedSession: String? = nil, group: String? = nil,
    expected: LedgerEntry.Balances = [:], ledger: LedgerEntry.Balances = [:], movedAt: Moment? = nil,
    askedAt: Moment? = nil,
    overdueAt: Moment? = nil
  ) {
    self.checkout = checkout
    self.shop = shop
    self.orderReference = orderReference
    self.phase = phase
    self.createdAt = createdAt
    self.totals = totals
    self.charge = charge
    self.agreedSession = agreedSession
    self.group = group
    self.expected = expected
    self.ledger = ledger
    currency = totals?.currency
    self.movedAt = movedAt ?? createdAt
    self.askedAt = askedAt ?? createdAt
    self.overdueAt = overdueAt
  }

  /// - Parameters:
  ///   - entries: The ledger's, of this checkout.
  ///   - movedAt: When the last of them was made; nil where none was.
  ///   - overdueAt: When something of the checkout becomes overdue; nil while nothing waits.
  public init(
    _ checkout: Checkout, orderReference: String, entries: [LedgerEntry], movedAt: Moment?, overdueAt: Moment? = nil
  ) {
    self.init(
      checkout: checkout.id, shop: checkout.shop, orderReference: orderReference, phase: checkout.phase.name,
      createdAt: checkout.createdAt, totals: checkout.payment.map { PaymentTotals($0) },
      charge: checkout.payment?.reference, agreedSession: checkout.agreed == nil ? nil : checkout.session,
      expected: checkout.ledgerBalances, ledger: LedgerEntry.balances(of: entries), movedAt: movedAt,
      askedAt: [checkout.asksSince, checkout.inquiry.lastAsked].compactMap(\.self).max(), overdueAt: overdueAt)
    currency = totals?.currency ?? entries.first?.amount.currency
  }

  /// Whether the order counts as paid by it. Of an authorization that was let go nothing is left to count on.
  var pays: Bool { phase == .paid && totals?.wasEverPaid ?? false }

  var holdsMoney: Bool { totals?.isWorthAnything ?? false }
}

/// The money of a payment at one moment, all of one currency.
public struct PaymentTotals: Hashable, Sendable {
  /// What was authorized at some time; it stays when it is let go.
  public var authorized: Money
  /// What is authorized and can still be captured.
  public var held: Money
  public var captured: Money
  public var refunded: Money
  /// What was asked to be given back and is not known to be, nor to have failed.
  public var refundsUnderWay: Money

  public init(
    authorized: Money, held: Money, captured: Money, refunded: Money, refundsUnderWay: Money
  ) {
    self.authorized = authorized
    self.held = held
    self.captured = captured
    self.refunded = refunded
    self.refundsUnderWay = refundsUnderWay
  }

  public init(_ payment: Payment) {
    self.init(
      authorized: payment.authorized, held: payment.capturable, captured: payment.captured, refunded: payment.refunded,
      refundsUnderWay: Money(
        minorUnits: payment.captured.minorUnits - payment.refunded.minorUnits - payment.kept, payment.currency))
  }

  public var currency: Currency { authorized.currency }

  /// Whether the shop has money by it, or can take some.
  var isWorthAnything: Bool { held.isPositive || captured.minorUnits > refunded.minorUnits }

  /// Whether the shop was ever paid by it, or still can be.
  var wasEverPaid: Bool { held.isPositive || captured.isPositive }
}
