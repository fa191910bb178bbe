import FerryCheckout
import FerryCore
import FerryWeb

/// An order as buyers and operators read it: its lines, and the amounts that add up to the total.
struct OrderSummary {
  let content: OrderContent
  let language: Language
  private var texts: Texts<BuyerTexts> { language.buyerTexts }

  /// Each line with its own discounts below it, and with its rate if another line has another one.
  var lines: HTML {
    let lines = content.lineBodies
    let showsRates = Set(lines.map(\.percent)).count > 1
    return "<ul class=\"lines\">\(lines.map { line($0, rate: showsRates ? $0.percent : nil) })</ul>"
  }

  private func line(_ line: LineBody, rate: Rate?) -> HTML {
    let rate: HTML? = rate.map { " · \($0.display(language))" }
    let discounts = (line.discounts ?? []).map { discount -> HTML in
      "<span class=\"each\">\(discount.name) \(discount.amount.negated, language)</span>"
    }
    return """
      <li class="line"><div><p class="name">\(line.name)<span class="each">\(line.quantity) × \(line.unitPrice, language)\(rate)</span>\
      \(discounts)</p><p class="amount">\(line.amount, language)</p></div></li>
      """
  }

  func totals(_ quote: Quote) -> HTML {
    var rows = [TotalsTable.Row(texts.subtotal, content.goods ?? quote.subtotal, language)]
    rows += reductions(content.discounts)
    rows.append(TotalsTable.Row(texts.shipping, quote.shipping, language))
    let isIncluded = content.tax.included
    rows += quote.taxes.map { TotalsTable.Row(texts.tax($0, isIncluded), $0.tax, language, isWithin: isIncluded) }
    rows += reductions(content.paidOtherwise)
    return TotalsTable(rows, total: TotalsTable.Row(texts.total, quote.total, language)).html
  }

  private func reductions(_ amounts: [NamedAmount]?) -> [TotalsTable.Row] {
    (amounts ?? []).map { TotalsTable.Row($0.name, $0.amount.negated, language) }
  }

  /// The pieces of an operation by lines, and the tax of each rate in its amount.
  func pieces(_ parts: [PricedOrder.Part]) -> [String] {
    parts.lines.map { "\($0.quantity) × \(name(of: $0.id))" }
      + parts.taxes.map { "\(texts.tax($0, true)): \($0.tax.display(language))" }
  }

  /// The name of the line with an id; delivery is no line.
  func name(of id: String) -> String {
    zip(content.lineIDs, content.lines).first { $0.0 == id }?.1.name ?? texts.shipping
  }
}
