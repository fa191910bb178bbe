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

  public struct Action: Hashable, Sendable {
    public var kind: Kind
    public var label: String

    public enum Kind: Hashable, Sendable, CaseIterable {
      /// `CheckoutFlow.wake`
      case checkAgain
      /// `CheckoutFlow.resume`
      case goOn
      /// `CheckoutFlow.pay`
      case tryAgain
      /// `CheckoutFlow.cancel`
      case cancel
      case close
    }
  }

  public init(_ status: FlowStatus, _ language: Language) {
    let texts = language.ferryTexts
    title = texts.text(of: status).title
    advice = texts.text(of: status).advice
    isBusy = status.isBusy
    details = Self.details(status, texts)
    tone = Self.tone(status)
    actions = Self.actions(status).map { Action(kind: $0, label: Self.label($0, texts)) }
    announcement = Self.focus(status).map { focus in
      Announcement(
        text: texts.joined([texts.sentence(title), advice]), focus: focus, isUrgent: Self.isUrgent(status))
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

  private static func details(_ status: FlowStatus, _ texts: Texts<FerryTexts>) -> [String] {
    guard case .ended(.paid(let receipt?)) = status else { return [] }
    return [texts.orderNumber(receipt.orderNumber), texts.amountPaid(receipt.total)]
  }

  private static func tone(_ status: FlowStatus) -> Tone {
    switch status {
    case .ended(.paid): .success
    case .selectionRefused, .ended(.declined): .attention
    case .idle, .starting, .away, .returning, .checking, .reviewing, .openingPayment, .confirmingPayment, .cancelling,
      .ended(.cancelled), .ended(.notFinished), .ended(.confirming):
      .neutral
    }
  }

  private static func actions(_ status: FlowStatus) -> [Action.Kind] {
    switch status {
    case .idle, .starting, .away, .returning, .reviewing, .selectionRefused, .openingPayment, .cancelling: []
    case .checking, .confirmingPayment: [.checkAgain]
    case .ended(.paid), .ended(.cancelled): [.close]
    case .ended(.declined): [.tryAgain, .close]
    case .ended(.notFinished): [.goOn, .cancel]
    // No second payment is offered while the first may succeed. But the buyer may have left its page too early: `resume` asks
    // the server, and opens that page again only if it still waits for the buyer.
    case .ended(.confirming): [.goOn, .close]
    }
  }

  private static func label(_ kind: Action.Kind, _ texts: Texts<FerryTexts>) -> String {
    switch kind {
    case .checkAgain: texts.checkAgain
    case .goOn: texts.goOn
    case .tryAgain: texts.tryAgain
    case .cancel: texts.cancel
    case .close: texts.close
    }
  }

  private static func focus(_ status: FlowStatus) -> FocusTarget? {
    switch status {
    // The secure browser speaks for itself.
    case .idle, .away: nil
    case .starting: .unchanged
    case .returning, .checking, .openingPayment, .confirmingPayment, .cancelling, .ended: .title
    case .reviewing, .selectionRefused: .review
    }
  }

  private static func isUrgent(_ status: FlowStatus) -> Bool {
    switch status {
    case .ended, .reviewing, .selectionRefused: true
    case .idle, .starting, .away, .returning, .checking, .openingPayment, .confirmingPayment, .cancelling: false
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
