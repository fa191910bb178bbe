import DemoShop
import FerryCheckout
import FerryCore
import FerryHTTP
import FerryModule
import FerryProvider
import FerrySandbox
import FerryTesting

/// The life of one order: a shop that sells it, and a buyer in a browser who pays it, or does not.
struct Purchase: Sendable {
  private let world: World
  private let shop: Shop
  private let bench: ProviderBench
  private let provider: any Provider
  private let chance: Chance
  private let capture: CapturePolicy
  private let browser: ScriptedCheckout
  /// Nil for a buyer in a browser.
  private let phone: AppBuyer?
  /// The page at the provider that the buyer was on last.
  private var page: ScriptedCheckout.Session?
  /// The card that the buyer has chosen; nil for the usual one.
  private var card: String?

  init(_ world: World, number: Int) {
    let reference = "order-\(number)"
    chance = world.chance.stream(reference)
    let place = chance.pick(world.providers)
    self.world = world
    bench = place.bench
    provider = place.account.provider
    capture = chance.happens(perMille: 500) ? .automatic : .manual
    shop = Shop(world, reference, chance)
    let purchase = ScriptedPurchase(
      provider: bench.sandbox.id, language: bench.language, order: Goods(bench, chance).content, capture: capture)
    browser = ScriptedCheckout(
      ScriptedCheckout.Target(
        ferry: World.shop.text, sandbox: place.sandbox.place.origin.text, secretKey: World.secretKey,
        purchase: purchase),
      transport: shop.network, time: world.time)
    phone =
      chance.happens(perMille: 350) ? AppBuyer(world, shop, place, purchase, chance.stream("\(reference) app")) : nil
  }

  mutating func run() async throws {
    try await world.time.sleep(for: chance.duration(.zero...(.seconds(1200))))
    if let phone {
      try await phone.run()
      guard let id = world.history.checkout(of: shop.reference) else { return }
      return try await afterwards(id)
    }
    guard let created = try await shop.create(browser.target.purchase, key: shop.reference) else { return }
    if world.happens(.shopRepeats) { _ = try await shop.create(browser.target.purchase, key: shop.reference) }
    try await buy(created.id)
    try await payLate(on: page, of: created)
    if world.happens(.shopOrdersAgain) { try await orderAgain(after: created) }
    try await afterwards(created.id)
  }

  /// Waits for the end, and trades.
  private func afterwards(_ id: String) async throws {
    if !world.happens(.shopForgets), let end = try await end(id) {
      if end.phase == .paid { try await tradeDisputed(end) }
      if try await shop.read(id)?.phase == .held { try await tradeWhileHeld(id) }
    }
    if world.happens(.shopErasesBuyer) { try await shop.eraseBuyer(id) }
    // A queue of the shop has kept the creation until now.
    if phone == nil, world.happens(.shopRepeats) {
      _ = try await shop.create(browser.target.purchase, key: shop.reference)
    }
  }

  /// The buyer presses the button again: the shop asks for the same order under another key.
  private mutating func orderAgain(after created: CheckoutBody) async throws {
    let key = "\(shop.reference)-again"
    guard let again = try await shop.create(browser.target.purchase, key: key), again.id != created.id
    else { return }
    // The checkout before must be over.
    _ = try await shop.read(created.id)
    let former = page
    page = nil
    try await buy(again.id)
    try await payLate(on: page, of: again)
    try await payLate(on: former, of: created)
    try await afterwards(again.id)
  }

  // MARK: The buyer

  /// Goes on from wherever the checkout is, until it has ended, the buyer has left, or nothing is left to do.
  private mutating func buy(_ id: String) async throws {
    for _ in 1...12 {
      guard let body = try await shop.read(id) else { return }
      if world.happens(.shopCancels) { cancelMeanwhile(id) }
      if world.happens(.shopReadsTimeline) { readMeanwhile(id) }
      do {
        switch body.phase {
        case .paid, .declined, .cancelled, .expired, .held: return
        case .open, .selecting, .reviewing:
          if body.review != nil, !body.isLocked { try await agree(body) } else { try await select(body) }
        case .paying: guard try await pay(body) else { return }
        default:
          if world.happens(.shopOrdersAgain) { return }
          try await pause(.seconds(1)...(.seconds(30)))
        }
      } catch let error as Unexpected {
        note(.remark("is lost: \(error)"))
        try await pause(.seconds(2)...(.seconds(60)))
      } catch let error as Network.NoAnswer {
        note(.remark("sees an error: \(error)"))
        try await pause(.seconds(2)...(.seconds(60)))
      }
    }
  }

  /// Another process of the shop cancels, at any moment of what the buyer does next.
  private func cancelMeanwhile(_ id: String) {
    let other = Shop(world, shop.reference, chance.stream("cancel"), actor: "another process of the shop")
    world.later(chance.duration(.zero...(.seconds(120)))) {
      other.note(.cancels)
      _ = try? await other.told("cancel", "POST", "/v1/checkouts/\(id)/cancel")
    }
  }

  /// A person reads the timeline, at any moment of what the buyer does next.
  private func readMeanwhile(_ id: String) {
    let person = Shop(world, shop.reference, chance.stream("reader"), actor: "a person of the shop")
    world.later(chance.duration(.zero...(.seconds(20)))) { try? await person.readTimeline(id) }
  }

  private func agree(_ body: CheckoutBody) async throws {
    guard let review = body.review else { return }
    if world.happens(.shopConfirmsStale) { try await agreeToAnother(review, of: body) }
    shop.note(.agreed(review.total))
    _ = try await shop.told(
      "confirm", "POST", "/v1/checkouts/\(body.id)/confirm",
      ConfirmCheckoutBody(revision: review.revision, total: review.total))
  }

  /// Confirms what the buyer was not shown.
  private func agreeToAnother(_ review: ReviewBody, of body: CheckoutBody) async throws {
    let isDearer = chance.happens(perMille: 500)
    let agreed = ConfirmCheckoutBody(
      revision: isDearer ? review.revision : review.revision + 1,
      total: isDearer ? Money(minorUnits: review.total.minorUnits + 1, review.total.currency) : review.total)
    guard try await shop.told("confirm another", "POST", "/v1/checkouts/\(body.id)/confirm", agreed) != nil else {
      return
    }
    shop.note(.broken(promise: "A buyer pays what they were shown.", "Another review was confirmed."))
  }

  /// Selects at the provider, and comes back; or comes back once more, if the shop has no code yet.
  private mutating func select(_ body: CheckoutBody) async throws {
    if !body.isLocked || page == nil {
      guard let session = try await open(body) else { return }
      page = session
      try await pause(.seconds(1)...(.seconds(90)))
      guard !world.happens(.buyerCancels) else { return try await cancel(session) }
      if card == nil, world.happens(.buyerPaysPending) { card = pendingCard }
      try await browser.act(session, "select", card: card)
      note(.remark(card == nil ? "selects" : "selects a card that is decided about later"))
      if world.happens(.buyerLeaves) {
        if bench == .amazonPay { world.abandon(session: session.id, of: shop.reference) }
        page = nil
        return note(.remark("leaves the provider's page"))
      }
    }
    guard let page else { return }
    try await steal(page)
    if [.open, .selecting].contains(body.phase), !body.isLocked { try await bringAnothersSession(page) }
    let began = world.time.now
    guard let code = try await browser.bringCode(page) else { return }
    if world.happens(.shopGuesses) { try await guess(code, of: body) }
    let (_, refusal) = try await shop.act("claim", body.id, "claim", ClaimBody(code: code))
    // A code is valid for ten minutes.
    guard refusal == .codeInvalid, world.time.now.since(began) < .seconds(300) else { return }
    shop.note(.broken(promise: "What was told stands.", "Ferry does not know the code that it has given."))
  }

  /// The shop tries another code, and to confirm before it has claimed the return.
  private func guess(_ code: String, of body: CheckoutBody) async throws {
    try await shop.tries(
      "claim by another code", body.id, "claim", ClaimBody(code: String(code.reversed())),
      promise: "Only the buyer's own code claims a return.")
    guard let locked = try await shop.read(body.id), locked.isLocked else { return }
    let total = locked.review?.total ?? Money(minorUnits: 1, browser.target.purchase.order.currency)
    let refusal = try await shop.tries(
      "confirm before the claim", body.id, "confirm",
      ConfirmCheckoutBody(revision: locked.review?.revision ?? 1, total: total),
      promise: "Nothing is confirmed before the return is claimed.")
    // Even a wrong guess is told no more than that.
    guard let refusal, try await shop.read(body.id)?.isLocked ?? false else { return }
    guard refusal != .returnUnclaimed else { return }
    shop.note(
      .broken(promise: "Nothing is confirmed before the return is claimed.", "The refusal is \(refusal.title)."))
  }

  /// The card that the provider decides about later; nil if it decides about every payment at once.
  private var pendingCard: String? {
    bench.sandbox.laterDecision.flatMap { $0.capture == capture ? $0.card : nil }
  }

  /// - Returns: False if the buyer does not come back.
  private mutating func pay(_ body: CheckoutBody) async throws -> Bool {
    guard body.canBegin else {
      try await pause(.seconds(1)...(.seconds(30)))
      return true
    }
    guard let session = try await open(body) else { return true }
    page = session
    try await pause(.seconds(1)...(.seconds(120)))
    if world.happens(.buyerLeaves) {
      note(.remark("leaves the provider's page"))
    } else if world.happens(.buyerCancels) {
      try await cancel(session)
    } else {
      if bench == .amazonPay, world.happens(.buyerSelectsAgain) {
        try await browser.act(session, "select", card: card, address: "hokkaido")
        note(.selectsAgain)
        try await pause(.seconds(1)...(.seconds(20)))
      }
      if card == nil, bench.selection.isEmpty, world.happens(.buyerPaysPending) { card = pendingCard }
      if world.happens(.buyerDeclined) {
        try await browser.act(session, "decline", card: bench.decline["card"])
        note(.remark("is declined"))
        card = bench.secondTry["card"]
        guard bench.pageTakesAnotherCard, chance.happens(perMille: 500) else { return try await comeBack(session) }
        try await pause(.seconds(1)...(.seconds(40)))
      }
      try await browser.act(session, "approve", card: card)
      note(
        card != nil && card == pendingCard
          ? .remark("approves, and the provider decides later") : .approved(session.checkout))
      guard !world.happens(.buyerNeverReturns) else {
        note(.remark("does not return"))
        return false
      }
      return try await comeBack(session)
    }
    return true
  }

  /// The provider's page is still open in a tab, and the buyer pays there after all.
  private func payLate(on page: ScriptedCheckout.Session?, of created: CheckoutBody) async throws {
    guard let page, world.happens(.buyerPaysLate) else { return }
    let rest =
      created.expiresAt.since(world.time.now)
      - chance.duration(.seconds(5)...(chance.pick([.seconds(60), .seconds(900)])))
    let isLast = rest > .zero && rest < .seconds(2 * 3600) && chance.happens(perMille: 500)
    try await world.time.sleep(for: isLast ? rest : chance.duration(.seconds(1)...(.seconds(3600))))
    do {
      try await browser.act(page, "approve", card: card)
      note(.approved(page.checkout))
      if chance.happens(perMille: 500) { try await browser.comeBackFromPayment(page) }
    } catch is Unexpected {} catch is Network.NoAnswer {}
  }

  /// Somebody opens the buyer's way back in a browser of their own, before the buyer does.
  private func steal(_ session: ScriptedCheckout.Session) async throws {
    if world.happens(.thiefForgesReturn), let forged = forgery(of: session.returnURL),
      try await browser.browser.get(forged).status == 303
    {
      world.history.note(
        "thief", shop.reference, .broken(promise: "A return counts by its own address.", "A forged one was taken."))
    }
    guard world.happens(.thiefReturns) else { return }
    let answer = try await ScriptedBrowser(shop.network).get(session.returnURL)
    if answer.location?.contains("ferry_code=") ?? false {
      world.history.note(
        "thief", shop.reference,
        .broken(promise: "A thief reads nothing.", "is given the code of the buyer's return."))
    }
  }

  /// An address of the buyer's return with another nonce, as a page would send the buyer's browser to.
  private func forgery(of url: String) -> String? {
    // ".../ferry/return/{id}/{nonce}/{step}"
    let parts = url.split(separator: "/")
    guard let place = parts.firstIndex(of: "return"), parts.count > place + 2 else { return nil }
    return url.replacing(parts[place + 2], with: String(parts[place + 2].reversed()))
  }

  /// Comes back with the session of a buyer who has left, and not with the own one.
  private func bringAnothersSession(_ session: ScriptedCheckout.Session) async throws {
    guard bench == .amazonPay, world.happens(.thiefBringsSession),
      let other = world.abandonedSession(besides: shop.reference)
    else { return }
    note(.remark("comes back with the session of another buyer"))
    _ = try await browser.browser.get(session.returnURL.replacing(session.id, with: other))
    try await pause(.seconds(1)...(.seconds(20)))
    guard let body = try await shop.read(session.checkout), body.phase == .reviewing else { return }
    shop.note(.broken(promise: "A return counts by its own session.", "That of another buyer was taken."))
  }

  private func comeBack(_ session: ScriptedCheckout.Session) async throws -> Bool {
    try await pause(.milliseconds(200)...(.seconds(5)))
    try await steal(session)
    if world.happens(.buyerReturnsTwice) { try? await browser.comeBackFromPayment(session) }
    try await browser.comeBackFromPayment(session)
    note(.remark("returns"))
    return true
  }

  private func cancel(_ session: ScriptedCheckout.Session) async throws {
    note(.cancels)
    try await browser.act(session, "cancel")
    if session.cancelURL != nil { try await browser.returnToShop(session) }
  }

  private func open(_ body: CheckoutBody) async throws -> ScriptedCheckout.Session? {
    let begun = try await shop.told("begin", "POST", "/v1/checkouts/\(body.id)/begin")
    guard let begun, begun.next != nil else {
      try await pause(.seconds(1)...(.seconds(20)))
      return nil
    }
    return try await browser.start(begun)
  }

  private func note(_ event: History.Event) { world.history.note("buyer", shop.reference, event) }

  private func pause(_ range: ClosedRange<Duration>) async throws {
    try await world.time.sleep(for: chance.duration(range))
  }

  // MARK: The shop

  /// The checkout once it has ended; nil if it has not after some hours.
  private func end(_ id: String) async throws -> CheckoutBody? {
    for _ in 1...12 {
      // By the news that the provider gives now, or by what is known.
      let body =
        chance.happens(perMille: 300)
        ? try await shop.told("check", "POST", "/v1/checkouts/\(id)/check") : try await shop.read(id)
      guard let body else { return nil }
      if body.phase.isFinal || body.phase == .held { return body }
      try await pause(.seconds(20)...(.seconds(600)))
    }
    return nil
  }

  /// A letter about a part of the money comes first, perhaps, and the shop has won in the end.
  private func tradeDisputed(_ paid: CheckoutBody) async throws {
    guard let total = paid.payment?.captured, total.isPositive, world.happens(.shopRecordsDispute) else {
      return try await trade(paid)
    }
    let amount = Money(minorUnits: 1 + Int64(chance.below(Int(total.minorUnits))), total.currency)
    try await shop.record(.needsResponse, "letter", of: paid.id, amount)
    try await trade(paid)
    try await shop.record(.won, "letter", of: paid.id)
  }

  /// Captures, refunds and voids.
  private func trade(_ paid: CheckoutBody) async throws {
    let operations = plan(paid).enumerated().map { (key: "\(paid.id)-\($0)", operation: $1) }
    if operations.count > 1, world.happens(.shopOverlaps) {
      return try await withThrowingTaskGroup(of: Void.self) { group in
        for (key, operation) in operations {
          let wait = chance.duration(.zero...(.milliseconds(600)))
          group.addTask {
            try await world.time.sleep(for: wait)
            try await shop.operate(paid.id, operation, key: key)
          }
        }
        try await group.waitForAll()
      }
    }
    for (key, operation) in operations {
      try await pause(.seconds(1)...(.seconds(900)))
      try await shop.operate(paid.id, operation, key: key)
    }
  }

  /// Nothing moves while a person has to decide.
  private func tradeWhileHeld(_ id: String) async throws {
    let key = "\(id)-held"
    guard try await shop.operate(id, ScriptedOperation(kind: .refund), key: key),
      try await shop.read(id)?.phase == .held
    else { return }
    shop.note(.broken(promise: "Nothing moves while a person has to decide.", "\(key) was taken."))
  }

  private func plan(_ paid: CheckoutBody) -> [ScriptedOperation] {
    guard let total = paid.payment?.authorized else { return [] }
    func part() -> Money { Money(minorUnits: 1 + Int64(chance.below(Int(total.minorUnits))), total.currency) }
    var plan: [ScriptedOperation] = []
    if capture == .manual {
      switch chance.below(4) {
      case 0: return [ScriptedOperation(kind: .void)]
      case 1 where provider.profile.captures != .whole:
        for _ in 0...chance.below(2) { plan.append(ScriptedOperation(kind: .capture, amount: part())) }
      default: plan.append(ScriptedOperation(kind: .capture))
      }
      if chance.happens(perMille: 200) { plan.append(ScriptedOperation(kind: .void)) }
    }
    for _ in 0..<chance.below(3) {
      plan.append(ScriptedOperation(kind: .refund, amount: chance.happens(perMille: 700) ? part() : nil))
    }
    return plan.map { operation in
      guard let lines = paid.review?.lines, operation.amount != nil, chance.happens(perMille: 400) else {
        return operation
      }
      return ScriptedOperation(kind: operation.kind, lines: Goods.pieces(of: lines, chance))
    }
  }
}
