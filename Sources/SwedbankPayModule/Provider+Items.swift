import FerryCheckout
import FerryCore
import SwedbankPay

/// An order as the lines of payment orders, captures and reversals state it ("Order items", Swedbank Pay documentation). The
/// lines of a request add up to its amount and its VAT, as Swedbank Pay requires ("Fees and discounts").
struct ItemizedOrder {
  let parts: [PricedOrder.Part]
  private let content: OrderContent
  /// Of each line of the order.
  private let references: [String]

  /// - Throws: `MoneyError`, `OrderProblem`.
  init(_ content: OrderContent, _ quote: Quote) throws {
    self.content = content
    parts = try PricedOrder(content, shipping: quote.shipping).parts
    references = Self.references(content.lines.map(\.sku))
  }

  /// The lines of the payment order.
  /// - Throws: `MoneyError`.
  var charges: [OrderItem] { get throws { try charges(for: parts) } }

  /// The lines of a payment order or of a capture: goods and delivery at their prices before discounts, then one negative line for
  /// the discounts at each rate, and one for what is paid otherwise.
  ///
  /// The last one is a means of payment and has no VAT. But if the VAT is more than what is left to pay, it has the difference,
  /// because the VAT of a payment order is a part of its amount.
  /// - Throws: `MoneyError`.
  func charges(for parts: [PricedOrder.Part]) throws -> [OrderItem] {
    func sum(_ places: some Sequence<Int>, _ amount: KeyPath<PricedOrder.Part, Money>) throws -> Money {
      try Money.sum(places.map { parts[$0][keyPath: amount] }, in: content.currency)
    }
    var vat = parts.map(\.tax)
    var reductions: [OrderItem] = []
    for (first, band) in parts.map(\.band).enumerated() where parts.firstIndex(where: { $0.band == band }) == first {
      let places = parts.indices.filter { parts[$0].band == band }
      let discount = try sum(places, \.discount)
      guard discount.isPositive else { continue }
      let (gross, tax) = (try sum(places, \.gross), try sum(places, \.tax))
      // The parts of single pieces were rounded on their own, so that their tax can be above that of their prices.
      let full = try band.map { try content.tax.tax(in: gross, at: $0.percent) } ?? tax
      let most = try tax.adding(discount)
      let stated = try full.isMore(than: most) ? most : full.orMore(tax)
      for (place, share) in zip(places, shares(of: stated, by: places.map { parts[$0].gross })) { vat[place] = share }
      let less = try stated.subtracting(tax)
      reductions.append(
        item(
          "discount-\(Self.suffix(band))", "Discount", .discount,
          try (content.tax.included ? discount : discount.adding(less)).negated,
          vat: try less.negated, band?.percent))
    }
    let otherwise = try sum(parts.indices, \.paidOtherwise)
    if otherwise.isPositive {
      let (tax, due) = (try sum(parts.indices, \.tax), try sum(parts.indices, \.due))
      let excess = try tax.isMore(than: due) ? tax.subtracting(due) : .zero(content.currency)
      reductions.append(item("gift-card", "Gift card", .discount, try otherwise.negated, vat: try excess.negated, nil))
    }
    return try zip(parts, vat).map { part, vat in
      item(part, try content.tax.included ? part.gross : part.gross.adding(vat), vat: vat)
    } + reductions
  }

  /// The lines of a reversal: what was paid for each part. They are positive, because Swedbank Pay's plugins report that a
  /// reversal takes no other.
  /// - Throws: `MoneyError`.
  func refunds(of parts: [PricedOrder.Part]) throws -> [OrderItem] {
    try parts.filter(\.due.isPositive).map { item($0, $0.due, vat: try $0.tax.isMore(than: $0.due) ? $0.due : $0.tax) }
  }

  /// The line of an amount that no line of the order was named for, with the only rate of the order, or its own average.
  func summary(_ reference: String, _ name: String, _ amount: Money, vat: Money) -> OrderItem {
    var item = item(reference, name, .other, amount, vat: vat, nil)
    let (net, bands) = (amount.minorUnits - vat.minorUnits, Set(parts.map(\.band)))
    if bands.count == 1, let band = bands.first {
      item.vatPercent = Self.percent(band?.percent)
    } else if net > 0, let average = try? vat.scaled(by: 10_000, over: net, .halfUp) {
      item.vatPercent = Int(min(average.minorUnits, 10_000))
    }
    return item
  }

  // MARK: One line

  /// A part's line. If its amount is not the same for each piece, the line is one piece.
  private func item(_ part: PricedOrder.Part, _ amount: Money, vat: Money) -> OrderItem {
    guard let line = part.line else {
      return item("delivery-\(Self.suffix(part.band))", "Delivery", .shippingFee, amount, vat: vat, part.band?.percent)
    }
    let (price, rest) = amount.minorUnits.quotientAndRemainder(dividingBy: Int64(max(1, part.quantity)))
    let name = content.lines[line].name
    var item = item(
      references[line], rest == 0 ? name : "\(part.quantity) x \(name)", .product, amount, vat: vat, part.band?.percent)
    if rest == 0 {
      item.quantity = Quantity(tenThousandths: Int64(part.quantity) * 10_000)
      item.unitPrice = Money(minorUnits: price, amount.currency)
    }
    return item
  }

  private func item(
    _ reference: String, _ name: String, _ kind: OrderItem.Kind, _ amount: Money, vat: Money, _ rate: Rate?
  ) -> OrderItem {
    let text = Self.wireText(name)
    let group = [.shippingFee: "delivery", .discount: "discount"][kind] ?? "goods"
    return OrderItem(
      reference: reference, name: text, kind: kind, itemClass: group, description: text, quantity: 1,
      quantityUnit: "pcs", unitPrice: amount, vatPercent: Self.percent(rate), amount: amount, vatAmount: vat)
  }

  /// Hundredths of a percent, for display: halves are rounded up, so that 8.875 % is 888. Amounts are computed by the exact rate.
  private static func percent(_ rate: Rate?) -> Int { rate.map { Int(($0.thousandths + 5) / 10) } ?? 0 }

  private static func suffix(_ band: PricedOrder.Band?) -> String {
    guard let band else { return "untaxed" }
    return band.percent.percent.replacing(".", with: "-") + (band.kind == .general ? "" : "-\(band.kind.rawValue)")
  }

  // MARK: Texts

  /// The longest name and description: Swedbank Pay's plugins cut descriptions here, because longer ones were refused.
  private static let longestText = 40

  /// A text for Swedbank Pay alone: spaces for white space, `-` for emoji, joiners, `<` and `>`, and no more than 40 UTF-16 code
  /// units of whole characters.
  static func wireText(_ name: String) -> String {
    var text = String(name.map { $0.isWhitespace ? " " : $0.isDoubtful ? "-" : $0 })
    while text.utf16.count > longestText { text.removeLast() }
    return text.allSatisfy(\.isWhitespace) ? "-" : text
  }

  /// The references of lines: the SKU with `-` for each sign that is no ASCII letter or digit, `-` or `_`, as Swedbank Pay's
  /// plugins send it. It is the line's number if the SKU has no letter or digit, stands for another line, or reads like a
  /// reference of ours.
  private static func references(_ skus: [String]) -> [String] {
    let reduced = skus.map { sku in
      String(sku.map { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") ? $0 : "-" })
    }
    let uses = Dictionary(grouping: reduced) { $0 }.mapValues(\.count)
    let isUsable = reduced.map { text in
      uses[text] == 1 && text.contains { $0.isLetter || $0.isNumber }
        && !["discount-", "delivery-", "gift-card"].contains(where: text.hasPrefix)
    }
    // A number may be another line's SKU.
    let numbers = isUsable.contains(false) ? Set(skus.indices.map { "\($0 + 1)" }) : []
    return reduced.enumerated().map { place, text in
      isUsable[place] && !numbers.contains(text) ? text : "\(place + 1)"
    }
  }
}

extension [OrderItem] {
  /// - Throws: `MoneyError.overflow`.
  func vat(in currency: Currency) throws(MoneyError) -> Money { try Money.sum(map(\.vatAmount), in: currency) }
}

extension Money {
  fileprivate var negated: Money { get throws(MoneyError) { try Money.zero(currency).subtracting(self) } }
}

extension Character {
  /// Outside the Basic Multilingual Plane, with an invisible part, or a sign of markup.
  fileprivate var isDoubtful: Bool {
    self == "<" || self == ">"
      || unicodeScalars.contains { scalar in
        scalar.value > 0xFFFF || [.format, .privateUse, .unassigned].contains(scalar.properties.generalCategory)
      }
  }
}
