public import FerryCore

/// An order priced for one price of delivery: what each line costs, the tax in it, and what is left to pay.
///
/// Discounts of the order are shared over the lines in proportion to their amounts. Tax is rounded once for each rate, over all
/// that has it; where a provider or a refund needs the tax of a line, the rate's tax is shared in the same manner.
public struct PricedOrder: Hashable, Sendable {
  /// A rate of one kind. Untaxed parts have none.
  public struct Band: Codable, Hashable, Sendable {
    public let percent: Rate
    public let kind: TaxKind
  }

  /// A line, or delivery, or the part of delivery at one rate. Its amounts are for all pieces, as the order prices them: with the
  /// tax if prices include it.
  public struct Part: Codable, Hashable, Sendable {
    /// The line's id; `OrderContent.deliveryID` for delivery.
    public let id: String
    /// The line's place in the order; nil for delivery.
    public let line: Int?
    public internal(set) var quantity: Int
    public let band: Band?
    /// Before discounts.
    public internal(set) var gross: Money
    /// The line's own discounts and its share of the order's.
    public internal(set) var discount: Money
    public internal(set) var tax: Money
    /// The part's share of what is paid otherwise.
    public internal(set) var paidOtherwise: Money
    /// True if prices include the tax.
    let included: Bool

    /// After discounts.
    public var amount: Money { gross - discount }
    /// After discounts, with the tax.
    public var price: Money { included ? amount : amount + tax }
    /// The amount that is left to pay for it.
    public var due: Money { price - paidOtherwise }
  }

  public let parts: [Part]

  /// - Throws: `MoneyError`, `OrderProblem` if a discount is above what it reduces.
  public init(_ order: OrderContent, shipping: Money) throws {
    let ids = order.lineIDs
    var parts = try order.lines.enumerated().map { place, line in
      let gross = try line.amount
      let discount = try Money.sum(line.discounts.amounts, in: order.currency)
      guard try !discount.isMore(than: gross) else {
        throw OrderProblem(
          "/order/lines/\(place)/discounts", "The discounts are more than the line's amount, \(gross).")
      }
      return Part(
        id: ids[place], line: place, quantity: line.quantity, band: order.band(line.tax), gross: gross,
        discount: discount, tax: .zero(order.currency), paidOtherwise: .zero(order.currency),
        included: order.tax.included)
    }
    let goods = try Money.sum(parts.map(\.amount), in: order.currency)
    let discount = try Money.sum(order.discounts.amounts, in: order.currency)
    guard try !discount.isMore(than: goods) else {
      throw OrderProblem("/order/discounts", "The discounts are more than the amount of the goods, \(goods).")
    }
    for (place, share) in shares(of: discount, by: parts.map(\.amount)).enumerated() { parts[place].discount += share }
    _ = try goods.adding(shipping)
    if shipping.isPositive {
      for (band, share) in order.delivery(shipping, with: parts) where share.isPositive {
        parts.append(
          Part(
            id: OrderContent.deliveryID, line: nil, quantity: 1, band: band, gross: share,
            discount: .zero(order.currency),
            tax: .zero(order.currency), paidOtherwise: .zero(order.currency), included: order.tax.included))
      }
    }
    var bands: [Band] = []
    for band in parts.compactMap(\.band) where !bands.contains(band) { bands.append(band) }
    for band in bands {
      let places = parts.indices.filter { parts[$0].band == band }
      let amounts = places.map { parts[$0].amount }
      let tax = try order.tax.tax(in: try Money.sum(amounts, in: order.currency), at: band.percent)
      for (place, share) in zip(places, shares(of: tax, by: amounts)) { parts[place].tax = share }
    }
    let taxSum = try Money.sum(parts.map(\.tax), in: order.currency)
    let net = try goods.subtracting(discount).adding(shipping)
    let price = order.tax.included ? net : try net.adding(taxSum)
    let otherwise = try Money.sum(order.paidOtherwise.amounts, in: order.currency)
    let paid = try otherwise.isMore(than: price) ? price : otherwise
    for (place, share) in shares(of: paid, by: parts.map(\.price)).enumerated() { parts[place].paidOtherwise = share }
    self.parts = parts
  }
}

extension OrderContent {
  /// The id that stands for delivery in captures and refunds by line.
  public static let deliveryID = "shipping"

  /// The ids of the lines; see `OrderLine.id`.
  public var lineIDs: [String] {
    let skus = Dictionary(grouping: lines, by: \.sku)
    let ids = Set(lines.compactMap(\.id))
    return lines.enumerated().map { place, line in
      if let id = line.id { return id }
      if skus[line.sku]?.count == 1, line.sku != Self.deliveryID, !ids.contains(line.sku) { return line.sku }
      let number = "\(place + 1)"
      return skus[number] == nil && !ids.contains(number) ? number : "line-\(number)"
    }
  }

  fileprivate func band(_ own: PartTax?) -> PricedOrder.Band? {
    switch own?.rule {
    case .untaxed: nil
    case .asGoods, nil:
      PricedOrder.Band(
        percent: own?.percent ?? tax.percent, kind: (own?.percent == nil ? tax.kind : own?.kind) ?? .general)
    }
  }

  /// The parts of the delivery's price by rate. "As the goods" shares it in proportion to the goods at each rate: as priced, which
  /// shares its net amount by their net amounts.
  fileprivate func delivery(_ price: Money, with goods: [PricedOrder.Part]) -> [(PricedOrder.Band?, Money)] {
    guard shipping?.tax?.rule == .asGoods, goods.contains(where: { $0.amount.isPositive }) else {
      return [(band(shipping?.tax), price)]
    }
    var bands: [PricedOrder.Band?] = []
    for part in goods where !bands.contains(part.band) { bands.append(part.band) }
    let weights = bands.map { band in
      goods.reduce(.zero(currency)) { $1.band == band ? $0 + $1.amount : $0 }
    }
    return Array(zip(bands, shares(of: price, by: weights)))
  }
}

extension TaxRule {
  /// - Throws: `MoneyError.overflow`.
  package func tax(in amount: Money, at percent: Rate) throws(MoneyError) -> Money {
    try included ? amount.includedTax(at: percent, rounding) : amount.tax(at: percent, rounding)
  }
}

extension [NamedAmount]? {
  var amounts: [Money] { self?.map(\.amount) ?? [] }
}

/// Sums of parts of an order whose whole has been added up without overflow.
extension Money {
  fileprivate static func + (left: Money, right: Money) -> Money {
    Money(minorUnits: left.minorUnits &+ right.minorUnits, left.currency)
  }
  fileprivate static func - (left: Money, right: Money) -> Money {
    Money(minorUnits: left.minorUnits &- right.minorUnits, left.currency)
  }
  fileprivate static func += (left: inout Money, right: Money) { left = left + right }
}
