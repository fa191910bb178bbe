import FerryCore

extension FlowMachine {
  /// An event. Numbers tie an event to the effect that asked for it; an event with another number changes nothing.
  enum Input: Sendable {
    case begin
    /// The shop's backend has created the checkout. `known` is the stored memory, if the server returned a checkout that
    /// this device had started before.
    case created(CheckoutHandoff, known: Memory?)
    case creationUnknown
    case notCreated
    case open(CheckoutHandoff)
    case link(AppReturnLink)
    /// A link has our address and cannot be read.
    case unreadableLink
    case browserClosed(Int)
    case browserFailed(Int, SecureBrowserFailure?)
    case answered(Int, Result<AppCheckoutBody, CallFailure>)
    case decided(Int, ReviewDecision)
    case tick(Int)
    /// The app came to the foreground, or the network came back.
    case woken
    case givenUp
    /// A save failed. The flow has skipped every effect after it.
    case notSaved
  }

  /// An action for the flow to perform, in the order of the list. `save` and `close` are complete before the next begins; the
  /// others report back by inputs.
  enum Effect: Hashable, Sendable {
    case save(Memory)
    case forget
    case create(Challenge)
    case open(Int, RedirectStep, ticket: String)
    case close
    case call(Int, AppCall, key: String)
    case review(Int, CheckoutReview)
    /// Report back by `tick`. It replaces an earlier wait.
    case wait(Int, RetryDelay)
    case tell(FlowNotice)
    case finish(Outcome)
  }

  enum Outcome: Hashable, Sendable {
    case result(CheckoutOutcome)
    /// The page continues.
    case page(PhaseName?)
    case failure(FlowFailure)
    /// The flow throws the error of the shop's backend.
    case notCreated
  }
}

/// A wait before the server is asked again.
struct RetryDelay: Hashable, Sendable {
  /// Delays in a row, from 1. Each is twice as long as the one before.
  var number: Int
  var first: Duration
  var longest: Duration
  /// The server's `Retry-After`. At most five minutes of it are kept.
  var atLeast: Duration?
  var noLaterThan: Moment?

  /// The moment when the wait ends. Up to half of the wait is random, so that many apps that failed together do not return
  /// together.
  func end(from now: Moment, _ randomness: any Randomness) -> Moment {
    let full = min(first * (1 << min(16, max(0, number - 1))), longest)
    let byte = Int(randomness.bytes(1).first ?? 0)
    let wait = max(full * (256 + byte) / 512, min(atLeast ?? .zero, .seconds(300)))
    let end = now + wait
    return noLaterThan.map { min($0, end) } ?? end
  }
}

extension FlowMachine.Input: Redacted {}
extension FlowMachine.Effect: Redacted {}
