import FerryCore
import FerryWeb
import HTTPTypes

struct CheckoutPage {
  let frame: ShopFrame
  let state: CheckoutBody
  let provider: String
  /// Nil if it is not known.
  let journey: ProviderBody.Journey?
  let earlier: EarlierReview?
  let change: ShopChange?
  /// The address that the shop asked for; nil if the buyer selects it at the provider.
  let delivery: Delivery?
  /// The order's.
  let catalogue: Catalogue
  /// The button that the buyer chose; nil for the provider's usual one.
  let option: PaymentOption?

  var page: Page {
    switch state.stage {
    case .selecting where state.selectionRefusal != nil: outcome(.undeliverable(state.selectionRefusal))
    case .selecting: outcome(state.review == nil ? .selecting : .changing)
    case .checking: waiting(.checking(isChange: state.review != nil))
    case .reviewing:
      if let review = state.review {
        ReviewPage(checkout: self, review: review).page
      } else {
        waiting(.confirming)
      }
    case .opening: waiting(.opening)
    case .paying: waiting(.paying(journey))
    case .closing: waiting(state.isPending ? .cancellingPending : .cancelling)
    // A paid checkout leads to the thank-you page.
    case .confirming, .paid: waiting(state.isPending ? .pending : .confirming)
    case .declined: outcome(.declined(state.declineReason, MoneyLeft(state.payment)))
    case .cancelled: outcome(.cancelled(MoneyLeft(state.payment)))
    case .expired: outcome(.expired(MoneyLeft(state.payment)))
    case .held: outcome(.held)
    }
  }

  private func waiting(_ kind: WaitingPage.Kind) -> Page {
    WaitingPage(frame: frame, kind: kind, provider: provider, state: state, isOtherOrder: change != nil).page
  }

  private func outcome(_ kind: OutcomePage.Kind) -> Page {
    OutcomePage(frame: frame, kind: kind, provider: provider).page
  }
}

/// A page without content to act on. Screen readers announce it. It asks for the phase by script, and reloads itself where
/// scripts do not run.
struct WaitingPage {
  enum Kind {
    /// Ferry asks the provider for the buyer's selection.
    case checking(isChange: Bool)
    /// Ferry asks the provider for its payment page.
    case opening
    case confirming
    /// The provider decides about the payment, which may take days.
    case pending
    /// The provider waits for the buyer.
    case paying(ProviderBody.Journey?)
    case cancelling
    /// The provider ends nothing while it decides about the payment.
    case cancellingPending
  }

  let frame: ShopFrame
  let kind: Kind
  let provider: String
  /// The page reloads when the checkout's place is another.
  let state: CheckoutBody
  /// True if the buyer has another cart, country or currency now.
  let isOtherOrder: Bool

  var page: Page {
    let (title, rest) = content
    return frame.page(
      title: title, head: "<noscript><meta http-equiv=\"refresh\" content=\"5\"></noscript>\n",
      body: """
        <div class="message" data-phase="\(state.place)"><h1 tabindex="-1" data-focus>\(HTML(heading: title))</h1>\(otherOrder)\(rest)</div>
        """)
  }

  private var otherOrder: HTML? {
    let isCancelled = if case .cancellingPending = kind { true } else { false }
    guard isOtherOrder || isCancelled, state.isUnderWay, let review = state.review else { return nil }
    return Notice(
      .info, title: texts.orderWaiting(review.total), isCancelled ? texts.cartWaits : texts.otherOrderAdvice,
      actions: frame.link("/#cart", texts.backToCart, .quiet)
    ).html
  }

  private var content: (title: String, rest: HTML) {
    let cancel = frame.post("/checkout/cancel", texts.cancelCheckout, .secondary)
    let again = frame.link("/checkout", texts.checkAgain, .secondary)
    switch kind {
    case .checking(let isChange):
      let leave = isChange ? frame.post("/checkout/keep", texts.keepSelection, .secondary) : cancel
      return (texts.checkingTitle, waiting(texts.checking, texts.checkingAdvice(provider), leave))
    case .opening: return (texts.openingTitle, waiting(texts.opening, texts.openingAdvice(provider), cancel))
    case .confirming:
      return (texts.confirmingTitle, waiting(texts.confirming, texts.confirmingAdvice(provider), again))
    case .pending:
      let page: HTML =
        state.canBegin
        ? "<p>\(texts.pendingPageAdvice(provider))</p>\(actions(frame.post("/checkout/continue", texts.continueAt(provider))))"
        : .empty
      return (texts.pendingTitle, still(texts.pending, page, again + cancel))
    case .paying(let journey):
      let advice = journey == .selectThenPay ? texts.payingAdvice(provider) : texts.payingAtProviderAdvice(provider)
      let declined = state.declineReason.map { "<p>\(texts.attemptDeclined($0, provider))</p>" as HTML } ?? .empty
      let rest: HTML = """
        \(declined)<p role="status">\(advice)</p>\
        \(actions(frame.post("/checkout/continue", texts.continuePayment) + cancel))
        """
      return (texts.payingTitle, rest)
    case .cancelling:
      return (texts.cancellingTitle, Spinner(texts.cancelling(provider)).html + actions(again))
    case .cancellingPending:
      return (texts.cancellingPendingTitle, still(texts.cancellingPending(provider), .empty, again))
    }
  }

  private func waiting(_ label: String, _ advice: String, _ actions: HTML) -> HTML {
    "\(Spinner(label).html)<p>\(advice)</p>\(self.actions(actions))"
  }

  /// Without a spinner: it takes too long to look at one.
  private func still(_ label: String, _ page: HTML, _ actions: HTML) -> HTML {
    let order = OrderFacts(
      frame: frame, number: state.orderNumber, amount: state.review.map { (texts.total, $0.total) })
    return """
      <p role="status">\(label)</p>\(page)<p>\(texts.confirmingAdvice(provider))</p>\(order.html)\(self.actions(actions))
      """
  }

  private func actions(_ actions: HTML) -> HTML { "<div class=\"actions\">\(actions)</div>" }

  private var texts: Texts<ShopTexts> { frame.texts }
}

/// A page with one message and the next action: the end of a checkout, or the reason why it cannot continue now.
struct OutcomePage {
  enum Kind {
    /// The buyer still has to select at the provider.
    case selecting
    /// The buyer left the provider's pages during a change.
    case changing
    /// With the server's word for the reason.
    case undeliverable(String?)
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
    case .undeliverable(let reason):
      let actions = frame.post("/checkout/continue", texts.selectOtherAddress) + cancel
      let advice = [
        "region-not-served": texts.regionAdvice, "post-office-box": texts.postOfficeBoxAdvice,
        "packstation": texts.packstationAdvice,
      ]
      return (.ok, texts.undeliverableTitle, reason.flatMap { advice[$0] } ?? texts.undeliverableAdvice, actions)
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
