import FerryCore
import FerryTesting
import Testing

@testable import Ferry

@Suite("What a passage does in rare cases")
struct FlowMachineCaseTests {
  typealias S = Situation

  private func situation(_ name: String) throws -> FlowMachine {
    try #require(S.all.first { $0.name == name }?.passage)
  }

  private func calls(_ effects: [FlowMachine.Effect]) -> [AppCall] {
    effects.compactMap { effect in
      if case .call(_, let call, _) = effect { call } else { nil }
    }
  }

  private func opened(_ effects: [FlowMachine.Effect]) -> [RedirectStep] {
    effects.compactMap { effect in
      if case .open(_, let step, _) = effect { step } else { nil }
    }
  }

  private func reviews(_ effects: [FlowMachine.Effect]) -> Int {
    effects.filter { effect in
      if case .review = effect { true } else { false }
    }.count
  }

  private func pause(_ effects: [FlowMachine.Effect]) -> RetryDelay? {
    effects.compactMap { effect in
      if case .wait(_, let pause) = effect { pause } else { nil }
    }.first
  }

  private func saved(_ effects: [FlowMachine.Effect]) -> FlowMachine.Memory? {
    effects.compactMap { effect in
      if case .save(let memory) = effect { memory } else { nil }
    }.last
  }

  /// The server refuses the call that is under way.
  private func refused(_ kind: Problem.Kind) -> @Sendable (FlowMachine) -> FlowMachine.Input {
    { .answered($0.asked?.number ?? 0, .failure(.refused(kind, statusCode: kind.statusCode, retryAfter: nil))) }
  }

  private func take(
    _ passage: inout FlowMachine, _ step: (FlowMachine) -> FlowMachine.Input, after wait: Duration = .zero
  ) -> [FlowMachine.Effect] {
    passage.receive(step(passage), at: S.now + wait)
  }

  @Test("What may have paid is kept, also when the server does not know it for more than a day; the rest is not")
  func discarded() throws {
    for mayHavePaid in [true, false] {
      var memory = S.kept(.nobody, trip: .pay).memory
      memory.mayHavePaid = mayHavePaid
      var passage = FlowMachine(memory, .nobody, run: "run", at: S.now)
      _ = take(&passage, S.begin)
      let effects = take(&passage, refused(.notFound), after: .seconds(90_000))
      #expect(effects.contains(.forget) != mayHavePaid)
      #expect((saved(effects)?.isDisowned == true) == mayHavePaid)
    }
  }

  @Test("An answer about another checkout decides nothing")
  func otherCheckout() {
    var passage = S.driven(S.kept(.nobody, trip: .pay), [S.begin])
    var body = S.body(.paid)
    body.id = "co_2"
    let effects = take(&passage, S.answer(body))
    #expect(passage.outcome == nil && pause(effects) != nil)
  }

  @Test("Who wants to leave is sent nowhere by the answer to it")
  func cancelAnswersTicket() throws {
    var passage = try situation("cancelling")
    #expect(opened(take(&passage, S.answer(S.body(.reviewing, ticket: .pay)))).isEmpty)
  }

  @Test("An agreement is as old as its link, however long claiming it has taken")
  func ageOfAgreement() {
    for (wait, isConfirmed) in [(Duration.seconds(60), true), (.seconds(700), false)] {
      let link = AppReturnLink(checkout: "co_1", code: AppReturnLink.code("code-9", agreeingTo: 1))
      var passage = S.driven(S.fresh(.buyer), [S.begin, S.create, { _ in .link(link) }])
      let effects = take(&passage, S.answer(S.body(.reviewing)), after: wait)
      #expect(calls(effects).isEmpty != isConfirmed)
      #expect(reviews(effects) == (isConfirmed ? 0 : 1))
    }
  }

  @Test("An agreement counts once: refused for whatever reason, the buyer is asked")
  func agreementOnce() {
    let link = AppReturnLink(checkout: "co_1", code: AppReturnLink.code("code-9", agreeingTo: 1))
    var passage = S.driven(
      S.fresh(.buyer), [S.begin, S.create, { _ in .link(link) }, S.answer(S.body(.reviewing)), refused(.wrongPhase)])
    let effects = take(&passage, S.answer(S.body(.reviewing)))
    #expect(calls(effects).isEmpty && reviews(effects) == 1)
  }

  @Test("A page whose link has come waits for no other")
  func pageNeedNotWait() throws {
    var passage = try situation("a page's claim")
    let effects = take(&passage, S.answer(S.body(.selecting)))
    #expect(effects.contains(.finish(.page(.selecting))))
  }

  @Test("A page that waits in vain goes on by itself; an app is told")
  func patience() throws {
    for (presence, outcome) in [
      (Presence.page, FlowMachine.Outcome.page(nil)), (.buyer, .result(.notFinished)),
    ] {
      var passage = S.driven(S.kept(presence, trip: .select), [{ _ in .woken }])
      let effects = take(
        &passage, { .answered($0.asked?.number ?? 0, .failure(.unreachable)) }, after: .seconds(31))
      #expect(effects.contains(.finish(outcome)))
    }
  }

  @Test("What could not be kept was not done: the agreement is not under way, and a review was not shown")
  func notSaved() throws {
    var confirming = try situation("confirming")
    #expect(pause(take(&confirming, { _ in .notSaved })) != nil)
    #expect(calls(take(&confirming, S.tick)) == [.read])

    var claiming = try situation("claiming")
    #expect(reviews(take(&claiming, S.answer(S.body(.reviewing)))) == 1)
    _ = take(&claiming, { _ in .notSaved })
    _ = take(&claiming, S.tick)
    #expect(reviews(take(&claiming, S.answer(S.body(.reviewing)))) == 1)
  }

  @Test("A payment page that is opened may be paid on, whoever has agreed")
  func pagePays() {
    var passage = S.fresh(.page)
    let handoff = CheckoutHandoff(
      checkout: "co_1", clientToken: "token", ticket: CheckoutHandoff.Ticket(step: .pay, text: "ticket-1"))
    let effects = take(&passage, { _ in .open(handoff) })
    #expect(saved(effects)?.mayHavePaid == true)
  }

  @Test("A page's step of another checkout is not opened")
  func otherHandoff() {
    var passage = S.kept(.page, trip: .select)
    let other = CheckoutHandoff(
      checkout: "co_2", clientToken: "token", ticket: CheckoutHandoff.Ticket(step: .pay, text: "ticket-1"))
    #expect(take(&passage, { _ in .open(other) }).isEmpty)
    #expect(passage.memory.checkout == "co_1")
  }

  @Test("A link of another checkout is told and changes nothing")
  func otherLink() throws {
    var passage = try situation("waiting for a link")
    let effects = take(&passage, { _ in .link(AppReturnLink(checkout: "co_9", code: "c")) })
    #expect(effects == [.tell(.linkOfAnotherCheckout("co_9"))])
    #expect(passage.memory.unclaimed.isEmpty)
  }

  @Test("A link that comes at the end of the wait is given its own time")
  func lateLink() throws {
    var passage = try situation("waiting for a link")
    let lost: @Sendable (FlowMachine) -> FlowMachine.Input = {
      .answered($0.asked?.number ?? 0, .failure(.unreachable))
    }
    #expect(calls(take(&passage, S.comeBack, after: .seconds(29))) == [.claim(code: "code-1")])
    #expect(pause(take(&passage, lost, after: .seconds(31))) != nil)
    #expect(passage.outcome == nil)
  }

  @Test("Patience begins when the browser closes")
  func sinceClosed() throws {
    var passage = try situation("paying")
    _ = take(&passage, S.close, after: .seconds(500))
    let body = S.body(.settling, awaits: true)
    #expect(pause(take(&passage, S.answer(body), after: .seconds(501))) != nil)
    #expect(passage.outcome == nil)
  }

  @Test("A browser that is not the one shown closes nothing")
  func otherBrowser() throws {
    var passage = try situation("paying")
    let number = try #require(passage.browser?.number)
    #expect(take(&passage, { _ in .browserClosed(number - 1) }).isEmpty)
    #expect(passage.browser != nil)
  }

  @Test("A checkout that is handed out again is as it was: agreed to, and with its codes")
  func knownBefore() {
    var known = S.kept(.buyer, trip: .pay).memory
    known.mayHavePaid = true
    known.hold("code-7", heardAt: S.now)
    known.verifier = Verifier(SequentialRandomness(seed: 99))
    var passage = S.driven(S.fresh(.buyer), [S.begin])
    let effects = passage.receive(.created(S.handoff, known: known), at: S.now)
    let memory = saved(effects)
    #expect(memory?.mayHavePaid == true && memory?.verifier == known.verifier)
    #expect(calls(effects) == [.claim(code: "code-7")])
  }

  @Test("A selection that was closed before it began is not opened again by itself")
  func closedBeforeSelection() throws {
    var passage = try situation("selection closed")
    let effects = take(&passage, S.answer(S.body(.open)))
    #expect(calls(effects).isEmpty && pause(effects) != nil)
  }

  @Test("A change that is left is given the time in which its link may come")
  func leftChange() throws {
    var passage = S.driven(try situation("in a change"), [S.close])
    #expect(calls(take(&passage, S.answer(S.body(.selecting)))).isEmpty)
    _ = take(&passage, S.tick, after: .seconds(4))
    #expect(calls(take(&passage, S.answer(S.body(.selecting)), after: .seconds(4))) == [.keep])
  }

  @Test("A choice that cannot be taken is made again from the beginning")
  func otherwise() throws {
    var passage = try situation("choosing otherwise")
    #expect(calls(take(&passage, S.decide(.change(.address)))) == [.begin])
    // The round trip before it was closed plays no part.
    #expect(calls(take(&passage, S.answer(S.body(.selecting)))) == [.begin])
  }

  @Test("A review is no question any more once the buyer is somewhere else")
  func questionIsOver() throws {
    var passage = try situation("reviewing")
    let old = try #require(passage.question)
    _ = take(&passage, { _ in .link(AppReturnLink(checkout: "co_1", code: "code-8")) })
    #expect(opened(take(&passage, S.answer(S.body(.selecting, ticket: .select)))) == [.select])
    #expect(take(&passage, { _ in .decided(old, .buy) }).isEmpty)
  }

  @Test("Refused again and again, it is asked about with pauses; a cancellation that is refused is none")
  func refusedAgain() throws {
    for (steps, isAskedAtOnce) in [(3, true), (4, false)] {
      var passage = try situation("confirming")
      passage.steps = steps
      let effects = take(&passage, refused(.wrongPhase))
      #expect(calls(effects) == (isAskedAtOnce ? [.read] : []))
      #expect((pause(effects) != nil) == !isAskedAtOnce)
    }
    var leaving = try situation("cancelling")
    #expect(calls(take(&leaving, refused(.wrongPhase))) == [.read])
    #expect(!leaving.isGivenUp)
  }

  @Test("Pauses are short again when something has happened: a link, a closed browser, the app in front")
  func shortAgain() throws {
    let lost: @Sendable (FlowMachine) -> FlowMachine.Input = {
      .answered($0.asked?.number ?? 0, .failure(.unreachable))
    }
    var passage = try situation("paying")
    // The first pause belongs to the page that has just been opened.
    #expect(passage.pauses == 1)
    for _ in 1...3 {
      _ = take(&passage, S.tick)
      _ = take(&passage, S.answer(S.body(.paying)))
    }
    #expect(passage.pauses == 4)
    let rules = FlowRules()
    _ = take(&passage, S.tick)
    let away = pause(take(&passage, S.answer(S.body(.paying))))
    #expect(away?.first == rules.firstPauseAway && away?.longest == rules.longestPauseAway)
    _ = take(&passage, S.close)
    let closed = pause(take(&passage, lost))
    #expect(closed?.number == 1 && closed?.first == rules.firstPause && closed?.longest == rules.longestPause)
    _ = take(&passage, S.tick)
    let again = pause(take(&passage, lost))
    #expect(again?.number == 2)
    _ = take(&passage, { _ in .woken })
    let woken = pause(take(&passage, lost))
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
