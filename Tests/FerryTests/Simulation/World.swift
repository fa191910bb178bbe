import FerryCore
import FerryTesting

@_spi(Phone) @testable import Ferry

/// One device, one buyer and one server in virtual time. A seed decides every event. The device performs the machine's
/// effects, loses answers, delivers links late, twice or never, and is killed at any point.
struct World {
  /// The faults of the simulation, in percent unless noted.
  struct Troubles {
    var requestsLost = 0
    var answersLost = 0
    var linksLost = 0
    var linksDoubled = 0
    var linksLate = 0
    var foreignLinks = 0
    var kills = 0
    var closedAtOnce = 0
    var closedAfter = 0
    var buyerCancels = 0
    var declines = 0
    var changes = 0
    var refusals = 0
    var revisions = 0
    var savesFail = 0

    static let none = Troubles()
  }

  enum Event {
    case input(FlowMachine.Input, process: Int)
    case request(Int, AppCall, process: Int, memory: FlowMachine.Memory)
    case create(process: Int)
    case browser(Int, process: Int)
    case closeByBuyer(Int, process: Int)
    /// The shop's page asks its backend for the state.
    case page(process: Int)
    case link(AppReturnLink)
    case start
  }

  struct Scheduled {
    var at: Moment
    var order: Int
    var event: Event
  }

  var random: SplitMix64
  var troubles: Troubles
  var now = Moment(milliseconds: 1_000_000_000)
  var events: [Scheduled] = []
  var order = 0
  var server: SimulatedServer
  var item: FlowMachine.Memory?
  /// The running app. Nil after a kill or a result.
  var machine: FlowMachine?
  var process = 0
  var shownBrowser: (number: Int, step: RedirectStep?)?
  var results: [CheckoutOutcome] = []
  var notices: [FlowNotice] = []
  var problems: [String] = []
  /// The number of inputs so far. A kill can be requested after one of them.
  var transitions = 0
  var killAt: (transition: Int, effects: Int)?
  var statuses: [FlowStatus] = []
  /// The statuses at the kills.
  var killedIn: Set<FlowStatus> = []
  var story: [String] = []
  /// True if the final result has come and the item is deleted. A kill at this moment loses the result in the app. The shop's
  /// backend still knows it.
  var isForgotten = false
  var wasKilledLast = false
  /// The kind of app.
  let kind: Kind
  private let verifier: Verifier

  enum Kind: CaseIterable { case native, firstGeneration, page }

  init(seed: UInt64, _ troubles: Troubles = .none, _ kind: Kind = .native) {
    self.kind = kind
    random = SplitMix64(seed: seed)
    self.troubles = troubles
    verifier = Verifier(SequentialRandomness(seed: seed))
    server = SimulatedServer(challenge: verifier.challenge)
    server.reviewsInBrowser = kind == .firstGeneration
  }

  mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }

  mutating func later(_ wait: ClosedRange<Int>, _ event: Event) {
    order += 1
    let at = now + .milliseconds(Int.random(in: wait, using: &random))
    events.append(Scheduled(at: at, order: order, event: event))
  }

  /// Starts the app. The buyer presses the button.
  mutating func press() {
    guard kind != .page else { return look() }
    let memory = FlowMachine.Memory(id: "p1", verifier: verifier, beganAt: now)
    launch(item ?? memory, .buyer)
  }

  mutating func launch(_ memory: FlowMachine.Memory, _ presence: Presence, first: FlowMachine.Input = .begin) {
    process += 1
    machine = FlowMachine(memory, presence, run: "run\(process)", at: now)
    shownBrowser = nil
    take(first)
  }

  /// The shop's page in the app's web view. Its backend knows the state, reviews and confirms, and the page asks the app to
  /// open the next step.
  private mutating func look() {
    server.settle(now)
    story.append("\(now.milliseconds - 1_000_000_000) the page sees \(server.phase)")
    guard !server.phase.isFinal else {
      // The page shows the end. The app asks the server itself.
      if let item, item.canAsk { launch(item, .nobody) }
      return
    }
    if server.phase == .reviewing, !server.isLocked {
      return open(asBackend(decideOnPage()))
    }
    open(server.awaitsUntil == nil || server.isLocked ? asBackend(.begin) : nil)
  }

  private mutating func decideOnPage() -> AppCall {
    if chance(troubles.buyerCancels) { return .cancel }
    if chance(troubles.changes) { return .change(chance(50) ? .address : .payment) }
    return .confirm(revision: server.revision, total: SimulatedServer.total)
  }

  private mutating func asBackend(_ call: AppCall) -> CheckoutHandoff.Ticket? {
    try? server.answer(call, token: SimulatedServer.token, verifier: verifier, now: now).get().ticket
  }

  private mutating func open(_ ticket: CheckoutHandoff.Ticket?) {
    guard let ticket else { return later(500...3_000, .page(process: process)) }
    var memory = item ?? FlowMachine.Memory(id: "p1", verifier: verifier, beganAt: now)
    memory.isOfPage = true
    // Stored when the page got the challenge.
    item = memory
    let handoff = CheckoutHandoff(checkout: server.id, clientToken: SimulatedServer.token, ticket: ticket)
    launch(memory, .page, first: .open(handoff))
  }

  /// Runs until the app is idle or killed.
  mutating func run(limit: Int = 5_000) {
    var steps = 0
    while machine != nil || !events.isEmpty {
      steps += 1
      guard steps < limit else { return problems.append("The app goes on for ever.") }
      let first = events.indices.min { (events[$0].at, events[$0].order) < (events[$1].at, events[$1].order) }
      guard let first else {
        if machine != nil { problems.append("The app waits for nothing.") }
        return
      }
      let next = events.remove(at: first)
      now = max(now, next.at)
      happen(next.event)
      if machine != nil, killAt == nil, chance(troubles.kills) { kill() }
    }
  }

  mutating func kill() {
    if let status = machine?.status { killedIn.insert(status) }
    story.append("killed")
    wasKilledLast = true
    machine = nil
    shownBrowser = nil
    process += 1
    later(500...60_000, .start)
  }

  mutating func happen(_ event: Event) {
    switch event {
    case .input(let input, let process):
      guard process == self.process else { return }
      take(input)
    case .request(let number, let call, let process, let memory):
      guard !chance(troubles.requestsLost) else {
        return later(50...8_000, .input(.answered(number, .failure(.unreachable)), process: process))
      }
      let answer = server.answer(call, token: memory.clientToken, verifier: memory.verifier, now: now)
      guard !chance(troubles.answersLost) else {
        return later(50...8_000, .input(.answered(number, .failure(.unreachable)), process: process))
      }
      later(20...900, .input(.answered(number, answer), process: process))
    case .create(let process):
      guard !chance(troubles.answersLost) else {
        return later(50...8_000, .input(.creationUnknown, process: process))
      }
      later(20...900, .input(.created(server.handoff(), known: nil), process: process))
    case .browser(let number, let process):
      guard process == self.process, shownBrowser?.number == number, let step = shownBrowser?.step else { return }
      buyer(number, step)
    case .closeByBuyer(let number, let process):
      guard process == self.process, shownBrowser?.number == number else { return }
      shownBrowser = nil
      take(.browserClosed(number))
    case .page(let process):
      guard process == self.process else { return }
      look()
    case .link(let link): deliver(link)
    case .start:
      guard machine == nil, let item, item.canAsk else { return }
      launch(item, .nobody)
    }
  }

  /// The buyer's actions on the provider's page.
  mutating func buyer(_ number: Int, _ step: RedirectStep) {
    server.settle(now)
    if chance(troubles.closedAtOnce) { return later(1_000...20_000, .closeByBuyer(number, process: process)) }
    switch step {
    case .select, .changeAddress, .changePayment:
      if chance(troubles.buyerCancels) {
        server.cancelAtProvider()
      } else {
        _ = server.choose(chance(troubles.refusals), now: now)
      }
    case .pay:
      if chance(troubles.buyerCancels) {
        server.cancelAtProvider()
      } else {
        let wait = Duration.milliseconds(Int.random(in: 200...20_000, using: &random))
        server.pay(as: chance(troubles.declines) ? .declined : .paid, now: now, after: wait)
      }
    case .resume: break
    }
    let link = server.link()
    if chance(troubles.closedAfter) { later(1...4_000, .closeByBuyer(number, process: process)) }
    if !chance(troubles.linksLost) {
      later(chance(troubles.linksLate) ? 1_000...30_000 : 10...2_000, .link(link))
      if chance(troubles.linksDoubled) { later(10...10_000, .link(link)) }
    } else {
      // The buyer looks for a while, and closes it.
      later(2_000...30_000, .closeByBuyer(number, process: process))
    }
    if chance(troubles.foreignLinks) {
      later(1...5_000, .link(AppReturnLink(checkout: "co_other", code: "planted")))
      for number in 1...Int.random(in: 1...6, using: &random) {
        later(1...5_000, .link(AppReturnLink(checkout: SimulatedServer.checkout, code: "planted\(number)")))
      }
    }
  }

  /// iOS delivers a link to the app, and starts the app if necessary.
  mutating func deliver(_ link: AppReturnLink) {
    if machine != nil { return take(.link(link)) }
    guard var item, item.checkout == link.checkout, item.canAsk else { return }
    if item.knows(link.code) { return }
    item.hold(link.code, heardAt: now)
    self.item = item
    launch(item, .nobody)
  }

  mutating func take(_ input: FlowMachine.Input) {
    guard machine != nil else { return }
    transitions += 1
    story.append("\(now.milliseconds - 1_000_000_000) \(input.story)")
    let effects = machine?.receive(input, at: now) ?? []
    if let status = machine?.status { statuses.append(status) }
    if let killAt, killAt.transition == transitions {
      for effect in effects.prefix(killAt.effects) where machine != nil { _ = perform(effect, effects) }
      if machine != nil { kill() }
      return
    }
    for effect in effects {
      guard machine != nil else { return }
      guard perform(effect, effects) else { return take(.notSaved) }
    }
  }

  private mutating func perform(_ effect: FlowMachine.Effect, _ all: [FlowMachine.Effect]) -> Bool {
    story.append("    \(effect.story)")
    if effect.leavesTheApp, item != machine?.memory { problems.append("\(effect.story) before it was saved") }
    switch effect {
    case .save(let memory):
      if chance(troubles.savesFail), !all.contains(where: \.isFinish) { return false }
      item = memory
    case .forget:
      item = nil
      isForgotten = true
    case .create: later(50...500, .create(process: process))
    case .open(let number, _, let ticket):
      if shownBrowser != nil { problems.append("A second browser was opened over the first.") }
      shownBrowser = (number, server.spend(ticket))
      later(2_000...40_000, .browser(number, process: process))
    case .close: shownBrowser = nil
    case .call(let number, let call, _):
      guard let memory = machine?.memory else { return true }
      later(20...900, .request(number, call, process: process, memory: memory))
    case .review(let number, let review):
      if chance(troubles.revisions) { server.revise() }
      later(500...20_000, .input(.decided(number, decide(review)), process: process))
    case .wait(let number, let pause):
      let end = pause.end(from: now, SequentialRandomness(seed: UInt64(lastOrder)))
      let wait = max(0, Int(end.since(now).wholeMilliseconds))
      later(wait...wait, .input(.tick(number), process: process))
    case .tell(let notice): notices.append(notice)
    case .finish(let outcome):
      if machine?.setup.presence == .page { later(500...3_000, .page(process: process)) }
      machine = nil
      if shownBrowser != nil { problems.append("The browser is still open at the end.") }
      if case .result(let result) = outcome { told(result) }
    }
    return true
  }

  private var lastOrder: Int { order }

  private mutating func decide(_ review: CheckoutReview) -> ReviewDecision {
    if chance(troubles.buyerCancels) { return .cancel }
    if !review.canBuy || chance(troubles.changes) { return .change(chance(50) ? .address : .payment) }
    return .buy
  }

  /// Checks the app's result against the server's state.
  private mutating func told(_ result: CheckoutOutcome) {
    results.append(result)
    wasKilledLast = false
    switch result {
    case .paid: if server.phase != .paid { problems.append("Told paid in \(server.phase)") }
    case .declined: if server.phase != .declined { problems.append("Told declined in \(server.phase)") }
    case .cancelled: if server.phase != .cancelled { problems.append("Told cancelled in \(server.phase)") }
    case .notFinished:
      if [.settling, .paid].contains(server.phase) { problems.append("Told not finished in \(server.phase)") }
    case .nothingToPay: problems.append("Told nothing to pay")
    case .confirming: break
    }
  }
}

extension FlowMachine.Effect {
  /// True if the result of the effect may arrive in a later process of the app.
  var leavesTheApp: Bool {
    switch self {
    case .open, .create, .call(_, .confirm, _): true
    case .save, .forget, .close, .call, .review, .wait, .tell, .finish: false
    }
  }
}
