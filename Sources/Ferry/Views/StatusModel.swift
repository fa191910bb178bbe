public import FerryCore

/// The content of a status view: texts, a spinner, and the buyer's actions.
public struct StatusModel: Hashable, Sendable {
  public var title: String
  public var advice: String
  /// The order's number and the paid amount, after the payment.
  public var details: [String]
  /// True if a spinner turns.
  public var isBusy: Bool
  public var tone: Tone
  public var actions: [Action]
  /// Nil if screen readers announce nothing for this status.
  public var announcement: Announcement?

  /// The colour and symbol. The text alone must tell statuses apart.
  public enum Tone: Hashable, Sendable, CaseIterable {
    case neutral, success, attention
  }

  /// A button below the status.
  public enum Action: Hashable, Sendable, CaseIterable {
    /// `CheckoutFlow.wake`
    case checkAgain
    /// `CheckoutFlow.resume`
    case goOn
    /// `CheckoutFlow.pay`
    case tryAgain
    /// `CheckoutFlow.cancel`
    case cancel
    case close

    public func label(_ language: Language) -> String {
      let texts = language.ferryTexts
      return switch self {
      case .checkAgain: texts.checkAgain
      case .goOn: texts.goOn
      case .tryAgain: texts.tryAgain
      case .cancel: texts.cancel
      case .close: texts.close
      }
    }
  }

  public init(_ status: FlowStatus, _ language: Language) {
    let texts = language.ferryTexts
    let text = texts.text(of: status)
    title = text.title
    advice = text.advice
    isBusy = status.isBusy
    details = []
    if case .ended(.paid(let receipt?)) = status {
      details = [texts.orderNumber(receipt.orderNumber), texts.amountPaid(receipt.total)]
    }
    let look = Self.look(status)
    tone = look.tone
    actions = look.actions
    announcement = look.focus.map { focus in
      Announcement(
        text: texts.joined([texts.sentence(text.title), text.advice]), focus: focus, isUrgent: look.isUrgent)
    }
  }

  /// The model for a view that follows the flow. While a payment is in progress, the view performs the actions itself. After
  /// a result only the app can perform them.
  ///
  /// - Parameter isPerformed: True if the app performs actions after a result. If false, none are shown then.
  public init(following status: FlowStatus, _ language: Language, isPerformed: Bool) {
    self.init(status, language)
    if case .ended = status, !isPerformed { actions = [] }
  }

  private static func look(
    _ status: FlowStatus
  ) -> (tone: Tone, actions: [Action], focus: FocusTarget?, isUrgent: Bool) {
    switch status {
    // The secure browser speaks for itself.
    case .idle, .away: (.neutral, [], nil, false)
    case .starting: (.neutral, [], .unchanged, false)
    case .returning, .openingPayment, .cancelling: (.neutral, [], .title, false)
    case .checking, .confirmingPayment: (.neutral, [.checkAgain], .title, false)
    case .reviewing: (.neutral, [], .review, true)
    case .selectionRefused: (.attention, [], .review, true)
    case .ended(.paid): (.success, [.close], .title, true)
    case .ended(.cancelled): (.neutral, [.close], .title, true)
    case .ended(.nothingToPay): (.success, [.close], .title, true)
    case .ended(.declined): (.attention, [.tryAgain, .close], .title, true)
    case .ended(.notFinished): (.neutral, [.goOn, .cancel], .title, true)
    // No second payment is offered while the first may succeed. But the buyer may have left its page too early: `resume` asks
    // the server, and opens that page again only if it still waits for the buyer.
    case .ended(.confirming): (.neutral, [.goOn, .close], .title, true)
    }
  }
}

/// A screen reader's announcement and its focus, for a new status.
public struct Announcement: Hashable, Sendable {
  public var text: String
  public var focus: FocusTarget
  /// True for a high priority, as for statuses that the buyer waits for.
  public var isUrgent: Bool
}

/// The place on the screen that a status is about.
public enum FocusTarget: Hashable, Sendable, CaseIterable {
  /// The element that keeps the focus.
  case unchanged
  /// The status view's title.
  case title
  /// The review's heading.
  case review
}

extension Texts<FerryTexts> {
  fileprivate func text(of status: FlowStatus) -> TitledText {
    switch status {
    case .idle: self.idle
    case .starting: self.starting
    case .away: self.away
    case .returning: self.returning
    case .checking: self.checking
    case .reviewing: self.reviewing
    case .selectionRefused: self.selectionRefused
    case .openingPayment: self.openingPayment
    case .confirmingPayment: self.confirmingPayment
    case .cancelling: self.cancelling
    case .ended(.paid): self.paid
    case .ended(.declined(.paymentMethodRefused)): self.declinedMethod
    case .ended(.declined(.verificationFailed)): self.declinedVerification
    case .ended(.declined(.refused)): self.declined
    case .ended(.declined(.timedOut)): self.declinedTimedOut
    case .ended(.declined(.notStarted)): self.notStarted
    case .ended(.cancelled): self.cancelled
    case .ended(.nothingToPay): self.nothingToPay
    case .ended(.notFinished): self.notFinished
    case .ended(.confirming): self.unconfirmed
    }
  }
}

/// The call that a checkout screen makes for the buyer.
enum CheckoutRequest: Hashable, Sendable {
  case pay
  case resume(String)
  case cancel(String)

  init?(_ action: StatusModel.Action, after result: CheckoutResult) {
    let checkout = result.isResumable ? result.checkout : nil
    switch (action, checkout) {
    case (.tryAgain, _): self = .pay
    case (.goOn, let checkout?): self = .resume(checkout)
    // The stored item was damaged or has expired. Nothing was charged, so the buyer pays with a new checkout.
    case (.goOn, nil): self = .pay
    case (.cancel, let checkout?): self = .cancel(checkout)
    case (.cancel, nil), (.close, _), (.checkAgain, _): return nil
    }
  }
}

/// The content of a pay button.
struct PayButtonModel: Hashable, Sendable {
  let label: String
  let accessibilityLabel: String
  let accessibilityHint: String
  let isEnabled: Bool

  init(provider: String, _ status: FlowStatus, _ language: Language) {
    let texts = language.ferryTexts
    label = texts.pay(provider)
    isEnabled = status.allowsPayment
    accessibilityLabel = isEnabled ? label : texts.payBusy
    accessibilityHint = isEnabled ? texts.payHint : ""
  }
}
