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
      status: status, title: frame.text(title),
      body: """
        <div class="message"><h1 tabindex="-1" data-focus>\(HTML(heading: frame.text(title)))</h1>\
        <p role="status">\(frame.text(advice))</p><div class="actions">\(actions)</div></div>
        """)
  }

  private var content: (status: HTTPResponse.Status, title: ShopText, advice: ShopText, actions: HTML) {
    let continuing = ShopText.continueAt(provider)
    let cancel = frame.post("/checkout/cancel", .cancelCheckout, .secondary)
    let backToCart = frame.link("/", .backToCart, .secondary)
    switch kind {
    case .selecting:
      let advice = ShopText.selectingAdvice(provider)
      return (.ok, .selectingTitle(provider), advice, frame.post("/checkout", continuing) + cancel)
    case .changing:
      let actions =
        frame.post("/checkout/keep", .keepSelection) + frame.post("/checkout/continue", continuing, .secondary)
      return (.ok, .changingTitle, .changingAdvice, actions)
    case .undeliverable:
      let actions = frame.post("/checkout/continue", .selectOtherAddress) + cancel
      return (.ok, .undeliverableTitle, .undeliverableAdvice, actions)
    case .declined(let reason, let money):
      let actions = frame.post("/checkout", .payAnotherWay) + backToCart
      return (.ok, .declinedTitle(reason), money.advice ?? .declinedAdvice(reason), actions)
    case .cancelled(let money):
      return (.ok, .cancelledTitle, money.advice ?? .cancelledAdvice, frame.link("/", .backToCart))
    case .expired(let money):
      return (.ok, .expiredTitle, money.advice ?? .expiredAdvice, frame.link("/", .backToCart))
    case .held: return (.ok, .heldTitle, .heldAdvice, frame.link("/checkout", .checkAgain, .secondary))
    case .unreachable:
      let actions = frame.post("/checkout", .tryAgain) + backToCart
      return (.serviceUnavailable, .unreachableTitle, .unreachableAdvice, actions)
    case .unknown:
      return (.serviceUnavailable, .unknownTitle, .unknownAdvice, frame.link("/checkout", .seeCheckout))
    case .busy: return (.tooManyRequests, .busyTitle, .busyAdvice, frame.link("/checkout", .tryAgain) + backToCart)
    case .refused: return (.conflict, .refusedTitle, .refusedAdvice, frame.link("/", .backToCart))
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

  fileprivate var advice: ShopText? {
    switch self {
    case .none: nil
    case .reserved(let amount): .moneyReserved(amount)
    case .returning(let amount): .moneyReturning(amount)
    case .returned(let amount): .moneyReturned(amount)
    }
  }
}
