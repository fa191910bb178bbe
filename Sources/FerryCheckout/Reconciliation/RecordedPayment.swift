public import FerryCore

/// A checkout as Ferry has it in its books: what is known of its payment, and what the ledger's entries come to.
public struct RecordedPayment: Hashable, Sendable {
  /// An account's sum, debits less credits, in minor units. Accounts that come to nothing are not there.
  public typealias Balances = [LedgerEntry.Account: Int64]

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
  public var expected: Balances
  /// What they do come to.
  public var ledger: Balances
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
    expected: Balances = [:], ledger: Balances = [:], movedAt: Moment? = nil, askedAt: Moment? = nil,
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
      expected: checkout.balances, ledger: LedgerEntry.balances(of: entries), movedAt: movedAt,
      askedAt: [checkout.asksSince, checkout.inquiry.lastAsked].compactMap(\.self).max(), overdueAt: overdueAt)
    currency = totals?.currency ?? entries.first?.amount.currency
  }

  /// Whether the order counts as paid by it. Of an authorization that was let go nothing is left to count on.
  var pays: Bool { phase == .paid && totals?.wasEverPaid ?? false }

  var holdsMoney: Bool { totals?.isWorthAnything ?? false }
}

extension Checkout {
  /// What the entries of the ledger must come to. The accounts' sums follow from the payment, so that an entry that is lost,
  /// doubled or of another amount shows.
  var balances: RecordedPayment.Balances {
    guard let payment else { return [:] }
    let (captured, refunded) = (payment.captured.minorUnits, payment.refunded.minorUnits)
    let held = payment.capturable.minorUnits
    let balances: RecordedPayment.Balances = [
      .holdProvider: held, .holdOrder: -held, .receivable: captured - refunded,
      .refundPending: payment.kept - (captured - refunded), income: -payment.kept,
    ]
    return balances.filter { $0.value != 0 }
  }
}

extension LedgerEntry {
  /// What some entries come to. Sums that do not fit are cut off at the largest number: they differ from all others.
  static func balances(of entries: [LedgerEntry]) -> RecordedPayment.Balances {
    var balances: RecordedPayment.Balances = [:]
    func add(_ units: Int64, _ account: Account) {
      let (sum, overflow) = balances[account, default: 0].addingReportingOverflow(units)
      balances[account] = overflow ? (units < 0 ? .min : .max) : sum
    }
    for entry in entries {
      add(entry.amount.minorUnits, entry.debit)
      add(-entry.amount.minorUnits, entry.credit)
    }
    return balances.filter { $0.value != 0 }
  }
}
