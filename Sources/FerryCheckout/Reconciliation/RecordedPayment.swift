public import FerryCore

/// A checkout in Ferry's books: its payment, and the sums of its ledger entries.
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
  /// The provider's id of the session once the buyer has agreed, so that it may have been paid.
  public var agreedSession: String?
  /// The provider's id that the charge and its refunds share.
  public var group: String?
  /// The provider's ids of the checkout, among those of the reports that are compared.
  public var references: Set<String> = []
  /// The provider captures a charge once: all that it ever captures is in one transaction.
  public var capturesOnce = true
  /// The sums that the ledger must have, by the payment.
  public var expected: LedgerEntry.Balances
  /// The sums that the ledger has.
  public var ledger: LedgerEntry.Balances
  /// The currency of both; nil if there is neither a payment nor an entry.
  public var currency: Currency?
  /// The last movement of money that Ferry knows.
  public var movedAt: Moment
  /// The last question to the provider.
  public var askedAt: Moment

  /// When something of the checkout becomes overdue; nil while nothing waits.
  public var overdueAt: Moment?
  /// The decision that waits for a person; nil if none does.
  public var undecided: Undecided?
  /// The provider's rule for refunds above the capture.
  public var excessRefund: JourneyProfile.ExcessRefund

  public init(
    checkout: CheckoutID, shop: ShopID, orderReference: String, phase: PhaseName, createdAt: Moment,
    totals: PaymentTotals? = nil, charge: String? = nil, agreedSession: String? = nil, group: String? = nil,
    expected: LedgerEntry.Balances = [:], ledger: LedgerEntry.Balances = [:], movedAt: Moment? = nil,
    askedAt: Moment? = nil, overdueAt: Moment? = nil, undecided: Undecided? = nil,
    excessRefund: JourneyProfile.ExcessRefund = .none
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
    self.undecided = undecided
    self.excessRefund = excessRefund
  }

  /// - Parameters:
  ///   - entries: The ledger's, of this checkout.
  ///   - movedAt: When the last of them was made; nil for none.
  ///   - overdueAt: When something of the checkout becomes overdue; nil while nothing waits.
  public init(
    _ checkout: Checkout, orderReference: String, entries: [LedgerEntry], movedAt: Moment?, overdueAt: Moment? = nil
  ) {
    self.init(
      checkout: checkout.id, shop: checkout.shop, orderReference: orderReference, phase: checkout.phase.name,
      createdAt: checkout.createdAt, totals: checkout.payment.map { PaymentTotals($0) },
      charge: checkout.payment?.reference, agreedSession: checkout.agreed == nil ? nil : checkout.session,
      expected: checkout.ledgerBalances, ledger: LedgerEntry.balances(of: entries), movedAt: movedAt,
      askedAt: [checkout.asksSince, checkout.inquiry.lastAsked].compactMap(\.self).max(), overdueAt: overdueAt,
      undecided: Undecided(checkout), excessRefund: checkout.profile.excessRefund)
    currency = totals?.currency ?? entries.first?.amount.currency
    capturesOnce = checkout.profile.captures == .once
  }

  /// True if the provider may have a charge of it. It has none before the buyer has agreed.
  public var mayHaveCharge: Bool { charge != nil || agreedSession != nil }

  /// True if it pays the order. An authorization that was released pays nothing.
  var pays: Bool { phase == .paid && totals?.wasEverPaid ?? false }

  var holdsMoney: Bool { totals?.isWorthAnything ?? false }
}

/// A decision that waits for a person: about an operation of unknown outcome, or about the checkout itself, which is held.
public struct Undecided: Hashable, Sendable {
  /// Nil if the whole checkout is held.
  public var operation: OperationID?
  /// The amount that was asked for; nil if it is not known.
  public var asked: Money?
  /// The amount that the provider reports, if it is another.
  public var reported: Money?
  /// When the operation was requested; nil for a held checkout.
  public var since: Moment?

  public init(operation: OperationID? = nil, asked: Money?, reported: Money? = nil, since: Moment? = nil) {
    self.operation = operation
    self.asked = asked
    self.reported = reported
    self.since = since
  }

  /// Nil if nobody has to decide. An operation is decided before its checkout.
  public init?(_ checkout: Checkout) {
    if let operation = checkout.payment?.current, operation.state == .unknown {
      self.init(
        operation: operation.id, asked: operation.amount, reported: operation.reportedAmount,
        since: operation.requestedAt)
    } else if checkout.phase.name == .held {
      let mismatch = checkout.amountMismatch
      self.init(
        asked: mismatch?.asked ?? checkout.agreed?.total,
        reported: mismatch?.unreadable == nil ? mismatch?.reported : nil)
    } else {
      return nil
    }
  }
}

/// The money of a payment at one moment, all of one currency.
public struct PaymentTotals: Hashable, Sendable {
  /// The amount that was ever authorized. It stays after a release.
  public var authorized: Money
  /// Authorized, and can still be captured.
  public var held: Money
  public var captured: Money
  public var refunded: Money
  /// Refunds that were asked for and are neither done nor failed.
  public var refundsUnderWay: Money
  /// The amount that lost disputes have taken.
  public var lost: Money
  /// The amount that all disputes of the payment claim or have claimed, however they ended.
  public var everDisputed: Money
  /// The number of these disputes.
  public var disputes = 0

  public var currency: Currency { authorized.currency }

  /// True if the shop has money by it, or can capture some.
  var isWorthAnything: Bool { held.isPositive || kept.isPositive }

  /// Captured money that was neither refunded nor lost; zero if more has gone back.
  var kept: Money { Money(minorUnits: max(0, captured.minorUnits - paidBack.minorUnits), currency) }

  /// The amount that the buyer has back, by refunds and lost disputes.
  var paidBack: Money { (try? refunded.adding(lost)) ?? refunded }

  /// True if the shop was ever paid by it, or still can be.
  var wasEverPaid: Bool { held.isPositive || captured.isPositive }
}

extension PaymentTotals {
  public init(_ payment: Payment) {
    self.init(
      authorized: payment.authorized, held: payment.capturable, captured: payment.captured, refunded: payment.refunded,
      refundsUnderWay: Money(
        minorUnits: payment.captured.minorUnits - payment.refunded.minorUnits - payment.kept, payment.currency),
      lost: payment.lost, everDisputed: Money(minorUnits: payment.claimed { _ in true }, payment.currency),
      disputes: payment.disputes.count)
  }
}
