import FerryCore
import Testing

@testable import Ferry

@Suite("What a passage does when")
struct FlowMachineRuleTests {
  typealias S = Situation

  /// Takes one more input, a while later.
  func next(
    _ passage: inout FlowMachine, _ step: (FlowMachine) -> FlowMachine.Input, after wait: Duration = .zero
  ) -> [FlowMachine.Effect] {
    passage.receive(step(passage), at: S.now + wait)
  }

  func calls(_ effects: [FlowMachine.Effect]) -> [AppCall] {
    effects.compactMap { effect in
      if case .call(_, let call, _) = effect { call } else { nil }
    }
  }

  func asksReview(_ effects: [FlowMachine.Effect]) -> Bool {
    effects.contains { effect in
      if case .review = effect { true } else { false }
    }
  }

  func failure(_ kind: Problem.Kind, retryAfter: Duration? = nil) -> @Sendable (FlowMachine) -> FlowMachine.Input {
    { passage in
      let failure = CallFailure.refused(kind, statusCode: kind.statusCode, retryAfter: retryAfter)
      return .answered(passage.asked?.number ?? 0, .failure(failure))
    }
  }

  /// A buyer who has pressed the purchase button inside the secure browser, and whose link is being claimed.
  func agreed(revision: Int) -> FlowMachine {
    let link = AppReturnLink(checkout: "co_1", code: AppReturnLink.code("code-9", agreeingTo: revision))
    return S.driven(S.fresh(.buyer), [S.begin, S.create, { _ in .link(link) }])
  }

  @Test("What the buyer agreed to in the secure browser is confirmed, with the total that the server shows for it")
  func firstGeneration() {
    var passage = agreed(revision: 1)
    let effects = next(&passage, S.answer(S.body(.reviewing)))
    #expect(calls(effects) == [.confirm(revision: 1, total: SimulatedServer.total)])
    #expect(!asksReview(effects))
  }

  @Test("If it is another revision by now, he is asked")
  func otherRevision() {
    var passage = agreed(revision: 2)
    let effects = next(&passage, S.answer(S.body(.reviewing)))
    #expect(calls(effects).isEmpty)
    #expect(asksReview(effects))
  }

  @Test("If the confirmation is refused because it has changed, he is asked, and told what has")
  func changedMeanwhile() {
    var passage = S.driven(
      S.fresh(.buyer), [S.begin, S.create, S.comeBack, S.answer(S.body(.reviewing)), S.decide(.buy)])
    #expect(calls(next(&passage, failure(.reviewChanged))) == [.read])
    var body = S.body(.reviewing)
    body.review?.revision = 2
    body.review?.total = .yen(9_000)
    let effects = next(&passage, S.answer(body))
    guard case .review(_, let review) = effects.last else { return #expect(Bool(false)) }
    #expect(review.changes == [.total])
  }

  @Test("What he agreed to long ago is asked again")
  func oldAgreement() {
    for (age, isConfirmed) in [(Duration.seconds(60), true), (.seconds(700), false)] {
      var passage = S.fresh(.buyer) { memory in
        memory.checkout = "co_1"
        memory.clientToken = "token"
        memory.trip = .select
        memory.revision = 1
        memory.heardAt = S.now - age
      }
      _ = next(&passage, S.begin)
      let effects = next(&passage, S.answer(S.body(.reviewing)))
      #expect(calls(effects).isEmpty != isConfirmed)
      #expect(asksReview(effects) != isConfirmed)
    }
  }

  @Test("A link of an earlier trip that comes late does not take the payment page away")
  func lateLink() {
    var passage = S.all.first { $0.name == "paying" }?.passage ?? S.fresh(.buyer)
    #expect(
      calls(next(&passage, { _ in .link(AppReturnLink(checkout: "co_1", code: "late")) })) == [.claim(code: "late")])
    #expect(!next(&passage, S.answer(S.body(.paying))).contains(.close))
    #expect(passage.browser != nil)
  }

  @Test("The same link again asks nothing more, before it is claimed and after")
  func twice() {
    var passage = S.driven(S.fresh(.buyer), [S.begin, S.create, S.comeBack])
    #expect(next(&passage, S.comeBack).isEmpty)
    _ = next(&passage, S.answer(S.body(.reviewing)))
    #expect(next(&passage, S.comeBack).isEmpty)
  }

  static let planted: [@Sendable (FlowMachine) -> FlowMachine.Input] = (1...9).map { number in
    { _ in .link(AppReturnLink(checkout: "co_1", code: "planted-\(number)")) }
  }

  /// Answers one call after another as the server does that has given out `S.link`.
  func claims(_ passage: inout FlowMachine, agreed phase: PhaseName = .reviewing) -> [AppCall] {
    var made: [AppCall] = []
    while let call = passage.asked?.call.call, passage.question == nil, made.count < 30 {
      made.append(call)
      if case .claim(let code) = call, code != S.link.code {
        _ = next(&passage, failure(.codeInvalid))
      } else {
        _ = next(&passage, S.answer(S.body(phase)))
      }
    }
    return made
  }

  @Test("Planted links displace no genuine one that has come and is not claimed yet", arguments: [1, 3, 9])
  func plantedAfter(_ count: Int) {
    // Its claim got no answer, and is waiting to be repeated.
    var passage = S.driven(
      S.fresh(.buyer),
      [S.begin, S.create, S.comeBack, { .answered($0.asked?.number ?? 0, .failure(.unreachable)) }])
    let effects = next(&passage, Self.planted[0])
    #expect(calls(effects) == [.claim(code: S.link.code)])
    for plant in Self.planted[1..<count] { _ = next(&passage, plant) }
    #expect(passage.memory.unclaimed.count <= FlowMachine.Memory.mostUnclaimed)
    let made = claims(&passage)
    #expect(made.first == .claim(code: S.link.code))
    #expect(passage.status == .reviewing)
    #expect(passage.memory.unclaimed.isEmpty)
  }

  @Test("Planted links that come first keep no genuine one from being tried", arguments: [1, 3, 9])
  func plantedBefore(_ count: Int) {
    var passage = S.driven(S.fresh(.buyer), [S.begin, S.create] + Self.planted.prefix(count) + [S.comeBack])
    let made = claims(&passage)
    #expect(made.contains(.claim(code: S.link.code)))
    #expect(made.count <= FlowMachine.Memory.mostUnclaimed + 2)
    #expect(passage.status == .reviewing)
  }

  @Test("Codes that were kept by an app that was killed are tried in their order after it")
  func plantedAndKilled() {
    let before = S.driven(S.fresh(.buyer), [S.begin, S.create, S.comeBack] + Self.planted.prefix(2))
    var passage = FlowMachine(before.memory, .buyer, run: "again", at: S.now)
    _ = next(&passage, S.begin)
    #expect(claims(&passage).prefix(1) == [.claim(code: S.link.code)])
    #expect(passage.status == .reviewing)
  }

  @Test("A planted link neither adds an agreement nor takes one away")
  func plantedAgreement() {
    let forged = AppReturnLink(checkout: "co_1", code: AppReturnLink.code("planted", agreeingTo: 1))
    // Refused, its agreement is none.
    var passage = S.driven(S.fresh(.buyer), [S.begin, S.create, { _ in .link(forged) }, S.comeBack])
    #expect(!claims(&passage).contains { if case .confirm = $0 { true } else { false } })
    #expect(passage.status == .reviewing)
    // Between the genuine link and its claim's answer, it does not touch what he agreed to.
    passage = agreed(revision: 1)
    _ = next(&passage, { _ in .link(AppReturnLink(checkout: "co_1", code: "planted")) })
    #expect(calls(next(&passage, S.answer(S.body(.reviewing)))) == [.claim(code: "planted")])
    #expect(calls(next(&passage, failure(.codeInvalid))) == [.read])
    let confirmed = calls(next(&passage, S.answer(S.body(.reviewing))))
    #expect(confirmed == [.confirm(revision: 1, total: SimulatedServer.total)])
  }

  @Test("A claim whose answer was lost is repeated with the same code and key")
  func lostAnswer() {
    var passage = S.driven(S.fresh(.buyer), [S.begin, S.create])
    let first = next(&passage, S.comeBack)
    _ = next(&passage, { .answered($0.asked?.number ?? 0, .failure(.unreachable)) })
    let second = next(&passage, S.tick)
    guard case .call(_, let call, let key) = first.last, case .call(_, let again, let sameKey) = second.last else {
      return #expect(Bool(false))
    }
    #expect(call == again && key == sameKey)
    #expect(next(&passage, S.answer(S.body(.reviewing))).contains(.close))
  }

  @Test(
    "The browser closes on a claim's success, and not on its refusal",
    arguments: [Problem.Kind.codeInvalid, .forbidden])
  func refusedClaim(_ kind: Problem.Kind) {
    var passage = S.driven(S.fresh(.buyer), [S.begin, S.create, S.comeBack])
    let effects = next(&passage, failure(kind))
    #expect(effects.contains(.tell(.linkRefused(checkout: "co_1"))))
    #expect(!effects.contains(.close))
    #expect(passage.browser != nil)
    #expect(passage.memory.unclaimed.isEmpty)
  }

  @Test("A closed payment page is asked about for as long as patience lasts, and is then being confirmed")
  func payClosed() {
    var passage = S.all.first { $0.name == "payment page closed" }?.passage ?? S.fresh(.buyer)
    #expect(passage.outcome == nil)
    _ = next(&passage, S.answer(S.body(.paying)), after: .seconds(29))
    #expect(passage.outcome == nil)
    _ = next(&passage, S.tick, after: .seconds(30))
    _ = next(&passage, S.answer(S.body(.paying)), after: .seconds(31))
    #expect(passage.outcome == .result(.confirming))
  }

  @Test("A closed selection waits a moment for a link, and is then not finished")
  func selectionClosed() {
    var passage = S.all.first { $0.name == "selection closed" }?.passage ?? S.fresh(.buyer)
    _ = next(&passage, S.answer(S.body(.selecting)), after: .seconds(1))
    #expect(passage.outcome == nil)
    _ = next(&passage, S.tick, after: .seconds(3))
    _ = next(&passage, S.answer(S.body(.selecting)), after: .seconds(4))
    #expect(passage.outcome == .result(.notFinished))
  }

  @Test("A change that is left goes back to the review, and nothing is lost")
  func changeLeft() {
    var passage = S.all.first { $0.name == "in a change" }?.passage ?? S.fresh(.buyer)
    #expect(calls(next(&passage, S.close)) == [.read])
    let effects = next(&passage, S.answer(S.body(.selecting)), after: .seconds(5))
    #expect(calls(effects) == [.keep])
    #expect(asksReview(next(&passage, S.answer(S.body(.reviewing)), after: .seconds(5))))
  }

  @Test("The way back is shown once per trip by itself, and once more when the buyer goes on")
  func reopened() {
    let locked = S.body(.selecting, isLocked: true)
    var passage = S.all.first { $0.name == "at the way back" }?.passage ?? S.fresh(.buyer)
    #expect(passage.browser?.step == .resume)
    _ = next(&passage, S.close)
    let effects = next(&passage, S.answer(locked), after: .seconds(10))
    #expect(effects.last == .finish(.result(.notFinished)))
    var again = FlowMachine(passage.memory, .buyer, run: "again", at: S.now)
    _ = next(&again, S.begin)
    #expect(calls(next(&again, S.answer(locked))) == [.begin])
  }

  @Test("What a person has to decide is being confirmed, at once")
  func held() {
    var passage = S.all.first { $0.name == "confirming the payment" }?.passage ?? S.fresh(.buyer)
    _ = next(&passage, S.tick)
    #expect(next(&passage, S.answer(S.body(.held))).last == .finish(.result(.confirming)))
  }

  @Test("A reason for a decline that is not known yet is a decline all the same")
  func newReason() {
    var body = S.body(.declined)
    body.decline = "moon-phase"
    #expect(FlowMachine.final(body) == .declined(.refused))
    body.decline = nil
    #expect(FlowMachine.final(body) == .declined(.refused))
  }

  @Test("Not paying finishes what nothing can have been charged for; agreeing makes it a matter of confirming")
  func serverGone() {
    for (name, result) in [("selection closed", CheckoutResult.notFinished), ("confirming", .confirming)] {
      var passage = S.all.first { $0.name == name }?.passage ?? S.fresh(.buyer)
      _ = next(&passage, { .answered($0.asked?.number ?? 0, .failure(.unreachable)) }, after: .seconds(60))
      #expect(passage.outcome == .result(result))
    }
  }

  @Test("Cancelled in a change, the buyer is back at the review; with nobody there it is cancelled for good")
  func cancelledInChange() {
    for presence in [Presence.buyer, .nobody] {
      var passage = S.kept(presence, trip: .changeAddress)
      _ = next(&passage, S.begin)
      _ = next(&passage, { _ in .givenUp })
      #expect(calls(next(&passage, S.answer(S.body(.selecting)))) == [.cancel])
      let effects = next(&passage, S.answer(S.body(.reviewing)))
      #expect(calls(effects) == (presence == .nobody ? [.cancel] : []))
      #expect(asksReview(effects) == (presence == .buyer))
    }
  }

  @Test(
    "Given up while it is created, begun or confirmed, the answer's ticket opens nothing, and the server is asked to cancel",
    arguments: ["given up while creating", "given up while beginning", "given up while confirming"])
  func givenUpBeforeAnswer(_ name: String) {
    var passage = S.all.first { $0.name == name }?.passage ?? S.fresh(.buyer)
    let body = S.body(name.hasSuffix("creating") ? .open : .paying, ticket: .pay)
    let effects = next(&passage, name.hasSuffix("creating") ? S.create : S.answer(body))
    #expect(calls(effects) == [.cancel])
    #expect(passage.browser == nil)
  }

  @Test("An agreement that waited to be sent again is not, once the buyer has given up")
  func givenUpBeforeRepetition() {
    var passage = S.driven(
      S.fresh(.buyer),
      [
        S.begin, S.create, S.comeBack, S.answer(S.body(.reviewing)), S.decide(.buy),
        { .answered($0.asked?.number ?? 0, .failure(.unreachable)) },
      ])
    #expect(calls(next(&passage, { _ in .givenUp })) == [.cancel])
    // The other way round: it gets no answer after he has given up.
    passage = S.all.first { $0.name == "given up while confirming" }?.passage ?? S.fresh(.buyer)
    _ = next(&passage, { .answered($0.asked?.number ?? 0, .failure(.unreachable)) })
    #expect(calls(next(&passage, S.tick)) == [.cancel])
  }

  @Test("Given up while the creation's outcome is not known, nothing is created again")
  func givenUpBeforeCreation() {
    var passage = S.all.first { $0.name == "given up while creating" }?.passage ?? S.fresh(.buyer)
    #expect(next(&passage, { _ in .creationUnknown }).last == .finish(.result(.notFinished)))
  }

  @Test("The server's pause is kept, and does not outlast patience")
  func retryAfter() {
    var passage = S.all.first { $0.name == "payment page closed" }?.passage ?? S.fresh(.buyer)
    let effects = next(&passage, failure(.tooManyRequests, retryAfter: .seconds(7)), after: .seconds(1))
    guard case .wait(_, let pause) = effects.last else { return #expect(Bool(false)) }
    #expect(pause.atLeast == .seconds(7))
    #expect(pause.noLaterThan == S.now + .seconds(30))
  }

  @Test("A checkout of another verifier is not gone on with")
  func elsewhere() {
    var passage = S.all.first { $0.name == "gone on with" }?.passage ?? S.fresh(.buyer)
    _ = next(&passage, S.answer(S.body(.paying)))
    let effects = next(&passage, failure(.forbidden))
    #expect(effects.first == .tell(.begunElsewhere(checkout: "co_1")))
    #expect(effects.last == .finish(.result(.notFinished)) || effects.last == .finish(.result(.confirming)))
  }

  @Test("What the server does not know is kept for a day, in case it is the server that is wrong")
  func unknown() {
    for (age, isKept) in [(Duration.seconds(3_600), true), (.seconds(90_000), false)] {
      var passage = S.kept(.nobody, trip: .select)
      _ = passage.receive(.begin, at: S.now + age)
      let effects = passage.receive(failure(.unauthorized)(passage), at: S.now + age)
      #expect(effects.contains(.forget) != isKept)
      #expect(effects.last == .finish(.result(.notFinished)))
    }
  }

  @Test("A payment page stays open while something in front of the server refuses")
  func refusedOnTheWay() {
    var passage = S.all.first { $0.name == "paying" }?.passage ?? S.fresh(.buyer)
    for status in [401, 403, 404, 410] {
      _ = next(&passage, S.tick)
      let failure = CallFailure.refused(Problem.Kind(rawValue: "about:blank"), statusCode: status, retryAfter: nil)
      let effects = next(&passage, { .answered($0.asked?.number ?? 0, .failure(failure)) }, after: .seconds(90_000))
      #expect(!effects.contains(.close) && !effects.contains(.forget))
      #expect(passage.browser != nil && passage.outcome == nil)
    }
  }

  @Test("A server that leads in circles is left after some calls, with an answer that is not wrong")
  func circles() {
    for name in ["gone on with", "left in a change", "confirming"] {
      var passage = S.all.first { $0.name == name }?.passage ?? S.fresh(.buyer)
      var now = S.now
      var count = 0
      while passage.outcome == nil, count < 200 {
        count += 1
        now = now + .milliseconds(700)
        if let asked = passage.asked {
          let body = S.body(name == "left in a change" ? .selecting : .paying)
          _ = passage.receive(.answered(asked.number, .success(body)), at: now)
        } else {
          now = now + .seconds(1)
          _ = passage.receive(.tick(passage.timer ?? 0), at: now)
        }
      }
      #expect(count < 100, "\(name)")
      #expect(passage.outcome == .result(passage.memory.mayHavePaid ? .confirming : .notFinished), "\(name)")
    }
  }
}
