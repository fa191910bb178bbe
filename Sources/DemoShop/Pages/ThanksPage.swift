import FerryCore
import FerryWeb

/// The last paid order.
struct ThanksPage {
  let frame: ShopFrame
  let receipt: Receipt

  var page: Page {
    frame.page(title: frame.text(.thanksTitle), body: body)
  }

  private var body: HTML {
    """
    <div class="message">\(Self.mark)<h1 tabindex="-1" data-focus>\(HTML(heading: frame.text(.thanksTitle)))</h1>\
    <p role="status">\(frame.text(.thanksAdvice))</p>\
    <section class="panel"><dl class="facts">\
    <div class="fact"><dt>\(frame.text(.orderNumber))</dt><dd class="number">\(receipt.orderNumber)</dd></div>\
    \(receipt.total.map(amount))</dl></section>\
    <div class="actions">\(("/" as Link).button(frame.text(.keepShopping)))</div></div>
    """
  }

  private func amount(_ total: Money) -> HTML {
    "<div class=\"fact\"><dt>\(frame.text(.amountPaid))</dt><dd class=\"price\">\(total)</dd></div>"
  }

  private static let mark: HTML = """
    <span class="mark" aria-hidden="true"><svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2.5" \
    stroke-linecap="round" stroke-linejoin="round"><path d="M5 12.5l4.5 4.5L19 7.5"/></svg></span>
    """
}
