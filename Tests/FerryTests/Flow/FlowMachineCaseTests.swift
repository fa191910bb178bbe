import FerryCore
import FerryTesting
import Testing

@_spi(Phone) @testable import Ferry

@Suite("A machine in rare cases")
struct FlowMachineCaseTests {
  typealias S = Situation

  @Test("A checkout that may have paid stays stored, even if the server does not know it for a day; others do not")
  func discarded() throws {
    for mayHavePaid in [true, false] {
      var memory = S.kept(.nobody, trip: .pay).memory
      memory.mayHavePaid = mayHavePaid
      var machine = FlowMachine(memory, .nobody, run: "run", at: S.now)
      _ = machine.take(S.begin)
      let effects = machine.take(S.refuse(.notFound), after: .seconds(90_000))
      #expect(effects.contains(.forget) != mayHavePaid)
      #expect((effects.saved?.isUnknownToServer == true) == mayHavePaid)
    }
  }

  @Test("An answer about another checkout decides nothing")
  func otherCheckout() {
    var machine = S.driven(S.kept(.nobody, trip: .pay), [S.begin])
    var body = S.body(.paid)
    body.id = "co_2"
    let effects = machine.take(S.answer(body))
    #expect(machine.outcome == nil && effects.delay != nil)
  }

  @Test("The answer to a cancellation opens no page")
  func cancelAnswersTicket() throws {
    var machine = try S.named("cancelling")
    #expect(machine.take(S.answer(S.body(.reviewing, ticket: .pay))).opened.isEmpty)
  }

  @Test("An agreement is as old as its link, however long claiming it has taken")
  func ageOfAgreement() {
    for (wait, isConfirmed) in [(Duration.seconds(60), true), (.seconds(700), false)] {
      let link = AppReturnLink(checkout: "co_1", code: AppReturnLink.code("code-9", agreeingTo: 1))
      var machine = S.driven(S.fresh(.buyer), [S.begin, S.create, { _ in .link(link) }])
      let effects = machine.take(S.answer(S.body(.reviewing)), after: wait)
      #expect(effects.calls.isEmpty != isConfirmed)
      #expect(effects.reviews.count == (isConfirmed ? 0 : 1))
    }
  }

  @Test("An agreement counts once: after any refusal the buyer is asked again")
  func agreementOnce() {
    let link = AppReturnLink(checkout: "co_1", code: AppReturnLink.code("code-9", agreeingTo: 1))
    var machine = S.driven(
      S.fresh(.buyer), [S.begin, S.create, { _ in .link(link) }, S.answer(S.body(.reviewing)), S.refuse(.wrongPhase)])
    let effects = machine.take(S.answer(S.body(.reviewing)))
    #expect(effects.calls.isEmpty && effects.reviews.count == 1)
  }

  @Test("A page whose link has come waits for no other")
  func pageNeedNotWait() throws {
    var machine = try S.named("a page's claim")
    let effects = machine.take(S.answer(S.body(.selecting)))
    #expect(effects.contains(.finish(.page(.selecting))))
  }

  @Test("After a timeout a page continues by itself; an app gets a result")
  func patience() throws {
    for (presence, outcome) in [
      (Presence.page, FlowMachine.Outcome.page(nil)), (.buyer, .result(.notFinished)),
    ] {
      var machine = S.driven(S.kept(presence, trip: .select), [{ _ in .woken }])
      let effects = machine.take(S.lose, after: .seconds(31))
      #expect(effects.contains(.finish(outcome)))
    }
  }

  @Test("After a failed save nothing was done: no agreement was sent, and no review was shown")
  func notSaved() throws {
    var confirming = try S.named("confirming")
    #expect(confirming.take({ _ in .notSaved }).delay != nil)
    #expect(confirming.take(S.tick).calls == [.read])

    var claiming = try S.named("claiming")
    #expect(claiming.take(S.answer(S.body(.reviewing))).reviews.count == 1)
    _ = claiming.take({ _ in .notSaved })
    _ = claiming.take(S.tick)
    #expect(claiming.take(S.answer(S.body(.reviewing))).reviews.count == 1)
  }

  @Test("A payment page that was opened may be paid, whoever has agreed")
  func pagePays() {
    var machine = S.fresh(.page)
    let handoff = CheckoutHandoff(
      checkout: "co_1", clientToken: "token", ticket: CheckoutHandoff.Ticket(step: .pay, text: "ticket-1"))
    let effects = machine.take({ _ in .open(handoff) })
    #expect(effects.saved?.mayHavePaid == true)
  }

  @Test("A page's step of another checkout is not opened")
  func otherHandoff() {
    var machine = S.kept(.page, trip: .select)
    let other = CheckoutHandoff(
      checkout: "co_2", clientToken: "token", ticket: CheckoutHandoff.Ticket(step: .pay, text: "ticket-1"))
    #expect(machine.take({ _ in .open(other) }).isEmpty)
    #expect(machine.memory.checkout == "co_1")
  }

  @Test("A link of another checkout is told and changes nothing")
  func otherLink() throws {
    var machine = try S.named("waiting for a link")
    let effects = machine.take({ _ in .link(AppReturnLink(checkout: "co_9", code: "c")) })
    #expect(effects == [.tell(.linkOfAnotherCheckout("co_9"))])
    #expect(machine.memory.unclaimed.isEmpty)
  }

  @Test("A link that comes at the end of the wait is given its own time")
  func lateLink() throws {
    var machine = try S.named("waiting for a link")
    #expect(machine.take(S.comeBack, after: .seconds(29)).calls == [.claim(code: "code-1")])
    #expect(machine.take(S.lose, after: .seconds(31)).delay != nil)
    #expect(machine.outcome == nil)
  }

  @Test("Patience begins when the browser closes")
  func sinceClosed() throws {
    var machine = try S.named("paying")
    _ = machine.take(S.close, after: .seconds(500))
    let body = S.body(.settling, awaits: true)
    #expect(machine.take(S.answer(body), after: .seconds(501)).delay != nil)
    #expect(machine.outcome == nil)
  }

  @Test("A browser that is not the one shown closes nothing")
  func otherBrowser() throws {
    var machine = try S.named("paying")
    let number = try #require(machine.browser?.number)
    #expect(machine.take({ _ in .browserClosed(number - 1) }).isEmpty)
    #expect(machine.browser != nil)
  }

  @Test("A checkout that is returned again keeps its agreement and its codes")
  func knownBefore() {
    var known = S.kept(.buyer, trip: .pay).memory
    known.mayHavePaid = true
    known.hold("code-7", heardAt: S.now)
    known.verifier = Verifier(SequentialRandomness(seed: 99))
    var machine = S.driven(S.fresh(.buyer), [S.begin])
    let effects = machine.receive(.created(S.handoff, known: known), at: S.now)
    let memory = effects.saved
    #expect(memory?.mayHavePaid == true && memory?.verifier == known.verifier)
    #expect(effects.calls == [.claim(code: "code-7")])
  }

  @Test("A selection that was closed before it began is not opened again by itself")
  func closedBeforeSelection() throws {
    var machine = try S.named("selection closed")
    let effects = machine.take(S.answer(S.body(.open)))
    #expect(effects.calls.isEmpty && effects.delay != nil)
  }

  @Test("After an abandoned change the machine waits for its link")
  func leftChange() throws {
    var machine = S.driven(try S.named("in a change"), [S.close])
    #expect(machine.take(S.answer(S.body(.selecting))).calls.isEmpty)
    _ = machine.take(S.tick, after: .seconds(4))
    #expect(machine.take(S.answer(S.body(.selecting)), after: .seconds(4)).calls == [.keep])
  }

  @Test("A refused selection starts again from the beginning")
  func otherwise() throws {
    var machine = try S.named("choosing otherwise")
    #expect(machine.take(S.decide(.change(.address))).calls == [.begin])
    // The round trip before it was closed has no effect.
    #expect(machine.take(S.answer(S.body(.selecting))).calls == [.begin])
  }

  @Test("A review is no longer asked when the buyer is somewhere else")
  func questionIsOver() throws {
    var machine = try S.named("reviewing")
    let old = try #require(machine.question)
    _ = machine.take({ _ in .link(AppReturnLink(checkout: "co_1", code: "code-8")) })
    #expect(machine.take(S.answer(S.body(.selecting, ticket: .select))).opened == [.select])
    #expect(machine.take({ _ in .decided(old, .buy) }).isEmpty)
  }

  @Test("After three refused calls in a row the machine asks with delays")
  func refusedAgain() throws {
    var machine = try S.named("gone on with")
    for _ in 1...3 {
      #expect(machine.take(S.answer(S.body(.paying))).calls == [.begin])
      #expect(machine.take(S.refuse(.wrongPhase)).calls == [.read], "Read at once")
    }
    #expect(machine.take(S.answer(S.body(.paying))).calls == [.begin])
    let effects = machine.take(S.refuse(.wrongPhase))
    #expect(effects.calls.isEmpty && effects.delay != nil, "The fourth time, read after a delay")
  }

  @Test("A refused cancellation does not count as given up")
  func cancelRefused() throws {
    var machine = try S.named("cancelling")
    #expect(machine.take(S.refuse(.wrongPhase)).calls == [.read])
    #expect(!machine.isGivenUp)
  }

  @Test("Pauses are short again when something has happened: a link, a closed browser, the app in front")
  func shortAgain() throws {
    var machine = try S.named("paying")
    // The first delay belongs to the page that has just opened.
    #expect(machine.following?.delays == 1)
    for _ in 1...3 {
      _ = machine.take(S.tick)
      _ = machine.take(S.answer(S.body(.paying)))
    }
    #expect(machine.following?.delays == 4)
    let rules = FlowRules()
    _ = machine.take(S.tick)
    let away = machine.take(S.answer(S.body(.paying))).delay
    #expect(away?.first == rules.firstPauseAway && away?.longest == rules.longestPauseAway)
    _ = machine.take(S.close)
    let closed = machine.take(S.lose).delay
    #expect(closed?.number == 1 && closed?.first == rules.firstPause && closed?.longest == rules.longestPause)
    _ = machine.take(S.tick)
    let again = machine.take(S.lose).delay
    #expect(again?.number == 2)
    _ = machine.take({ _ in .woken })
    let woken = machine.take(S.lose).delay
    #expect(woken?.number == 1)
  }

  @Test("A pause is between half and whole, never shorter than the server asks for, within five minutes")
  func pauses() {
    struct Fixed: Randomness {
      var byte: UInt8
      func bytes(_ count: Int) -> [UInt8] { Array(repeating: byte, count: count) }
    }
    func wait(_ pause: RetryDelay, _ byte: UInt8) -> Int64 {
      pause.end(from: S.now, Fixed(byte: byte)).since(S.now).wholeMilliseconds
    }
    var pause = RetryDelay(number: 3, first: .seconds(1), longest: .seconds(8))
    #expect(wait(pause, 0) == 2_000 && (3_980...4_000).contains(wait(pause, 255)))
    pause.number = 60
    #expect(wait(pause, 0) == 4_000)
    pause.atLeast = .seconds(20)
    #expect(wait(pause, 0) == 20_000)
    pause.atLeast = .seconds(80_000)
    #expect(wait(pause, 0) == 300_000)
    pause.noLaterThan = S.now + .seconds(5)
    #expect(wait(pause, 0) == 5_000)
  }
}
