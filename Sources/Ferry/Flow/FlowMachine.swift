import FerryCore

/// The state machine of one checkout in the app, from the pay button to the server's final answer. It decides and does
/// nothing: inputs come in, effects come out. An effect saves the memory before every step that leaves the app, so the app
/// can be killed at any point and continue from there.
///
/// Two rules hold everywhere:
/// - A link or a closed browser is a reason to ask the server. It is never an answer.
/// - The next step follows from the server's present state, not from the step that was planned.
struct FlowMachine: Sendable {
  let setup: Setup
  private(set) var state: State

  enum State: Sendable {
    /// No checkout exists, and nothing has happened yet.
    case ready(Memory)
    case creating(Creation)
    case following(Following)
    case finished(Outcome, Memory)
  }

  /// Facts that do not change while the machine runs.
  struct Setup: Hashable, Sendable {
    let presence: Presence
    let rules: FlowRules
    /// Prefix of the idempotency keys of this run, so that no key is used twice.
    let run: String
    let forgetsCookies: Bool
  }

  struct Creation: Sendable {
    var memory: Memory
    var attempts = 1
    /// Set while the machine waits before it calls the backend again.
    var timer: Int?
    var lastNumber = 0
    var isGivenUp = false
  }

  /// - Parameter memory: New, or read from the storage: then the machine continues that checkout.
  init(
    _ memory: Memory, _ presence: Presence, rules: FlowRules = FlowRules(), run: String, forgetsCookies: Bool = false,
    at now: Moment
  ) {
    setup = Setup(presence: presence, rules: rules, run: run, forgetsCookies: forgetsCookies)
    var memory = memory
    if presence == .buyer { memory.hasReopened = false }
    guard memory.checkout != nil else {
      state = .ready(memory)
      return
    }
    // A buyer who continues gets the same page again. Only a change counts as closed.
    let closed: RedirectStep? =
      switch (presence, memory.trip) {
      case (.nobody, let trip): trip
      case (.buyer, let trip): trip == .changeAddress || trip == .changePayment ? trip : nil
      case (.page, _): nil
      }
    state = .following(Following(setup: setup, memory: memory, buyer: .inApp(closed: closed), since: now))
  }

  var memory: Memory {
    switch state {
    case .ready(let memory), .finished(_, let memory): memory
    case .creating(let creation): creation.memory
    case .following(let following): following.memory
    }
  }

  mutating func receive(_ input: Input, at now: Moment) -> [Effect] {
    let effects: [Effect]
    switch state {
    case .ready(let memory): effects = start(memory, input, now)
    case .creating(let creation): effects = receive(input, creation, now)
    case .following(var following):
      effects = following.receive(input, at: now)
      state = .following(following)
    case .finished: return []
    }
    if case .finish(let outcome) = effects.last { state = .finished(outcome, memory) }
    return effects
  }

  private mutating func start(_ memory: Memory, _ input: Input, _ now: Moment) -> [Effect] {
    switch input {
    case .begin:
      guard setup.presence == .buyer, let verifier = memory.verifier else {
        return setup.presence == .page ? [] : [.forget, .finish(.result(.notFinished))]
      }
      state = .creating(Creation(memory: memory))
      // Saved before anybody learns the challenge, so the new checkout belongs to this device.
      return [.save(memory), .create(verifier.challenge)]
    case .open(let handoff):
      guard setup.presence == .page, PlainText.isUnreserved(handoff.checkout, most: 64) else { return [] }
      var following = Following(setup: setup, memory: memory, buyer: .inApp(closed: nil), since: now)
      let effects = following.receive(input, at: now)
      state = .following(following)
      return effects
    case .link(let link): return [.tell(.linkOfAnotherCheckout(link.checkout))]
    case .unreadableLink: return [.tell(.unreadableLink)]
    case .created, .creationUnknown, .notCreated, .browserClosed, .browserFailed, .answered, .decided, .tick, .woken,
      .givenUp, .notSaved:
      return []
    }
  }

  private mutating func receive(_ input: Input, _ creation: Creation, _ now: Moment) -> [Effect] {
    switch input {
    case .created(let handoff, let known): return created(creation, handoff, known, now)
    case .creationUnknown: return createAgain(creation)
    case .notCreated: return [.forget, .finish(.notCreated)]
    case .notSaved: return [.finish(.failure(.cannotKeep))]
    case .link(let link): return [.tell(.linkOfAnotherCheckout(link.checkout))]
    case .unreadableLink: return [.tell(.unreadableLink)]
    case .givenUp:
      var creation = creation
      creation.isGivenUp = true
      state = .creating(creation)
      return []
    case .tick(let number):
      guard creation.timer == number, let verifier = creation.memory.verifier else { return [] }
      var creation = creation
      creation.timer = nil
      creation.attempts += 1
      state = .creating(creation)
      return [.create(verifier.challenge)]
    case .begin, .open, .browserClosed, .browserFailed, .answered, .decided, .woken: return []
    }
  }

  /// Nobody knows if the shop's backend has created the checkout, so it is called again. With the same challenge it is the
  /// same creation.
  private mutating func createAgain(_ creation: Creation) -> [Effect] {
    // If the backend did create a checkout, a later attempt finds it by the same verifier.
    if creation.isGivenUp { return [.finish(.result(.notFinished))] }
    guard creation.attempts < setup.rules.mostCreations else { return [.finish(.notCreated)] }
    var creation = creation
    creation.lastNumber += 1
    creation.timer = creation.lastNumber
    state = .creating(creation)
    let delay = RetryDelay(number: creation.attempts, first: setup.rules.firstPause, longest: setup.rules.longestPause)
    return [.wait(creation.lastNumber, delay)]
  }

  private mutating func created(
    _ creation: Creation, _ handoff: CheckoutHandoff, _ known: Memory?, _ now: Moment
  ) -> [Effect] {
    var memory = creation.memory
    guard PlainText.isUnreserved(handoff.checkout, most: 64) else { return [.forget, .finish(.failure(.badHandoff))] }
    if let known, known.checkout == handoff.checkout { memory.adopt(known) }
    memory.accept(handoff)
    guard memory.clientToken != nil else { return [.forget, .finish(.failure(.badHandoff))] }
    var following = Following(
      setup: setup, memory: memory, buyer: .inApp(closed: nil), isGivenUp: creation.isGivenUp, since: now,
      lastNumber: creation.lastNumber)
    let effects: [Effect] =
      if memory.unclaimed.isEmpty, !creation.isGivenUp, let ticket = handoff.ticket {
        following.openForShop(ticket, now)
      } else {
        [.save(memory)] + following.resume(now)
      }
    state = .following(following)
    return effects
  }
}

/// The person or page that can continue a checkout.
enum Presence: Hashable, Sendable, CaseIterable {
  /// The buyer, with the secure browser and the app's review.
  case buyer
  /// A page of the shop in the app's web view, with the secure browser. The page reviews and confirms by its own backend.
  case page
  /// Nobody: the app was started again and finds out how the checkout ended.
  case nobody
}

extension FlowMachine: Redacted {
  var description: String { "FlowMachine(\(memory.checkout ?? "not created"))" }
}
