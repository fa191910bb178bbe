import FerryCore

/// A buyer's passage: one checkout as its app follows it, from the button to the server's final word. It decides everything
/// and does nothing: inputs come in, effects come out, and what is to survive the app is in `memory`, which an effect
/// saves before any step that leaves the app.
///
/// Two rules carry it. What the app sees (a link, a closed browser) is a reason to ask the server, and never an answer. And
/// the next step follows from what the server says now, not from what was meant to come next: so a passage that was cut
/// off anywhere goes on from anywhere.
struct FlowMachine: Sendable {
  var memory: Memory
  let presence: Presence
  let rules: FlowRules
  /// Begins the keys of this run's calls, so that no key is used twice.
  let run: String

  /// Effects that are awaited have numbers out of here.
  var lastNumber = 0
  var isCreating = false
  var creations = 0
  var browser: Opening?
  /// The call under way.
  var asked: Asked?
  /// What is to be asked next: a decision of the buyer, or again what got no answer.
  var pending: Call?
  var timer: Int?
  /// Pauses in a row.
  var pauses = 0
  /// Calls that were to change something, since the buyer or a link last did anything.
  var steps = 0
  /// When waiting began, for the server or for a link.
  var since: Moment
  /// The round trip whose browser is closed, and which the server has not taken further yet.
  var closedLeg: RedirectStep?
  /// What the server said last.
  var view: AppCheckoutBody?
  var question: Int?
  /// What the buyer was shown last.
  var shown: CheckoutReview?
  var isGivenUp = false
  var outcome: Outcome?

  struct Opening: Hashable, Sendable {
    var number: Int
    var step: RedirectStep
  }

  /// A call, with a key that stays the same however often it is sent.
  struct Call: Hashable, Sendable {
    var call: AppCall
    var key: String
  }

  struct Asked: Hashable, Sendable {
    var number: Int
    var call: Call
  }

  /// - Parameter memory: Fresh, or what was kept: then it goes on from there.
  init(_ memory: Memory, _ presence: Presence, rules: FlowRules = FlowRules(), run: String, at now: Moment) {
    self.memory = memory
    self.presence = presence
    self.rules = rules
    self.run = run
    since = now
    // A buyer who is here to go on gets the same page once more; only a change is left as a closed browser leaves it.
    switch (presence, memory.trip) {
    case (.nobody, let trip): closedLeg = trip
    case (.buyer, let trip): closedLeg = trip == .changeAddress || trip == .changePayment ? trip : nil
    case (.page, _): closedLeg = nil
    }
    if presence == .buyer { self.memory.hasReopened = false }
  }

  /// Takes what has happened, and says what is to be done.
  mutating func receive(_ input: Input, at now: Moment) -> [Effect] {
    guard outcome == nil else { return [] }
    switch input {
    case .begin: return begin(now)
    case .created(let handoff, let known): return created(handoff, known, now)
    case .creationUnknown: return createAgain(now)
    case .notCreated: return isCreating ? [.forget, finish(.notCreated)] : []
    case .open(let handoff): return open(handoff, now)
    case .link(let link): return heard(link, now)
    case .unreadableLink: return [.tell(.unreadableLink)] + hurry(now)
    case .browserClosed(let number): return closed(number, now)
    case .browserFailed(let number, let reason): return browserFailed(number, reason, now)
    case .answered(let number, .success(let body)): return answered(number, body, now)
    case .answered(let number, .failure(let failure)): return failed(number, failure, now)
    case .decided(let number, let decision): return decided(number, decision, now)
    case .tick(let number): return tick(number, now)
    case .woken: return hurry(now)
    case .givenUp: return giveUp(now)
    case .notSaved: return notSaved(now)
    }
  }

  mutating func number() -> Int {
    lastNumber += 1
    return lastNumber
  }

  mutating func finish(_ outcome: Outcome) -> Effect {
    self.outcome = outcome
    return .finish(outcome)
  }
}

extension FlowMachine: Redacted {
  var description: String { "FlowMachine(\(memory.checkout ?? "not created"))" }
}
