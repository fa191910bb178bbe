import FerryCore
import FerryWeb

/// The last paid order.
struct ThanksPage {
  let frame: ShopFrame
  let receipt: Receipt
  /// The order's, for the parts that Ferry keeps: items and, until it is erased, the address. Nil if Ferry does not answer.
  let state: CheckoutState?
  /// The order's.
  let catalogue: Catalogue
  /// The order's page among the operations pages; nil for none.
  let timeline: Link?

  var page: Page { frame.page(title: frame.texts.thanksTitle, body: body) }

  private var body: HTML {
    """
    <div class="message">\(Self.mark)<h1 tabindex="-1" data-focus>\(HTML(heading: frame.texts.thanksTitle))</h1>\
    <p role="status">\(advice)</p>\
    \(OrderFacts(frame: frame, number: receipt.orderNumber, amount: amount, others: others).html)</div>
    \(summary.map { $0.itemsPanel() + $0.addressPanel() })
    <div class="actions">\(frame.link("/", frame.texts.keepShopping))\(timeline.map { frame.link($0, frame.texts.timeline, .secondary) })</div>\
    \(if: timeline != nil, "<p class=\"fine\">\(frame.texts.timelineAdvice)</p>")
    """
  }

  private var summary: OrderSummary? {
    state?.review.map {
      OrderSummary(frame: frame, review: $0, delivery: receipt.order?.delivery, catalogue: catalogue)
    }
  }

  /// The amount may have been captured, released or refunded since the receipt was written.
  private var status: PaymentBody.ShownStatus {
    state?.payment?.shownStatus ?? (receipt.isReserved == true ? .reserved : .paid)
  }

  private var advice: String {
    switch status {
    case .paid: frame.texts.thanksAdvice
    case .reserved: frame.texts.reservedAdvice
    case .released: frame.texts.releasedAdvice
    case .refunded: frame.texts.refundedAdvice
    }
  }

  private var amount: (title: String, amount: Money)? {
    let payment = state?.payment
    return switch status {
    case .paid: (payment?.captured ?? receipt.total).map { (frame.texts.amountPaid, $0) }
    case .reserved: (payment?.capturable ?? receipt.total).map { (frame.texts.amountReserved, $0) }
    case .released, .refunded: nil
    }
  }

  private var others: [(title: String, value: String)] {
    [
      (receipt.method ?? state?.review?.paymentDescriptor).map { (frame.texts.paymentMethod, $0) },
      receipt.authorizationCode.map { (frame.texts.authorizationCode, $0) },
    ].compactMap(\.self)
  }

  private static let mark: HTML = """
    <span class="mark" aria-hidden="true"><svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2.5" \
    stroke-linecap="round" stroke-linejoin="round"><path d="M5 12.5l4.5 4.5L19 7.5"/></svg></span>
    """
}

/// The number and the amount of an order, and what else is known about its payment.
struct OrderFacts {
  let frame: ShopFrame
  let number: String
  let amount: (title: String, amount: Money)?
  var others: [(title: String, value: String)] = []

  var html: HTML {
    """
    <section class="panel"><dl class="facts">\(fact(frame.texts.orderNumber, "<dd class=\"number\">\(number)</dd>"))\
    \(amount.map { fact($0.title, "<dd class=\"price\">\($0.amount, frame.language)</dd>") })\
    \(others.map { fact($0.title, "<dd>\($0.value)</dd>") })</dl></section>
    """
  }

  private func fact(_ title: String, _ value: HTML) -> HTML {
    "<div class=\"fact\"><dt>\(title)</dt>\(value)</div>"
  }
}
