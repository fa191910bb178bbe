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
  let provider: String

  var page: Page {
    let (status, title, advice, actions) = content
    return frame.page(
      status: status, title: title,
      body: """
        <div class="message"><h1 tabindex="-1" data-focus>\(HTML(heading: title))</h1>\
        <p role="status">\(advice)</p><div class="actions">\(actions)</div></div>
        """)
  }

  private var content: (status: HTTPResponse.Status, title: String, advice: String, actions: HTML) {
    let texts = frame.texts
    let continuing = texts.continueAt(provider)
    let cancel = frame.post("/checkout/cancel", texts.cancelCheckout, .secondary)
    let backToCart = frame.link("/", texts.backToCart, .secondary)
    switch kind {
    case .selecting:
      let advice = texts.selectingAdvice(provider)
      return (.ok, texts.selectingTitle(provider), advice, frame.post("/checkout", continuing) + cancel)
    case .changing:
      let actions =
        frame.post("/checkout/keep", texts.keepSelection) + frame.post("/checkout/continue", continuing, .secondary)
      return (.ok, texts.changingTitle, texts.changingAdvice, actions)
    case .undeliverable:
      let actions = frame.post("/checkout/continue", texts.selectOtherAddress) + cancel
      return (.ok, texts.undeliverableTitle, texts.undeliverableAdvice, actions)
    case .declined(let reason, let money):
      let actions = frame.post("/checkout", texts.payAnotherWay) + backToCart
      return (
        .ok, reason == .notStarted ? texts.notStartedTitle : texts.declinedTitle,
        money.advice(texts) ?? texts.declinedAdvice(reason), actions
      )
    case .cancelled(let money):
      return (
        .ok, texts.cancelledTitle, money.advice(texts) ?? texts.cancelledAdvice, frame.link("/", texts.backToCart)
      )
    case .expired(let money):
      return (.ok, texts.expiredTitle, money.advice(texts) ?? texts.expiredAdvice, frame.link("/", texts.backToCart))
    case .held: return (.ok, texts.heldTitle, texts.heldAdvice, frame.link("/checkout", texts.checkAgain, .secondary))
    case .unreachable:
      let actions = frame.post("/checkout", texts.tryAgain) + backToCart
      return (.serviceUnavailable, texts.unreachableTitle, texts.unreachableAdvice, actions)
    case .unknown:
      return (.serviceUnavailable, texts.unknownTitle, texts.unknownAdvice, frame.link("/checkout", texts.seeCheckout))
    case .busy:
      return (.tooManyRequests, texts.busyTitle, texts.busyAdvice, frame.link("/checkout", texts.tryAgain) + backToCart)
    case .refused: return (.conflict, texts.refusedTitle, texts.refusedAdvice, frame.link("/", texts.backToCart))
    }
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
    if payment.kept.isPositive {
      self = .returning(payment.kept)
    } else if payment.captured.isPositive {
      self = .returned(payment.captured)
    } else if payment.capturable.isPositive {
      self = .reserved(payment.capturable)
    } else {
      self = .none
    }
  }

  fileprivate func advice(_ texts: Texts<ShopTexts>) -> String? {
    switch self {
    case .none: nil
    case .reserved(let amount): texts.moneyReserved(amount)
    case .returning(let amount): texts.moneyReturning(amount)
    case .returned(let amount): texts.moneyReturned(amount)
    }
  }
}
