import Crypto
import FerryCore
import FerryWeb

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What the buyer agrees to by pressing Buy.
struct ReviewPage {
  let frame: ShopFrame
  let csrf: HTML
  let review: ReviewBody
  /// What has changed since the buyer pressed Buy; empty when nothing has.
  let changes: [Change]
  let catalogue: Catalogue

  /// What a review can differ in from the one that the buyer saw.
  enum Change: String, CaseIterable {
    case address, payment, total, other
  }

  var page: Page {
    frame.page(title: text(.reviewTitle), width: .wide, body: body)
  }

  private func text(_ text: ShopText) -> String { frame.text(text) }

  private var body: HTML {
    """
    <div class="intro"><h1>\(text(.reviewTitle))</h1><p class="lead">\(text(.reviewAdvice))</p></div>
    \(notice)<div class="columns">
    <div>\(addressPanel)\(paymentPanel)\(buyerPanel)</div>
    <aside><section class="panel"><h2>\(text(.items))</h2><ul class="lines">\(review.lines.map(line))</ul>\(totals)\
    \(buyForm)</section>\(cancelForm)</aside>
    </div>
    """
  }

  private var address: [String] { review.shippingAddress?.writtenLines ?? [] }

  private var addressLanguage: Language? {
    review.shippingAddress?.isJapanese == true && frame.language != .japanese ? .japanese : nil
  }

  private var buyer: [String] { [review.buyer?.name, review.buyer?.email].compactMap { $0 } }

  private var notice: HTML {
    guard !changes.isEmpty else { return .empty }
    let sentences = changes.map { change -> HTML in
      switch change {
      case .address: "<p>\(text(.changedAddress))</p>"
      case .payment: "<p>\(text(.changedPayment))</p>"
      case .total: "<p>\(text(.changedTotal))</p>"
      case .other: "<p>\(text(.changedOther))</p>"
      }
    }
    return """
      <div class="notice warning" role="alert"><strong>\(text(.reviewChanged))</strong>\(sentences)</div>

      """
  }

  private var addressPanel: HTML {
    address.isEmpty
      ? .empty
      : Panel(
        text(.deliverTo), action: changeForm("address", label: text(.changeAddress)),
        body: AddressBlock(address, language: addressLanguage).html
      ).html
  }

  private var paymentPanel: HTML {
    Panel(
      text(.paymentMethod), action: changeForm("payment", label: text(.changePayment)),
      body: "<p>\(review.paymentDescriptor ?? "Amazon Pay")</p>"
    ).html
  }

  private var buyerPanel: HTML {
    buyer.isEmpty ? .empty : Panel(text(.buyer), body: AddressBlock(buyer).html).html
  }

  private func changeForm(_ part: HTML, label: String) -> HTML {
    """
    <form method="post" action="\("/checkout/change" as Link)" data-leaves>\(csrf)\
    <button class="button quiet" name="part" value="\(part)" aria-label="\(label)">\(text(.change))</button></form>
    """
  }

  private func line(_ line: LineBody) -> HTML {
    """
    <li class="line"><figure>\(catalogue.product(sku: line.sku)?.drawing.svg)</figure>\
    <p class="name">\(line.name)<span class="each">\(text(.quantity(line.quantity)))</span></p>\
    <p class="amount">\(line.amount)</p></li>
    """
  }

  private var totals: HTML {
    var rows = [TotalsTable.Row(text(.subtotal), review.subtotal)]
    rows.append(TotalsTable.Row(text(.shipping), review.shipping))
    if !review.taxIncluded { rows.append(TotalsTable.Row(text(.tax), review.tax)) }
    return TotalsTable(
      rows, total: TotalsTable.Row(text(.total), review.total),
      note: review.taxIncluded ? text(.containedTax(review.tax)) : nil
    ).html
  }

  /// Names what is bought as shown, so that nothing else can be bought by it.
  private var buyForm: HTML {
    """
    <form class="actions" method="post" action="\("/checkout/confirm" as Link)" data-leaves>\(csrf)\
    <input type="hidden" name="revision" value="\(review.revision)">\
    <input type="hidden" name="total" value="\(review.total.decimal)">\
    <input type="hidden" name="currency" value="\(review.total.currency.code)">\
    <input type="hidden" name="seen" value="\(Seen(review).text)">\
    \(Button(text(.buy(review.total)), isWide: true).html)</form><p class="fine">\(text(.buyAdvice))</p>
    """
  }

  private var cancelForm: HTML {
    """
    <form class="actions" method="post" action="\("/checkout/cancel" as Link)">\(csrf)\
    \(Button(text(.cancelCheckout), .quiet, isWide: true).html)</form>
    """
  }

  /// A digest of each part of a review, by which a later one can be said to differ.
  struct Seen: Equatable {
    let address: String
    let payment: String
    let total: String

    init(address: String, payment: String, total: String) {
      self.address = address
      self.payment = payment
      self.total = total
    }

    init(_ review: ReviewBody) {
      self.init(
        address: Self.digest(review.shippingAddress?.writtenLines ?? []),
        payment: Self.digest([review.paymentDescriptor ?? ""]),
        total: Self.digest([review.total.description]))
    }

    /// Reads what a form brings back; nil for anything else.
    init?(_ text: String) {
      let parts = text.split(separator: ".").map(String.init)
      guard parts.count == 3 else { return nil }
      self.init(address: parts[0], payment: parts[1], total: parts[2])
    }

    var text: String { "\(address).\(payment).\(total)" }

    func changes(to other: Seen) -> [Change] {
      var changes: [Change] = []
      if address != other.address { changes.append(.address) }
      if payment != other.payment { changes.append(.payment) }
      if total != other.total { changes.append(.total) }
      return changes.isEmpty ? [.other] : changes
    }

    private static func digest(_ texts: [String]) -> String {
      Base64URL.encode(SHA256.hash(data: Data(texts.joined(separator: "\n").utf8)).prefix(6))
    }
  }
}
