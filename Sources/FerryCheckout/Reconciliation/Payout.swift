public import FerryCore

/// A payout of a provider, explained: the payments in it, and why it is less than they amount to.
///
/// It is `shortBy` short of `expected`, and `reductions` add up to exactly that.
public struct Payout: Hashable, Sendable {
  /// A payment of Ferry that the payout settles, in whole or in part.
  public struct Payment: Hashable, Sendable {
    public var checkout: CheckoutID
    /// The shop's own name of the order.
    public var order: String
    /// Captures and refunds of the payout.
    public var lines: [SettlementLine]
    /// The captures less the refunds of `lines`, and the fees: below zero.
    public var gross, fee: Money
    /// Ferry's amount less the provider's; zero if they agree.
    public var missing: Money
  }

  /// A part of the missing amount.
  public struct Reduction: Hashable, Sendable {
    public enum Reason: Hashable, Sendable {
      case fees
      case chargebacks
      /// Payments whose amounts differ from Ferry's.
      case differences
      /// Transactions of no checkout.
      case unknown
      /// Lines of a kind of the provider's: "Reserve".
      case other(String)
      /// The part of the report's sum that the provider has not transferred.
      case notTransferred
    }

    public var reason: Reason
    /// Below zero for a part that raises the payout.
    public var amount: Money
    /// The number of lines that make it.
    public var lines: Int
  }

  public let currency: Currency
  /// The captures less the refunds of the payments, by Ferry's books.
  public let expected: Money
  /// The amount that the provider states to have transferred; nil if the report states none.
  public let transferred: Money?
  /// The sum of all lines after fees, without what was transferred.
  public let net: Money
  public let fees: Money
  /// The largest part first.
  public let reductions: [Reduction]
  /// Those that differ from Ferry's books come first.
  public let payments: [Payment]
  /// Captures, refunds and chargebacks of no checkout.
  public let unexplained: [SettlementLine]
  /// Chargebacks and lines of the provider's kinds that are about a payment of Ferry.
  public let others: [SettledLine]

  public var paid: Money { transferred ?? net }
  /// Below zero if more was paid than expected.
  public var shortBy: Money { expected.plus(paid.negated) }
  /// True if nothing is missing, and nothing else makes up for what is.
  public var isComplete: Bool {
    reductions.isEmpty && unexplained.isEmpty && others.isEmpty && payments.allSatisfy(\.missing.isZero)
  }

  /// - Parameters:
  ///   - id: The provider's id of the payout.
  ///   - lines: The payout's, in one currency.
  ///   - related: All stored lines that share a charge with one of `lines`, also of other payouts.
  ///   - books: Ferry's payments of the lines' checkouts. A checkout that is missing could not be read.
  public init(
    _ id: String, in currency: Currency, lines: [SettledLine], related: [SettledLine], books: [RecordedPayment]
  ) {
    self.currency = currency
    let booked = Dictionary(books.map { ($0.checkout, $0) }) { first, _ in first }
    let all = Dictionary(grouping: related.filter { $0.checkout != nil }, by: \.checkout)
    var owned: [CheckoutID: [SettlementLine]] = [:]
    var others: [Reduction.Reason: [SettlementLine]] = [:]
    var transfers: [SettlementLine] = []
    for settled in lines {
      switch (settled.line.kind, settled.checkout) {
      case (.capture, let owner?), (.refund, let owner?): owned[owner, default: []].append(settled.line)
      case (.capture, nil), (.refund, nil): others[.unknown, default: []].append(settled.line)
      case (.chargeback, _): others[.chargebacks, default: []].append(settled.line)
      case (.transfer, _): transfers.append(settled.line)
      case (.other(let text), _): others[.other(text), default: []].append(settled.line)
      }
    }
    payments = owned.map { owner, lines in
      Payment(
        checkout: owner, order: booked[owner]?.orderReference ?? "", lines: lines,
        gross: lines.reduce(Money.zero(currency)) { $0.plus($1.gross) },
        fee: lines.reduce(Money.zero(currency)) { $0.plus($1.fee) },
        missing: booked[owner].map { Self.missing($0, all[owner]?.map(\.line) ?? lines, in: id, currency) }
          ?? .zero(currency))
    }
    .sorted { left, right in
      (left.missing.isZero ? 1 : 0, left.lines[0].at, left.checkout)
        < (right.missing.isZero ? 1 : 0, right.lines[0].at, right.checkout)
    }
    unexplained = lines.filter { $0.checkout == nil && $0.line.transaction != nil }.map(\.line)
    self.others = lines.filter { $0.checkout != nil && ![.capture, .refund, .transfer].contains($0.line.kind) }
    let fees = lines.reduce(Money.zero(currency)) { $0.plus($1.line.fee) }
    let net = lines.reduce(fees) { $1.line.kind == .transfer ? $0 : $0.plus($1.line.gross) }
    let transferred = transfers.isEmpty ? nil : transfers.reduce(Money.zero(currency)) { $0.plus($1.gross.negated) }
    expected = payments.reduce(Money.zero(currency)) { $0.plus($1.gross).plus($1.missing) }
    var reductions = others.map { reason, lines in
      Reduction(
        reason: reason, amount: lines.reduce(Money.zero(currency)) { $0.plus($1.gross.negated) }, lines: lines.count)
    }
    let differing = payments.filter { !$0.missing.isZero }
    reductions += [
      Reduction(reason: .fees, amount: fees.negated, lines: lines.count { !$0.line.fee.isZero }),
      Reduction(
        reason: .differences, amount: differing.reduce(Money.zero(currency)) { $0.plus($1.missing) },
        lines: differing.count),
      Reduction(
        reason: .notTransferred, amount: transferred.map { net.plus($0.negated) } ?? .zero(currency),
        lines: transfers.count),
    ]
    (self.fees, self.net, self.transferred) = (fees, net, transferred)
    self.reductions = reductions.filter { !$0.amount.isZero }
      .sorted { ($1.amount.minorUnits, $0.name) < ($0.amount.minorUnits, $1.name) }
  }

  /// Ferry's amount of a payment less the provider's. A capture that can have further parts, and a refund, may be in a later report:
  /// only more than Ferry knows is a difference then. It is counted in the payout of the last line.
  private static func missing(
    _ payment: RecordedPayment, _ lines: [SettlementLine], in payout: String, _ currency: Currency
  ) -> Money {
    func reported(_ kind: SettlementLine.Kind) -> Money? {
      let lines = lines.filter { $0.kind == kind && $0.gross.currency == currency }
      guard lines.max(by: { ($0.at, $0.payout ?? "") < ($1.at, $1.payout ?? "") })?.payout == payout else { return nil }
      return lines.reduce(Money.zero(currency)) { $0.plus($1.gross) }
    }
    guard let totals = payment.totals, totals.currency == currency else { return .zero(currency) }
    var missing = Money.zero(currency)
    if let captured = reported(.capture),
      payment.capturesOnce || captured.minorUnits > totals.captured.minorUnits
    {
      missing = totals.captured.plus(captured.negated)
    }
    if let refunded = reported(.refund)?.negated, refunded.minorUnits > totals.refunded.minorUnits {
      missing = missing.plus(refunded).plus(totals.refunded.negated)
    }
    return missing
  }
}

extension Payout.Reduction {
  /// Puts equal amounts in one order.
  fileprivate var name: String { "\(reason)" }
}
