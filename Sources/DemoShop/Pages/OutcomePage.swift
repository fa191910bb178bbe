import FerryCore
import FerryWeb
import HTTPTypes

/// A page with one message and the next action: the end of a checkout, or the reason why it cannot continue now.
struct OutcomePage {
  enum Kind {
    /// The buyer still has to select at the provider.
    case selecting
    /// The buyer left the provider's pages during a change.
    case changing
    /// The shop does not deliver to the selected address.
    case undeliverable
    case declined(DeclineReason?, MoneyLeft)
    case cancelled(MoneyLeft)
    case expired(MoneyLeft)
    case held
    /// No checkout exists, so that nothing can have been charged.
    case unreachable
    /// A request was sent, and its outcome is unknown.
    case unknown
    case busy
    case refused
  }

  let frame: ShopFrame
  let kind: Kind
  /// The provider's name for buyers.
  let provider: String
  let csrf: HTML

  var page: Page {
    frame.page(status: status, title: title, body: body)
  }

  private func text(_ text: ShopText) -> String { frame.text(text) }

  private var status: HTTPResponse.Status {
    switch kind {
    case .selecting, .changing, .undeliverable, .declined, .cancelled, .expired, .held: .ok
    case .unreachable, .unknown: .serviceUnavailable
    case .busy: .tooManyRequests
    case .refused: .conflict
    }
  }

  private var title: String {
    switch kind {
    case .selecting: text(.selectingTitle(provider))
    case .changing: text(.changingTitle)
    case .undeliverable: text(.undeliverableTitle)
    case .declined(let reason, _): text(.declinedTitle(reason))
    case .cancelled: text(.cancelledTitle)
    case .expired: text(.expiredTitle)
    case .held: text(.heldTitle)
    case .unreachable: text(.unreachableTitle)
    case .unknown: text(.unknownTitle)
    case .busy: text(.busyTitle)
    case .refused: text(.refusedTitle)
    }
  }

  private var advice: String {
    switch kind {
    case .selecting: text(.selectingAdvice(provider))
    case .changing: text(.changingAdvice)
    case .undeliverable: text(.undeliverableAdvice)
    case .declined(let reason, let money): advice(money) ?? text(.declinedAdvice(reason))
    case .cancelled(let money): advice(money) ?? text(.cancelledAdvice)
    case .expired(let money): advice(money) ?? text(.expiredAdvice)
    case .held: text(.heldAdvice)
    case .unreachable: text(.unreachableAdvice)
    case .unknown: text(.unknownAdvice)
    case .busy: text(.busyAdvice)
    case .refused: text(.refusedAdvice)
    }
  }

  /// Nil if nothing was charged.
  private func advice(_ money: MoneyLeft) -> String? {
    switch money {
    case .none: nil
    case .reserved(let amount): text(.moneyReserved(amount))
    case .returning(let amount): text(.moneyReturning(amount))
    case .returned(let amount): text(.moneyReturned(amount))
    }
  }

  private var body: HTML {
    """
    <div class="message"><h1 tabindex="-1" data-focus>\(HTML(heading: title))</h1><p role="status">\(advice)</p>\
    <div class="actions">\(actions)</div></div>
    """
  }

  private var actions: HTML {
    let backToCart = ("/" as Link).button(text(.backToCart), .secondary)
    return switch kind {
    case .selecting:
      post("/checkout", .continueAt(provider)) + post("/checkout/cancel", .cancelCheckout, .secondary)
    case .changing:
      post("/checkout/keep", .keepSelection) + post("/checkout/continue", .continueAt(provider), .secondary)
    case .undeliverable:
      post("/checkout/continue", .selectOtherAddress) + post("/checkout/cancel", .cancelCheckout, .secondary)
    case .declined: post("/checkout", .payAnotherWay) + backToCart
    case .cancelled, .expired: ("/" as Link).button(text(.backToCart))
    case .held: ("/checkout" as Link).button(text(.checkAgain), .secondary)
    case .unreachable: post("/checkout", .tryAgain) + backToCart
    case .unknown: ("/checkout" as Link).button(text(.seeCheckout))
    case .busy: ("/checkout" as Link).button(text(.tryAgain)) + backToCart
    case .refused: ("/" as Link).button(text(.backToCart))
    }
  }

  private func post(_ link: Link, _ title: ShopText, _ style: Button.Style = .primary) -> HTML {
    "<form method=\"post\" action=\"\(link)\" data-leaves>\(csrf)\(Button(text(title), style).html)</form>"
  }
}

/// The money of a checkout that ended without being paid.
enum MoneyLeft: Hashable, Sendable {
  /// Nothing was charged.
  case none
  /// Nothing was charged, and money is still reserved on the buyer's card.
  case reserved(Money)
  /// Charged; the refund is under way.
  case returning(Money)
  case returned(Money)

  init(_ payment: PaymentBody?) {
    guard let payment else {
      self = .none
      return
    }
    // If the amounts cannot be subtracted, assume that nothing was refunded.
    let kept = (try? payment.captured.subtracting(payment.refunded)) ?? payment.captured
    if kept.isPositive {
      self = .returning(kept)
    } else if payment.captured.isPositive {
      self = .returned(payment.captured)
    } else if payment.capturable.isPositive {
      self = .reserved(payment.capturable)
    } else {
      self = .none
    }
  }
}

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
