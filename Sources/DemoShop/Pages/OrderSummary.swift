import FerryCore
import FerryWeb

/// The parts of an order that the review and the thank-you page show alike: items, amounts and address.
struct OrderSummary {
  let frame: ShopFrame
  let review: ReviewBody
  /// The address that the shop asked for; nil if the buyer selected it at the provider.
  let delivery: Delivery?
  /// The order's.
  let catalogue: Catalogue

  private var texts: Texts<ShopTexts> { frame.texts }

  /// - Parameter end: The HTML below the amounts.
  func itemsPanel(end: HTML = .empty) -> HTML {
    """
    <section class="panel"><h2>\(texts.items)</h2><ul class="lines">\(review.lines.map(line))</ul>\(totals)\(end)</section>
    """
  }

  /// Nothing without an address.
  func addressPanel(action: HTML = .empty) -> HTML {
    address.isEmpty
      ? .empty
      : Panel(texts.deliverTo, action: action, body: AddressBlock(address, language: addressLanguage).html).html
  }

  private var address: [String] {
    let address = delivery?.address ?? review.shippingAddress
    return address?.writtenLines(country: country(of: address)) ?? []
  }

  /// The name of the order's country, else the code.
  private func country(of address: AddressBody?) -> String? {
    address?.country == catalogue.market.country ? catalogue.market.name[frame.language] : address?.country
  }

  private var addressLanguage: Language? {
    review.shippingAddress?.isJapanese == true && frame.language != .japanese ? .japanese : nil
  }

  private func line(_ line: LineBody) -> HTML {
    """
    <li class="line"><figure>\(catalogue.product(sku: line.sku)?.drawing)</figure>\
    <div><p class="name">\(line.name)<span class="each">\(texts.quantity(line.quantity))</span></p>\
    <p class="amount">\(line.amount, frame.language)</p></div></li>
    """
  }

  private var totals: HTML {
    func row(_ label: String, _ amount: Money) -> TotalsTable.Row {
      TotalsTable.Row(label, amount, frame.language)
    }
    var rows = [row(texts.subtotal, review.subtotal), row(texts.shipping, review.shipping)]
    if !review.taxIncluded { rows.append(row(texts.tax, review.tax)) }
    return TotalsTable(
      rows, total: row(texts.total, review.total),
      note: review.taxIncluded ? texts.containedTax(review.tax) : nil
    ).html
  }
}
