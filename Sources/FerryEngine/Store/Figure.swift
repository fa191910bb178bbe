public import FerryCheckout
public import FerryCore

/// A movement of a checkout's money at a moment. The sums of a day come from these.
public struct Figure: Hashable, Sendable {
  public enum Kind: String, CaseIterable, Hashable, Sendable {
    /// The order was paid.
    case paid
    case captured
    case refunded
    /// A dispute became known.
    case disputed
    /// A person has to decide.
    case held
  }

  public let kind: Kind
  public let at: Moment
  /// Of a paid order its total; else what was captured or refunded now, what a dispute claims, or what was asked for.
  public let amount: Money
  /// Of a paid order: the time since the checkout began, in whole seconds.
  public let seconds: Int64?

  /// A larger amount counts as this one, so that no sum overflows.
  private static let most: Int64 = 100_000_000_000_000

  init(_ kind: Kind, at moment: Moment, _ amount: Money, seconds: Int64? = nil) {
    self.kind = kind
    at = moment
    self.amount = Money(minorUnits: min(amount.minorUnits, Self.most), amount.currency)
    self.seconds = seconds
  }

  /// The movements of money between two states of a checkout.
  package static func list(from old: Checkout, to new: Checkout, at now: Moment) -> [Figure] {
    let zero = Money.zero(new.content.currency)
    let total = new.agreed?.total ?? new.quote?.total ?? zero
    var figures: [Figure] = []
    if new.phase == .paid, old.phase != .paid {
      let seconds = max(0, now.since(new.createdAt).wholeMilliseconds / 1000)
      figures.append(Figure(.paid, at: now, total, seconds: seconds))
    }
    if new.phase.name == .held, old.phase.name != .held {
      figures.append(Figure(.held, at: now, new.amountMismatch?.asked ?? total))
    }
    guard let payment = new.payment, payment != old.payment else { return figures }
    func add(_ kind: Kind, _ total: (Payment) -> Money) {
      let more = total(payment).minorUnits - (old.payment.map { total($0).minorUnits } ?? 0)
      if more > 0 { figures.append(Figure(kind, at: now, Money(minorUnits: more, total(payment).currency))) }
    }
    add(.captured, \.captured)
    add(.refunded, \.refunded)
    for dispute in payment.disputes where !(old.payment?.disputes.contains { $0.id == dispute.id } ?? false) {
      figures.append(Figure(.disputed, at: now, dispute.amount ?? payment.captured))
    }
    return figures
  }
}

/// The figures of a time that have one kind, provider and currency, and for paid orders one time to pay.
public struct FigureSum: Hashable, Sendable {
  public var kind: Figure.Kind
  public var provider: ProviderID
  public var seconds: Int64?
  public var checkouts: Int
  public var amount: Money

  public init(kind: Figure.Kind, provider: ProviderID, seconds: Int64? = nil, checkouts: Int, amount: Money) {
    self.kind = kind
    self.provider = provider
    self.seconds = seconds
    self.checkouts = checkouts
    self.amount = amount
  }
}

/// The condition of a list that a checkout's money moved in a time.
public struct FigureFilter: Hashable, Sendable {
  public var kind: Figure.Kind
  public var window: Range<Moment>

  public init(_ kind: Figure.Kind, in window: Range<Moment>) {
    self.kind = kind
    self.window = window
  }
}
