public import FerryCheckout
public import FerryCore
package import FerryProvider

/// Conditions that the checkouts of a list meet.
public struct CheckoutFilter: Hashable, Sendable {
  /// Only checkouts of these shops.
  public var shops: Set<ShopID>?
  public var mode: Mode?
  public var provider: ProviderID?
  /// Only checkouts in one of these phases.
  public var phases: Set<PhaseName>?
  /// Only checkouts that are overdue at this moment.
  public var overdueAt: Moment?
  /// Only checkouts with a payment, and how it stands.
  public var payment: PaymentState?
  /// Only checkouts in this currency.
  public var currency: Currency?
  /// Only checkouts whose total has this many minor units. The total is unknown while it may tell where the buyer lives.
  public var total: ClosedRange<Int64>?
  /// Only checkouts whose money did this in a time.
  public var figure: FigureFilter?
  /// Only checkouts whose buyers have come this far.
  public var reach: BuyerReach?
  /// Only checkouts that each of these finds.
  public var searches: [CheckoutSearch]
  /// Only checkouts that began at this moment or later.
  public var from: Moment?
  /// Only checkouts that began before this moment.
  public var before: Moment?
  /// Only those that stand further down than this.
  public var after: CheckoutPlace?

  /// The state of a payment.
  public struct PaymentState: OptionSet, Hashable, Sendable {
    public let rawValue: Int

    public init(rawValue: Int) { self.rawValue = rawValue }

    /// However it stands.
    public static let any: Self = []
    /// It holds money that nobody has captured yet.
    public static let capturable = Self(rawValue: 1)
    /// It has an operation that has not ended.
    public static let pending = Self(rawValue: 2)
    /// A dispute of it is open.
    public static let disputed = Self(rawValue: 4)
    /// Some of it was refunded.
    public static let refunded = Self(rawValue: 8)

    /// All that is true of a payment.
    public init(_ payment: Payment) {
      self = []
      if payment.capturable.isPositive { insert(.capturable) }
      if payment.current != nil { insert(.pending) }
      if payment.hasOpenDispute { insert(.disputed) }
      if payment.refunded.isPositive { insert(.refunded) }
    }
  }

  public init(
    shop: ShopID? = nil, mode: Mode? = nil, provider: ProviderID? = nil, phases: Set<PhaseName>? = nil,
    overdueAt: Moment? = nil, payment: PaymentState? = nil, currency: Currency? = nil, total: ClosedRange<Int64>? = nil,
    figure: FigureFilter? = nil, searches: [CheckoutSearch] = [], from: Moment? = nil, before: Moment? = nil,
    after: CheckoutPlace? = nil
  ) {
    shops = shop.map { [$0] }
    self.mode = mode
    self.provider = provider
    self.phases = phases
    self.overdueAt = overdueAt
    self.payment = payment
    self.currency = currency
    self.total = total
    self.figure = figure
    self.searches = searches
    self.from = from
    self.before = before
    self.after = after
  }

  /// Returns true if a list by this filter has a checkout.
  /// - Parameter references: The provider's references of the checkout.
  package func includes(_ file: CheckoutFile, references: [ProviderReference]) -> Bool {
    includesUnsearched(file) && searches.allSatisfy { $0.finds(file, references: references) }
  }

  /// The same without the searches.
  package func includesUnsearched(_ file: CheckoutFile) -> Bool {
    let checkout = file.checkout
    if let overdueAt, file.overdueAt.map({ $0 > overdueAt }) ?? true { return false }
    if let from, checkout.createdAt < from { return false }
    if let before, checkout.createdAt >= before { return false }
    if let after, CheckoutPlace(checkout) >= after { return false }
    if let reach, reach != file.reach { return false }
    if let currency, checkout.content.currency != currency { return false }
    if let total, file.listedTotal.map({ !total.contains($0.minorUnits) }) ?? true { return false }
    return CheckoutGroup(checkout).matches(self)
  }
}

/// The stage that a buyer has reached.
public enum BuyerReach: Hashable, Sendable {
  /// Not to the provider.
  case start
  /// To the provider, and not back.
  case provider
  case back
}

extension CheckoutFile {
  var reach: BuyerReach { firstStay.map { $0.returnedAt == nil ? .provider : .back } ?? .start }

  /// The total for lists. Nil before the order is priced, and while it may tell where the buyer lives.
  public var listedTotal: Money? { roundTrips.isLocked ? nil : checkout.agreed?.total ?? checkout.quote?.total }
}

extension Set<PhaseName> {
  /// The phases that are not final.
  public static let unfinished = Set(PhaseName.known.filter { !$0.isFinal })
}

/// A checkout's constant place in lists: a reader who goes page by page sees every checkout once.
public struct CheckoutPlace: Hashable, Comparable, Sendable {
  public let createdAt: Moment
  public let id: CheckoutID

  package init(createdAt: Moment, id: CheckoutID) {
    self.createdAt = createdAt
    self.id = id
  }

  public init(_ checkout: Checkout) {
    createdAt = checkout.createdAt
    id = checkout.id
  }

  /// Nil for what `text` cannot have made.
  public init?(text: String) {
    guard let dash = text.firstIndex(of: "-"), text.utf8.count <= 128 else { return nil }
    let (digits, id) = (text[..<dash], text[dash...].dropFirst())
    guard digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let milliseconds = Int64(digits), !id.isEmpty else {
      return nil
    }
    createdAt = Moment(milliseconds: milliseconds)
    self.id = CheckoutID(String(id))
  }

  /// Digits, a hyphen and the id.
  public var text: String { "\(createdAt.milliseconds)-\(id)" }

  /// Older ones stand further down.
  public static func < (left: Self, right: Self) -> Bool { (left.createdAt, left.id) < (right.createdAt, right.id) }
}
