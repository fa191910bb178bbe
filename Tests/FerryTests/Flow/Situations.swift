import FerryCore
import FerryTesting
import Testing

@testable import Ferry

/// Passages in every situation that they can be in, brought there by what happens to them.
struct Situation: CustomTestStringConvertible, Sendable {
  var name: String
  var passage: FlowMachine
  var testDescription: String { name }

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
    if refusal { body.choiceRefusal = "country-not-served" }
    if phase == .paid {
      body.receipt = ReceiptBody(orderNumber: "A-1", orderReference: "order-1", total: SimulatedServer.total)
    }
    if phase == .declined { body.decline = "payment-method-refused" }
    return body
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

  /// Inputs one after the other, with the numbers that the passage waits for.
  static func driven(_ start: FlowMachine, _ steps: [@Sendable (FlowMachine) -> FlowMachine.Input]) -> FlowMachine {
    var passage = start
    for step in steps { _ = passage.receive(step(passage), at: now) }
    return passage
  }

  static func answer(_ body: AppCheckoutBody) -> @Sendable (FlowMachine) -> FlowMachine.Input {
    { .answered($0.asked?.number ?? 0, .success(body)) }
  }

  static let begin: @Sendable (FlowMachine) -> FlowMachine.Input = { _ in .begin }
  static let create: @Sendable (FlowMachine) -> FlowMachine.Input = { _ in .created(handoff, known: nil) }
  static let tick: @Sendable (FlowMachine) -> FlowMachine.Input = { .tick($0.timer ?? 0) }
  static let close: @Sendable (FlowMachine) -> FlowMachine.Input = { .browserClosed($0.browser?.number ?? 0) }
  static let comeBack: @Sendable (FlowMachine) -> FlowMachine.Input = { _ in .link(link) }
  static func decide(_ decision: ReviewDecision) -> @Sendable (FlowMachine) -> FlowMachine.Input {
    { .decided($0.question ?? 0, decision) }
  }

  static let all: [Situation] = {
    let buyer = fresh(.buyer)
    let selecting = [begin, create]
    let claiming = selecting + [comeBack]
    let planted: [@Sendable (FlowMachine) -> FlowMachine.Input] = (1...5).map { number in
      { _ in .link(AppReturnLink(checkout: "co_1", code: "planted-\(number)")) }
    }
    let reviewing = claiming + [answer(body(.reviewing))]
    let paying = reviewing + [decide(.buy), answer(body(.paying, ticket: .pay))]
    let changing = reviewing + [decide(.change(.address)), answer(body(.selecting, ticket: .changeAddress))]
    let pageOpening: @Sendable (FlowMachine) -> FlowMachine.Input = { _ in .open(handoff) }
    return [
      Situation(name: "not begun", passage: buyer),
      Situation(name: "creating", passage: driven(buyer, [begin])),
      Situation(name: "creating again", passage: driven(buyer, [begin, { _ in .creationUnknown }])),
      Situation(name: "in the first selection", passage: driven(buyer, selecting)),
      Situation(name: "asking during the selection", passage: driven(buyer, selecting + [tick])),
      Situation(name: "selection closed", passage: driven(buyer, selecting + [close])),
      Situation(
        name: "waiting for a link", passage: driven(buyer, selecting + [close, answer(body(.selecting))])),
      Situation(name: "claiming", passage: driven(buyer, claiming)),
      Situation(
        name: "claiming again",
        passage: driven(buyer, claiming + [{ .answered($0.asked?.number ?? 0, .failure(.unreachable)) }])),
      Situation(name: "claiming, with planted links", passage: driven(buyer, claiming + planted)),
      Situation(
        name: "claiming again, with planted links",
        passage: driven(buyer, claiming + [{ .answered($0.asked?.number ?? 0, .failure(.unreachable)) }] + planted)),
      Situation(
        name: "at the way back",
        passage: driven(
          kept(.buyer, trip: .select),
          [
            begin, answer(body(.selecting, isLocked: true)),
            answer(body(.selecting, isLocked: true, ticket: .resume)),
          ])),
      Situation(name: "reviewing", passage: driven(buyer, reviewing)),
      Situation(
        name: "choosing otherwise", passage: driven(buyer, claiming + [answer(body(.selecting, refusal: true))])),
      Situation(name: "in a change", passage: driven(buyer, changing)),
      Situation(name: "change closed", passage: driven(buyer, changing + [close, answer(body(.selecting))])),
      Situation(name: "confirming", passage: driven(buyer, reviewing + [decide(.buy)])),
      Situation(
        name: "waiting for the payment page",
        passage: driven(buyer, reviewing + [decide(.buy), answer(body(.authorizing, awaits: true))])),
      Situation(name: "paying", passage: driven(buyer, paying)),
      Situation(name: "payment page closed", passage: driven(buyer, paying + [close])),
      Situation(
        name: "confirming the payment", passage: driven(buyer, paying + [close, answer(body(.settling, awaits: true))])),
      Situation(name: "cancelling", passage: driven(buyer, reviewing + [decide(.cancel)])),
      Situation(name: "given up while creating", passage: driven(buyer, [begin, { _ in .givenUp }])),
      Situation(
        name: "given up while beginning",
        passage: driven(kept(.buyer, trip: .pay), [begin, answer(body(.paying)), { _ in .givenUp }])),
      Situation(
        name: "given up while confirming", passage: driven(buyer, reviewing + [decide(.buy), { _ in .givenUp }])),
      Situation(name: "gone on with", passage: driven(kept(.buyer, trip: .pay), [begin])),
      Situation(name: "left in a change", passage: driven(kept(.buyer, trip: .changePayment), [begin])),
      Situation(name: "restarted while selecting", passage: driven(kept(.nobody, trip: .select), [begin])),
      Situation(
        name: "restarted while paying",
        passage: driven(kept(.nobody, trip: .pay), [begin, answer(body(.settling, awaits: true))])),
      Situation(name: "a page's selection", passage: driven(fresh(.page), [pageOpening])),
      Situation(name: "a page's selection closed", passage: driven(fresh(.page), [pageOpening, close])),
      Situation(name: "a page's claim", passage: driven(fresh(.page), [pageOpening, comeBack])),
      Situation(name: "paid", passage: driven(buyer, paying + [tick, answer(body(.paid))])),
      Situation(name: "given up on", passage: driven(kept(.nobody, trip: nil), [begin, answer(body(.open))])),
    ]
  }()

  /// Everything that can happen, with the numbers that this passage waits for and with others.
  var inputs: [FlowMachine.Input] {
    var inputs: [FlowMachine.Input] = [
      .begin, .created(Self.handoff, known: nil), .created(Self.handoff, known: passage.memory),
      .created(CheckoutHandoff(checkout: "../x"), known: nil), .created(CheckoutHandoff(checkout: "co_2"), known: nil),
      .creationUnknown, .notCreated, .open(Self.handoff), .open(CheckoutHandoff(checkout: "co_2")),
      .open(CheckoutHandoff(checkout: "co_1")), .link(Self.link),
      .link(AppReturnLink(checkout: "co_1", code: "code-2")),
      .link(AppReturnLink(checkout: "co_1", code: "code-3.1")),
      .link(AppReturnLink(checkout: "co_other", code: "code-4")), .unreadableLink, .woken, .givenUp, .notSaved,
    ]
    for number in [passage.browser?.number, 0, 999].compactMap(\.self) {
      inputs += [.browserClosed(number), .browserFailed(number, .noWindow)]
    }
    for number in [passage.timer, 0, 999].compactMap(\.self) { inputs.append(.tick(number)) }
    for number in [passage.question, 0, 999].compactMap(\.self) {
      let decisions: [ReviewDecision] = [.buy, .change(.address), .change(.payment), .cancel]
      inputs += decisions.map { .decided(number, $0) }
    }
    for number in [passage.asked?.number, 0, 999].compactMap(\.self) {
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
