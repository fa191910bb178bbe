public import FerryCore

/// The progress of a payment, for the app's screen. `StatusModel` has a text and an announcement for each.
public enum FlowStatus: Hashable, Sendable {
  case idle
  /// The checkout is being created, or the provider's page is about to open.
  case starting
  /// The buyer is in the secure browser, which covers the app.
  case away(RedirectStep)
  /// The buyer came back by a link, and the app claims it.
  case returning
  /// The browser is closed, and the app asks the server.
  case checking
  case reviewing
  /// The shop cannot accept the buyer's selection. They can select again or cancel.
  case selectionRefused
  /// The buyer has agreed, and the payment page is about to open.
  case openingPayment
  /// Never shown as failed.
  case confirmingPayment
  case cancelling
  case ended(CheckoutOutcome)

  /// True if the flow works without the buyer.
  public var isBusy: Bool {
    switch self {
    case .idle, .away, .reviewing, .selectionRefused, .ended: false
    case .starting, .returning, .checking, .openingPayment, .confirmingPayment, .cancelling: true
    }
  }

  /// True if a pay button is enabled: no payment is in progress, and none may still succeed.
  public var allowsPayment: Bool {
    switch self {
    case .idle: true
    case .ended(let outcome): outcome != .confirming
    default: false
    }
  }
}

extension FlowMachine {
  var status: FlowStatus {
    switch state {
    case .ready, .creating: .starting
    case .following(let following): following.status
    case .finished(.result(let result), _): .ended(result)
    case .finished: .idle
    }
  }
}

extension FlowMachine.Following {
  var status: FlowStatus {
    // During a claim the browser is still open.
    if case .claim = asked?.call.call { return .returning }
    if let browser { return .away(browser.step) }
    if isGivenUp { return .cancelling }
    if let question { return question.review.canBuy ? .reviewing : .selectionRefused }
    switch view?.phase {
    case nil, .open: return closedStep == nil && memory.trip == nil ? .starting : .checking
    case .selecting: return .checking
    case .reviewing:
      if case .confirm = asked?.call.call { return .openingPayment }
      return .checking
    case .authorizing: return .openingPayment
    case .paying: return closedStep == .pay ? .confirmingPayment : .openingPayment
    case .settling, .held, .unrecognised, .paid, .declined, .cancelled, .expired: return .confirmingPayment
    case .closing: return .cancelling
    }
  }
}
