import FerryCore
import FerryTesting
import Testing

@_spi(Phone) @testable import Ferry

/// A flow machine in a situation, brought there by inputs. `Situation.all` has every situation that a machine can be in.
///
/// The tests drive machines by *steps*: functions from a machine to its next input, so that the input carries the number that
/// the machine waits for. `begin`, `create`, `tick`, `close`, `comeBack`, `answer(_:)`, `refuse(_:)`, `lose` and `decide(_:)`
/// make steps; `driven` applies a list of them; `machine.take(step)` applies one and returns the effects.
struct Situation: CustomTestStringConvertible, Sendable {
  var name: String
  var machine: FlowMachine
  var testDescription: String { name }

  typealias Step = @Sendable (FlowMachine) -> FlowMachine.Input

  static let now = Moment(milliseconds: 1_000_000)
  static let verifier = Verifier(SequentialRandomness(seed: 7))
  static let handoff = CheckoutHandoff(
    checkout: "co_1", clientToken: "token", ticket: CheckoutHandoff.Ticket(step: .select, text: "ticket-1"))
  static let link = AppReturnLink(checkout: "co_1", code: "code-1")

  static func body(
    _ phase: PhaseName, isLocked: Bool = false, awaits: Bool = false, ticket: RedirectStep? = nil, refusal: Bool = false
  ) -> AppCheckoutBody {
    var body = AppCheckoutBody(
      id: "co_1", phase: phase, awaitsProvider: awaits, isLocked: isLocked,
      ticket: ticket.map { CheckoutHandoff.Ticket(step: $0, text: "ticket-2") }, expiresAt: now + .seconds(3_600))
    if !isLocked, phase == .reviewing { body.review = .sample(revision: 1) }
    if refusal { body.selectionRefusal = "country-not-served" }
    if phase == .paid {
      body.receipt = ReceiptBody(orderNumber: "A-1", orderReference: "order-1", total: SimulatedServer.total)
    }
    if phase == .declined { body.decline = "payment-method-refused" }
    return body
  }

  /// - Throws: If no situation has the name.
  static func named(_ name: String) throws -> FlowMachine {
    try #require(all.first { $0.name == name }?.machine, "No situation is named \"\(name)\".")
  }

  static func fresh(_ presence: Presence, _ change: (inout FlowMachine.Memory) -> Void = { _ in }) -> FlowMachine {
    var memory = FlowMachine.Memory(id: "p1", verifier: verifier, beganAt: now)
    change(&memory)
    return FlowMachine(memory, presence, run: "run", at: now)
  }

  static func kept(_ presence: Presence, trip: RedirectStep?) -> FlowMachine {
    fresh(presence) { memory in
      memory.checkout = "co_1"
      memory.clientToken = "token"
      memory.trip = trip
    }
  }

  /// Inputs one after the other, with the numbers that the machine waits for.
  static func driven(_ start: FlowMachine, _ steps: [Step]) -> FlowMachine {
    var machine = start
    for step in steps { _ = machine.receive(step(machine), at: now) }
    return machine
  }

  static func answer(_ body: AppCheckoutBody) -> Step {
    { .answered($0.asked?.number ?? 0, .success(body)) }
  }

  static func refuse(_ kind: Problem.Kind, retryAfter: Duration? = nil) -> Step {
    { .answered($0.asked?.number ?? 0, .failure(.refused(kind, statusCode: kind.statusCode, retryAfter: retryAfter))) }
  }

  /// The call gets no answer.
  static let lose: Step = { .answered($0.asked?.number ?? 0, .failure(.unreachable)) }
  static let begin: Step = { _ in .begin }
  static let create: Step = { _ in .created(handoff, known: nil) }
  static let tick: Step = { .tick($0.timer ?? 0) }
  static let close: Step = { .browserClosed($0.browser?.number ?? 0) }
  static let comeBack: Step = { _ in .link(link) }
  static func decide(_ decision: ReviewDecision) -> Step {
    { .decided($0.question ?? 0, decision) }
  }

  static let all: [Situation] = {
    let buyer = fresh(.buyer)
    let selecting = [begin, create]
    let claiming = selecting + [comeBack]
    let planted: [Step] = (1...5).map { number in
      { _ in .link(AppReturnLink(checkout: "co_1", code: "planted-\(number)")) }
    }
    let reviewing = claiming + [answer(body(.reviewing))]
    let paying = reviewing + [decide(.buy), answer(body(.paying, ticket: .pay))]
    let changing = reviewing + [decide(.change(.address)), answer(body(.selecting, ticket: .changeAddress))]
    let pageOpening: Step = { _ in .open(handoff) }
    return [
      Situation(name: "not begun", machine: buyer),
      Situation(name: "creating", machine: driven(buyer, [begin])),
      Situation(name: "creating again", machine: driven(buyer, [begin, { _ in .creationUnknown }])),
      Situation(name: "in the first selection", machine: driven(buyer, selecting)),
      Situation(name: "asking during the selection", machine: driven(buyer, selecting + [tick])),
      Situation(name: "selection closed", machine: driven(buyer, selecting + [close])),
      Situation(
        name: "waiting for a link", machine: driven(buyer, selecting + [close, answer(body(.selecting))])),
      Situation(name: "claiming", machine: driven(buyer, claiming)),
      Situation(
        name: "claiming again",
        machine: driven(buyer, claiming + [lose])),
      Situation(name: "claiming, with planted links", machine: driven(buyer, claiming + planted)),
      Situation(
        name: "claiming again, with planted links",
        machine: driven(buyer, claiming + [lose] + planted)),
      Situation(
        name: "at the way back",
        machine: driven(
          kept(.buyer, trip: .select),
          [
            begin, answer(body(.selecting, isLocked: true)),
            answer(body(.selecting, isLocked: true, ticket: .resume)),
          ])),
      Situation(name: "reviewing", machine: driven(buyer, reviewing)),
      Situation(
        name: "choosing otherwise", machine: driven(buyer, claiming + [answer(body(.selecting, refusal: true))])),
      Situation(name: "in a change", machine: driven(buyer, changing)),
      Situation(name: "change closed", machine: driven(buyer, changing + [close, answer(body(.selecting))])),
      Situation(name: "confirming", machine: driven(buyer, reviewing + [decide(.buy)])),
      Situation(
        name: "waiting for the payment page",
        machine: driven(buyer, reviewing + [decide(.buy), answer(body(.authorizing, awaits: true))])),
      Situation(name: "paying", machine: driven(buyer, paying)),
      Situation(name: "payment page closed", machine: driven(buyer, paying + [close])),
      Situation(
        name: "confirming the payment", machine: driven(buyer, paying + [close, answer(body(.settling, awaits: true))])),
      Situation(name: "cancelling", machine: driven(buyer, reviewing + [decide(.cancel)])),
      Situation(name: "given up while creating", machine: driven(buyer, [begin, { _ in .givenUp }])),
      Situation(
        name: "given up while beginning",
        machine: driven(kept(.buyer, trip: .pay), [begin, answer(body(.paying)), { _ in .givenUp }])),
      Situation(
        name: "given up while confirming", machine: driven(buyer, reviewing + [decide(.buy), { _ in .givenUp }])),
      Situation(name: "gone on with", machine: driven(kept(.buyer, trip: .pay), [begin])),
      Situation(name: "left in a change", machine: driven(kept(.buyer, trip: .changePayment), [begin])),
      Situation(name: "restarted while selecting", machine: driven(kept(.nobody, trip: .select), [begin])),
      Situation(
        name: "restarted while paying",
        machine: driven(kept(.nobody, trip: .pay), [begin, answer(body(.settling, awaits: true))])),
      Situation(name: "a page's selection", machine: driven(fresh(.page), [pageOpening])),
      Situation(name: "a page's selection closed", machine: driven(fresh(.page), [pageOpening, close])),
      Situation(name: "a page's claim", machine: driven(fresh(.page), [pageOpening, comeBack])),
      Situation(name: "paid", machine: driven(buyer, paying + [tick, answer(body(.paid))])),
      Situation(name: "given up on", machine: driven(kept(.nobody, trip: nil), [begin, answer(body(.open))])),
    ]
  }()

  /// Everything that can happen, with the numbers that this machine waits for and with others.
  var inputs: [FlowMachine.Input] {
    var inputs: [FlowMachine.Input] = [
      .begin, .created(Self.handoff, known: nil), .created(Self.handoff, known: machine.memory),
      .created(CheckoutHandoff(checkout: "../x"), known: nil), .created(CheckoutHandoff(checkout: "co_2"), known: nil),
      .creationUnknown, .notCreated, .open(Self.handoff), .open(CheckoutHandoff(checkout: "co_2")),
      .open(CheckoutHandoff(checkout: "co_1")), .link(Self.link),
      .link(AppReturnLink(checkout: "co_1", code: "code-2")),
      .link(AppReturnLink(checkout: "co_1", code: "code-3.1")),
      .link(AppReturnLink(checkout: "co_other", code: "code-4")), .unreadableLink, .woken, .givenUp, .notSaved,
    ]
    for number in [machine.browser?.number, 0, 999].compactMap(\.self) {
      inputs += [.browserClosed(number), .browserFailed(number, .noWindow)]
    }
    for number in [machine.timer, 0, 999].compactMap(\.self) { inputs.append(.tick(number)) }
    for number in [machine.question, 0, 999].compactMap(\.self) {
      let decisions: [ReviewDecision] = [.buy, .change(.address), .change(.payment), .cancel]
      inputs += decisions.map { .decided(number, $0) }
    }
    for number in [machine.asked?.number, 0, 999].compactMap(\.self) {
      inputs += Self.answers.map { .answered(number, $0) }
    }
    return inputs
  }

  static let phases: [PhaseName] = [
    .open, .selecting, .reviewing, .authorizing, .paying, .settling, .closing, .paid, .declined, .cancelled, .expired,
    .held, .unrecognised("new"),
  ]

  static let answers: [Result<AppCheckoutBody, CallFailure>] = {
    var answers: [Result<AppCheckoutBody, CallFailure>] = []
    for phase in phases {
      for isLocked in [false, true] {
        for awaits in [false, true] {
          answers.append(.success(body(phase, isLocked: isLocked, awaits: awaits)))
          for step in RedirectStep.allCases {
            answers.append(.success(body(phase, isLocked: isLocked, awaits: awaits, ticket: step)))
          }
        }
      }
    }
    answers.append(.success(body(.selecting, refusal: true)))
    var other = body(.paid)
    other.id = "co_other"
    answers.append(.success(other))
    answers += [.failure(.unreachable), .failure(.unreadable(statusCode: 200))]
    for kind in Problem.Kind.all {
      answers.append(.failure(.refused(kind, statusCode: kind.statusCode, retryAfter: .seconds(3))))
    }
    return answers
  }()
}

extension FlowMachine {
  /// Applies a step, a while after `Situation.now`.
  mutating func take(_ step: (FlowMachine) -> Input, after wait: Duration = .zero) -> [Effect] {
    receive(step(self), at: Situation.now + wait)
  }

  var following: Following? {
    if case .following(let following) = state { following } else { nil }
  }

  var creation: Creation? {
    if case .creating(let creation) = state { creation } else { nil }
  }

  var outcome: Outcome? {
    if case .finished(let outcome, _) = state { outcome } else { nil }
  }

  var isCreating: Bool { creation != nil }
  var isGivenUp: Bool { following?.isGivenUp ?? creation?.isGivenUp ?? false }
  var browser: Opening? { following?.browser }
  var asked: (number: Int, call: Call)? { following?.asked }
  var timer: Int? { following?.timer ?? creation?.timer }
  /// The number of the review that waits for a decision.
  var question: Int? { following?.question?.number }
}

extension [FlowMachine.Effect] {
  var calls: [AppCall] {
    compactMap { effect in
      if case .call(_, let call, _) = effect { call } else { nil }
    }
  }

  /// With its idempotency key.
  var lastCall: FlowMachine.Call? {
    compactMap { effect in
      if case .call(_, let call, let key) = effect { FlowMachine.Call(call: call, key: key) } else { nil }
    }.last
  }

  var opened: [RedirectStep] {
    compactMap { effect in
      if case .open(_, let step, _) = effect { step } else { nil }
    }
  }

  var reviews: [CheckoutReview] {
    compactMap { effect in
      if case .review(_, let review) = effect { review } else { nil }
    }
  }

  var delay: RetryDelay? {
    compactMap { effect in
      if case .wait(_, let delay) = effect { delay } else { nil }
    }.first
  }

  var saved: FlowMachine.Memory? {
    compactMap { effect in
      if case .save(let memory) = effect { memory } else { nil }
    }.last
  }
}

@Suite("The situations of the table")
struct SituationTests {
  @Test("Each situation matches its name")
  func statuses() throws {
    let expected: [String: FlowStatus] = [
      "creating": .starting, "creating again": .starting, "in the first selection": .away(.select),
      "selection closed": .checking, "waiting for a link": .checking, "claiming": .returning,
      "at the way back": .away(.resume), "reviewing": .reviewing, "choosing otherwise": .selectionRefused,
      "in a change": .away(.changeAddress), "change closed": .checking, "confirming": .openingPayment,
      "waiting for the payment page": .openingPayment, "paying": .away(.pay),
      "confirming the payment": .confirmingPayment, "cancelling": .cancelling, "a page's selection": .away(.select),
      "paid": .ended(.paid(ViewModelTests.receipt)), "given up on": .ended(.notFinished),
    ]
    for (name, status) in expected { #expect(try Situation.named(name).status == status, "\(name)") }
  }
}
