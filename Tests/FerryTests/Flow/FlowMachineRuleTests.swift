import FerryCore
import Testing

@_spi(Phone) @testable import Ferry

@Suite("The rules of the machine")
struct FlowMachineRuleTests {
  typealias S = Situation

  /// A buyer who has pressed the purchase button inside the secure browser, and whose link is being claimed.
  func agreed(revision: Int) -> FlowMachine {
    let link = AppReturnLink(checkout: "co_1", code: AppReturnLink.code("code-9", agreeingTo: revision))
    return S.driven(S.fresh(.buyer), [S.begin, S.create, { _ in .link(link) }])
  }

  @Test("An agreement in the secure browser is confirmed, with the total that the server shows for it")
  func firstGeneration() {
    var machine = agreed(revision: 1)
    let effects = machine.take(S.answer(S.body(.reviewing)))
    #expect(effects.calls == [.confirm(revision: 1, total: SimulatedServer.total)])
    #expect(effects.reviews.isEmpty)
  }

  @Test("If the revision has changed, the buyer is asked")
  func otherRevision() {
    var machine = agreed(revision: 2)
    let effects = machine.take(S.answer(S.body(.reviewing)))
    #expect(effects.calls.isEmpty)
    #expect(!effects.reviews.isEmpty)
  }

  @Test("If the confirmation is refused because of a change, the buyer is asked, with the changes")
  func changedMeanwhile() throws {
    var machine = S.driven(
      S.fresh(.buyer), [S.begin, S.create, S.comeBack, S.answer(S.body(.reviewing)), S.decide(.buy)])
    #expect(machine.take(S.refuse(.reviewChanged)).calls == [.read])
    var body = S.body(.reviewing)
    body.review?.revision = 2
    body.review?.total = .yen(9_000)
    let effects = machine.take(S.answer(body))
    let review = try #require(effects.reviews.first)
    #expect(review.changes == [.total])
  }

  @Test("After an old agreement the buyer is asked again")
  func oldAgreement() {
    for (age, isConfirmed) in [(Duration.seconds(60), true), (.seconds(700), false)] {
      var machine = S.fresh(.buyer) { memory in
        memory.checkout = "co_1"
        memory.clientToken = "token"
        memory.trip = .select
        memory.revision = 1
        memory.heardAt = S.now - age
      }
      _ = machine.take(S.begin)
      let effects = machine.take(S.answer(S.body(.reviewing)))
      #expect(effects.calls.isEmpty != isConfirmed)
      #expect(effects.reviews.isEmpty == isConfirmed)
    }
  }

  @Test("A late link of an earlier round trip does not close the payment page")
  func lateLink() throws {
    var machine = try S.named("paying")
    #expect(
      machine.take({ _ in .link(AppReturnLink(checkout: "co_1", code: "late")) }).calls == [.claim(code: "late")])
    #expect(!machine.take(S.answer(S.body(.paying))).contains(.close))
    #expect(machine.browser != nil)
  }

  @Test("A repeated link causes no call, before its claim and after")
  func twice() {
    var machine = S.driven(S.fresh(.buyer), [S.begin, S.create, S.comeBack])
    #expect(machine.take(S.comeBack).isEmpty)
    _ = machine.take(S.answer(S.body(.reviewing)))
    #expect(machine.take(S.comeBack).isEmpty)
  }

  static let planted: [@Sendable (FlowMachine) -> FlowMachine.Input] = (1...9).map { number in
    { _ in .link(AppReturnLink(checkout: "co_1", code: "planted-\(number)")) }
  }

  /// Answers each call as the server that issued `S.link`.
  func claims(_ machine: inout FlowMachine, agreed phase: PhaseName = .reviewing) -> [AppCall] {
    var made: [AppCall] = []
    while let call = machine.asked?.call.call, machine.question == nil, made.count < 30 {
      made.append(call)
      if case .claim(let code) = call, code != S.link.code {
        _ = machine.take(S.refuse(.codeInvalid))
      } else {
        _ = machine.take(S.answer(S.body(phase)))
      }
    }
    return made
  }

  @Test("Planted links displace no genuine one that has come and is not claimed yet", arguments: [1, 3, 9])
  func plantedAfter(_ count: Int) {
    // Its claim got no answer, and the retry waits.
    var machine = S.driven(
      S.fresh(.buyer),
      [S.begin, S.create, S.comeBack, S.lose])
    let effects = machine.take(Self.planted[0])
    #expect(effects.calls == [.claim(code: S.link.code)])
    for plant in Self.planted[1..<count] { _ = machine.take(plant) }
    #expect(machine.memory.unclaimed.count <= FlowMachine.Memory.mostUnclaimed)
    let made = claims(&machine)
    #expect(made.first == .claim(code: S.link.code))
    #expect(machine.status == .reviewing)
    #expect(machine.memory.unclaimed.isEmpty)
  }

  @Test("Planted links that come first keep no genuine one from being tried", arguments: [1, 3, 9])
  func plantedBefore(_ count: Int) {
    var machine = S.driven(S.fresh(.buyer), [S.begin, S.create] + Self.planted.prefix(count) + [S.comeBack])
    let made = claims(&machine)
    #expect(made.contains(.claim(code: S.link.code)))
    #expect(made.count <= FlowMachine.Memory.mostUnclaimed + 2)
    #expect(machine.status == .reviewing)
  }

  @Test("Codes that were kept by an app that was killed are tried in their order after it")
  func plantedAndKilled() {
    let before = S.driven(S.fresh(.buyer), [S.begin, S.create, S.comeBack] + Self.planted.prefix(2))
    var machine = FlowMachine(before.memory, .buyer, run: "again", at: S.now)
    _ = machine.take(S.begin)
    #expect(claims(&machine).prefix(1) == [.claim(code: S.link.code)])
    #expect(machine.status == .reviewing)
  }

  @Test("A planted link neither adds an agreement nor takes one away")
  func plantedAgreement() {
    let forged = AppReturnLink(checkout: "co_1", code: AppReturnLink.code("planted", agreeingTo: 1))
    // A refused link contains no agreement.
    var machine = S.driven(S.fresh(.buyer), [S.begin, S.create, { _ in .link(forged) }, S.comeBack])
    #expect(!claims(&machine).contains { if case .confirm = $0 { true } else { false } })
    #expect(machine.status == .reviewing)
    // Between the genuine link and the answer to its claim, it does not change the agreement.
    machine = agreed(revision: 1)
    _ = machine.take({ _ in .link(AppReturnLink(checkout: "co_1", code: "planted")) })
    #expect(machine.take(S.answer(S.body(.reviewing))).calls == [.claim(code: "planted")])
    #expect(machine.take(S.refuse(.codeInvalid)).calls == [.read])
    let confirmed = machine.take(S.answer(S.body(.reviewing))).calls
    #expect(confirmed == [.confirm(revision: 1, total: SimulatedServer.total)])
  }

  @Test("A claim whose answer was lost is repeated with the same code and key")
  func lostAnswer() {
    var machine = S.driven(S.fresh(.buyer), [S.begin, S.create])
    let first = machine.take(S.comeBack)
    _ = machine.take(S.lose)
    let second = machine.take(S.tick)
    #expect(first.lastCall == second.lastCall && first.lastCall != nil)
    #expect(machine.take(S.answer(S.body(.reviewing))).contains(.close))
  }

  @Test(
    "The browser closes on a claim's success, and not on its refusal",
    arguments: [Problem.Kind.codeInvalid, .forbidden])
  func refusedClaim(_ kind: Problem.Kind) {
    var machine = S.driven(S.fresh(.buyer), [S.begin, S.create, S.comeBack])
    let effects = machine.take(S.refuse(kind))
    #expect(effects.contains(.tell(.linkRefused(checkout: "co_1"))))
    #expect(!effects.contains(.close))
    #expect(machine.browser != nil)
    #expect(machine.memory.unclaimed.isEmpty)
  }

  @Test(
    "A closed payment page is asked about while patience lasts, and then being confirmed; a selection waits a moment",
    arguments: [
      ("payment page closed", .paying, 29...31, .confirming), ("selection closed", .selecting, 1...4, .notFinished),
    ] as [(String, PhaseName, ClosedRange<Int>, CheckoutOutcome)])
  func closed(_ name: String, _ phase: PhaseName, _ seconds: ClosedRange<Int>, _ outcome: CheckoutOutcome) throws {
    var machine = try S.named(name)
    #expect(machine.outcome == nil)
    _ = machine.take(S.answer(S.body(phase)), after: .seconds(seconds.lowerBound))
    #expect(machine.outcome == nil)
    _ = machine.take(S.tick, after: .seconds(seconds.upperBound - 1))
    _ = machine.take(S.answer(S.body(phase)), after: .seconds(seconds.upperBound))
    #expect(machine.outcome == .result(outcome))
  }

  @Test("The server is told once that the payment page was closed; a lost answer is not repeated")
  func tellsClosed() throws {
    for answer in [S.answer(S.body(.paying)), S.lose, S.refuse(.tooManyRequests)] {
      var machine = try S.named("paying")
      let effects = machine.take(S.close)
      #expect(effects.calls == [.closed])
      #expect(machine.take(answer).delay != nil)
      #expect(machine.take(S.tick).calls == [.read])
    }
  }

  @Test("A page that is closed during a question is told after it")
  func tellsClosedLater() throws {
    var machine = try S.named("paying")
    #expect(machine.take(S.tick).calls == [.read])
    #expect(machine.take(S.close).calls == [])
    _ = machine.take(S.answer(S.body(.paying)))
    #expect(machine.take(S.tick).calls == [.closed])
  }

  @Test("After a link, after a cancellation and without a verifier nobody is told that the page was closed")
  func tellsNotClosed() throws {
    var back = try S.named("paying")
    #expect(back.take(S.comeBack).calls == [])
    let other = AppReturnLink(checkout: "co_1", code: "code-2")
    #expect(back.take({ _ in .link(other) }).calls == [.claim(code: "code-2")])
    _ = back.take(S.close)
    _ = back.take(S.answer(S.body(.settling, awaits: true)))
    #expect(back.take(S.tick).calls == [.read])

    var cancelled = try S.named("paying")
    _ = cancelled.take(S.tick)
    _ = cancelled.take(S.close)
    _ = cancelled.take({ _ in .givenUp })
    #expect(cancelled.take(S.answer(S.body(.paying))).calls == [.cancel])

    var damaged = S.fresh(.page) { $0.verifier = nil }
    let handoff = CheckoutHandoff(
      checkout: "co_1", clientToken: "token", ticket: CheckoutHandoff.Ticket(step: .pay, text: "ticket-1"))
    _ = damaged.take({ _ in .open(handoff) })
    #expect(damaged.take(S.close).calls == [.read])
  }

  @Test("A browser without cookies opens the shop's ticket for the first step, and the app's own for a later one")
  func forgetfulBrowser() {
    func machine(_ presence: Presence) -> FlowMachine {
      let memory = FlowMachine.Memory(id: "p1", verifier: S.verifier, beganAt: S.now)
      return FlowMachine(memory, presence, run: "run", forgetsCookies: true, at: S.now)
    }
    for step in RedirectStep.allCases {
      let handoff = CheckoutHandoff(
        checkout: "co_1", clientToken: "token", ticket: CheckoutHandoff.Ticket(step: step, text: "ticket-1"))
      for presence in [Presence.buyer, .page] {
        var machine = machine(presence)
        _ = machine.take(S.begin)
        let effects = machine.take({ _ in presence == .page ? .open(handoff) : .created(handoff, known: nil) })
        let opensIt = step == .select || step == .resume
        #expect(effects.opened == (opensIt ? [step] : []))
        #expect(effects.calls == (opensIt ? [] : [.begin]))
        guard !opensIt else { continue }
        #expect(machine.take(S.answer(S.body(.paying, ticket: step))).opened == [step])
      }
    }
  }

  @Test("An abandoned change leads back to the review, and nothing is lost")
  func changeLeft() throws {
    var machine = try S.named("in a change")
    #expect(machine.take(S.close).calls == [.read])
    let effects = machine.take(S.answer(S.body(.selecting)), after: .seconds(5))
    #expect(effects.calls == [.keep])
    #expect(!machine.take(S.answer(S.body(.reviewing)), after: .seconds(5)).reviews.isEmpty)
  }

  @Test("The return page is shown once per round trip, and once more when the buyer continues")
  func reopened() throws {
    let locked = S.body(.selecting, isLocked: true)
    var machine = try S.named("at the way back")
    #expect(machine.browser?.step == .resume)
    _ = machine.take(S.close)
    let effects = machine.take(S.answer(locked), after: .seconds(10))
    #expect(effects.last == .finish(.result(.notFinished)))
    var again = FlowMachine(machine.memory, .buyer, run: "again", at: S.now)
    _ = again.take(S.begin)
    #expect(again.take(S.answer(locked)).calls == [.begin])
  }

  @Test("A held checkout has the result confirming at once")
  func held() throws {
    var machine = try S.named("confirming the payment")
    _ = machine.take(S.tick)
    #expect(machine.take(S.answer(S.body(.held))).last == .finish(.result(.confirming)))
  }

  @Test("A decline with an unknown reason is a decline")
  func newReason() {
    var body = S.body(.declined)
    body.decline = "moon-phase"
    #expect(FlowMachine.final(body) == .declined(.refused))
    body.decline = nil
    #expect(FlowMachine.final(body) == .declined(.refused))
  }

  @Test("If the server is gone, a checkout without an agreement is not finished; with one the result is confirming")
  func serverGone() throws {
    for (name, result) in [("selection closed", CheckoutOutcome.notFinished), ("confirming", .confirming)] {
      var machine = try S.named(name)
      _ = machine.take(S.lose, after: .seconds(60))
      #expect(machine.outcome == .result(result))
    }
  }

  @Test("After a cancellation during a change the review is back; without a buyer the checkout is cancelled")
  func cancelledInChange() {
    for presence in [Presence.buyer, .nobody] {
      var machine = S.kept(presence, trip: .changeAddress)
      _ = machine.take(S.begin)
      _ = machine.take({ _ in .givenUp })
      #expect(machine.take(S.answer(S.body(.selecting))).calls == [.cancel])
      let effects = machine.take(S.answer(S.body(.reviewing)))
      #expect(effects.calls == (presence == .nobody ? [.cancel] : []))
      #expect(effects.reviews.isEmpty == (presence != .buyer))
    }
  }

  @Test(
    "After a cancellation during create, begin or confirm, the answer's ticket opens nothing, and the server cancels",
    arguments: ["given up while creating", "given up while beginning", "given up while confirming"])
  func givenUpBeforeAnswer(_ name: String) throws {
    var machine = try S.named(name)
    let body = S.body(name.hasSuffix("creating") ? .open : .paying, ticket: .pay)
    let effects = machine.take(name.hasSuffix("creating") ? S.create : S.answer(body))
    #expect(effects.calls == [.cancel])
    #expect(machine.browser == nil)
  }

  @Test("After a cancellation a waiting agreement is not sent again")
  func givenUpBeforeRepetition() throws {
    var machine = S.driven(
      S.fresh(.buyer),
      [
        S.begin, S.create, S.comeBack, S.answer(S.body(.reviewing)), S.decide(.buy),
        S.lose,
      ])
    #expect(machine.take({ _ in .givenUp }).calls == [.cancel])
    // The other order: the call gets no answer after the buyer has cancelled.
    machine = try S.named("given up while confirming")
    _ = machine.take(S.lose)
    #expect(machine.take(S.tick).calls == [.cancel])
  }

  @Test("After a cancellation during an unknown creation, nothing is created again")
  func givenUpBeforeCreation() throws {
    var machine = try S.named("given up while creating")
    #expect(machine.take({ _ in .creationUnknown }).last == .finish(.result(.notFinished)))
  }

  @Test("The server's Retry-After is respected, up to the flow's own timeout")
  func retryAfter() throws {
    var machine = try S.named("payment page closed")
    let effects = machine.take(S.refuse(.tooManyRequests, retryAfter: .seconds(7)), after: .seconds(1))
    let delay = try #require(effects.delay)
    #expect(delay.atLeast == .seconds(7))
    #expect(delay.noLaterThan == S.now + .seconds(30))
  }

  @Test("A checkout of another verifier is not continued")
  func elsewhere() throws {
    var machine = try S.named("gone on with")
    _ = machine.take(S.answer(S.body(.paying)))
    let effects = machine.take(S.refuse(.forbidden))
    #expect(effects.first == .tell(.begunElsewhere(checkout: "co_1")))
    #expect(effects.last == .finish(.result(.notFinished)) || effects.last == .finish(.result(.confirming)))
  }

  @Test("A checkout that the server does not know stays stored for a day, in case the server is wrong")
  func unknown() {
    for (age, isKept) in [(Duration.seconds(3_600), true), (.seconds(90_000), false)] {
      var machine = S.kept(.nobody, trip: .select)
      _ = machine.receive(.begin, at: S.now + age)
      let effects = machine.receive(S.refuse(.unauthorized)(machine), at: S.now + age)
      #expect(effects.contains(.forget) != isKept)
      #expect(effects.last == .finish(.result(.notFinished)))
    }
  }

  @Test("An agreement to a review that costs nothing is the end: nothing can have been charged, and nothing stays kept")
  func nothingToPay() throws {
    var machine = try S.named("confirming")
    #expect(machine.take(S.refuse(.nothingToPay)) == [.forget, .finish(.result(.nothingToPay))])
    var other = try S.named("claiming")
    _ = other.take(S.refuse(.nothingToPay))
    #expect(other.outcome != .result(.nothingToPay), "Only an agreement can be to nothing.")
  }

  @Test("A payment page stays open while something in front of the server refuses")
  func refusedOnTheWay() throws {
    var machine = try S.named("paying")
    for status in [401, 403, 404, 410] {
      _ = machine.take(S.tick)
      let failure = CallFailure.refused(Problem.Kind(rawValue: "about:blank"), statusCode: status, retryAfter: nil)
      let effects = machine.take({ .answered($0.asked?.number ?? 0, .failure(failure)) }, after: .seconds(90_000))
      #expect(!effects.contains(.close) && !effects.contains(.forget))
      #expect(machine.browser != nil && machine.outcome == nil)
    }
  }

  @Test("A server that leads in circles is left after some calls, with a safe result")
  func circles() throws {
    for name in ["gone on with", "left in a change", "confirming"] {
      var machine = try S.named(name)
      var now = S.now
      var count = 0
      while machine.outcome == nil, count < 200 {
        count += 1
        now = now + .milliseconds(700)
        if let asked = machine.asked {
          let body = S.body(name == "left in a change" ? .selecting : .paying)
          _ = machine.receive(.answered(asked.number, .success(body)), at: now)
        } else {
          now = now + .seconds(1)
          _ = machine.receive(.tick(machine.timer ?? 0), at: now)
        }
      }
      #expect(count < 100, "\(name)")
      #expect(machine.outcome == .result(machine.memory.mayHavePaid ? .confirming : .notFinished), "\(name)")
    }
  }
}
