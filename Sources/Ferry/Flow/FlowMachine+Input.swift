import FerryCore

extension FlowMachine {
  /// What happens to a passage. Numbers tie an event to the effect that asked for it; one that is no longer waited for
  /// changes nothing.
  enum Input: Sendable {
    /// First of all, once.
    case begin
    /// The shop's backend has created the checkout. `known` is what was kept of it before, if the server has handed out a
    /// checkout that this device had begun already.
    case created(CheckoutHandoff, known: Memory?)
    /// Whether the shop's backend has created it is not known.
    case creationUnknown
    /// The shop's backend has not created it.
    case notCreated
    /// A page asks for a step to be opened.
    case open(CheckoutHandoff)
    case link(AppReturnLink)
    /// A link that has our address and cannot be read.
    case unreadableLink
    case browserClosed(Int)
    case browserFailed(Int, SecureBrowserFailure?)
    case answered(Int, Result<AppCheckoutBody, CallFailure>)
    case decided(Int, ReviewDecision)
    case tick(Int)
    /// The app has come to the foreground, or the network has come back.
    case woken
    /// The buyer does not want to go on.
    case givenUp
    /// What was to be saved could not be: what stood after it in the list of effects was not done.
    case notSaved
  }
}

extension FlowMachine.Input: Redacted {
  var description: String {
    switch self {
    case .begin: "begin"
    case .created(let handoff, _): "created(\(handoff.checkout))"
    case .creationUnknown: "creationUnknown"
    case .notCreated: "notCreated"
    case .open(let handoff): "open(\(handoff.checkout))"
    case .link(let link): "link(\(link.checkout))"
    case .unreadableLink: "unreadableLink"
    case .browserClosed(let number): "browserClosed(\(number))"
    case .browserFailed(let number, _): "browserFailed(\(number))"
    case .answered(let number, .success(let body)): "answered(\(number), \(body.phase.rawValue))"
    case .answered(let number, .failure(let failure)): "answered(\(number), \(failure))"
    case .decided(let number, let decision): "decided(\(number), \(decision))"
    case .tick(let number): "tick(\(number))"
    case .woken: "woken"
    case .givenUp: "givenUp"
    case .notSaved: "notSaved"
    }
  }
}
