import DemoShop
import FerryCore
import FerrySimulation

/// A buyer and their shop, who retry after a broken connection, and give up after a refusal.
struct StubbornBuyer: Sendable {
  let bench: ProviderBench
  let target: ScriptedCheckout.Target
  /// True if the provider's form stands in a page of ours, which has the button that cancels.
  let isMenu: Bool
  let transport: any ShopTransport
  let tally: CrashTally
  private let time = SystemTime()

  init(
    _ bench: ProviderBench, _ target: ScriptedCheckout.Target, isMenu: Bool, _ transport: any ShopTransport,
    _ tally: CrashTally
  ) {
    self.bench = bench
    self.target = target
    self.isMenu = isMenu
    self.transport = transport
    self.tally = tally
  }

  /// Takes one order as far as the buyer's habit and the server's crashes allow.
  /// - Throws: `CancellationError`.
  func shop(_ reference: String, _ habit: BuyerHabit) async throws {
    do {
      try await follow(habit, reference)
      await tally.finished(habit)
    } catch let refused as DemoShop.Unexpected {
      // For instance: the answer that bound the browser was lost with the server, and so is this attempt.
      await tally.gaveUp(refused)
    }
  }

  private func follow(_ habit: BuyerHabit, _ reference: String) async throws {
    let first = try await attempt(reference, key: "\(reference)-1", habit)
    guard habit == .isDeclinedThenPays, let first, let end = try await reaches(first, { $0.phase.isFinal }),
      end.phase != .paid
    else { return }
    _ = try await attempt(reference, key: "\(reference)-2", .pays)
  }

  /// - Returns: The checkout's id if the buyer has returned from the payment page.
  private func attempt(_ reference: String, key: String, _ habit: BuyerHabit) async throws -> String? {
    let isDeclined = habit == .isDeclined || habit == .isDeclinedThenPays
    let card = (isDeclined ? bench.decline : bench.selection)["card"]
    var target = target
    if habit == .paysThenShopShips, bench.capturesInParts { target.purchase.capture = .manual }
    let scripted = ScriptedCheckout(target, transport: transport)
    let created = try await persisting { try await scripted.create(reference, key: key) }
    await tally.created()
    let selects = created.next != nil
    if selects {
      let session = try await opening(created, scripted) { try await scripted.start($0) }
      try await persisting { try await scripted.act(session, "select", card: card) }
      try await persisting { try await scripted.comeBackFromSelection(session) }
    }
    let reviewed: PhaseName = selects ? .reviewing : .open
    guard habit != .leavesAtReview, let shown = try await reaches(created.id, { $0.phase == reviewed }),
      let review = shown.review
    else { return nil }
    if habit == .cancelsInShop {
      _ = try await persisting { try await scripted.cancel(created.id) }
      return nil
    }
    let agreed = ConfirmCheckoutBody(revision: review.revision, total: review.total)
    guard let confirmed = try await confirms(created.id, agreed, scripted) else { return nil }
    let session = try await opening(confirmed, scripted) { try await scripted.start($0) }
    guard habit != .leavesAtPaymentPage else { return nil }
    guard habit != .paysWhileShopCancels else {
      try await payWhileShopCancels(session, card, scripted)
      return nil
    }
    let isPaying = try await pays(habit, session, card, scripted)
    if isPaying { await tally.approved(created.id, at: bench) }
    guard habit != .paysAndStaysAway else { return nil }
    let cancels = habit == .cancelsAtProvider || habit == .isDeclined && bench.pageTakesAnotherCard
    // Beside a form of ours the buyer has come back by cancelling.
    if !(cancels && isMenu) {
      try await persisting {
        try await cancels ? scripted.returnToShop(session) : scripted.comeBackFromPayment(session)
      }
    }
    if habit == .paysThenShopShips { try await ship(created.id, scripted) }
    if habit == .paysThenShopRefunds { try await refund(created.id, scripted) }
    return created.id
  }

  /// The shop cancels in the moment in which the buyer approves. One of the two may be refused.
  private func payWhileShopCancels(
    _ session: ScriptedCheckout.Session, _ card: String?, _ scripted: ScriptedCheckout
  ) async throws {
    async let paid: Void = unlessRefused { try await scripted.act(session, "approve", card: card) }
    async let cancelled: Void = unlessRefused { _ = try await scripted.cancel(session.checkout) }
    _ = try await (paid, cancelled)
  }

  private func unlessRefused(_ act: () async throws -> Void) async throws {
    do { try await persisting(act) } catch let refused as DemoShop.Unexpected { await tally.gaveUp(refused) }
  }

  private func cancel(_ session: ScriptedCheckout.Session, _ scripted: ScriptedCheckout) async throws {
    try await persisting {
      try await isMenu ? scripted.cancelBesideForm(session) : scripted.act(session, "cancel")
    }
  }

  /// The shop captures two parts, releases the rest, and refunds one part.
  private func ship(_ id: String, _ scripted: ScriptedCheckout) async throws {
    guard bench.capturesInParts, try await reaches(id, { $0.phase == .paid }) != nil,
      try await operate(id, ShippedParts.steps, scripted)
    else { return }
    await tally.shipped(id)
  }

  /// The shop refunds parts of an order that was captured in whole, or all of it where only that is certain to end by itself.
  private func refund(_ id: String, _ scripted: ScriptedCheckout) async throws {
    let steps: [ShippedParts.Step] =
      bench.findsRefundsInPart ? .init(repeating: (.refund, 400), count: 4) : [(.refund, nil)]
    guard try await reaches(id, { $0.payment?.refundable?.isPositive ?? false }) != nil,
      try await operate(id, steps, scripted)
    else { return }
    await tally.refunded(id)
  }

  /// - Returns: True if all steps have succeeded.
  private func operate(_ id: String, _ steps: [ShippedParts.Step], _ scripted: ScriptedCheckout) async throws -> Bool {
    for (number, step) in steps.enumerated() {
      let amount = step.minorUnits.map { Money(minorUnits: $0, bench.order.currency) }
      for _ in 0..<200 {
        let operation = try await persisting {
          try await scripted.operate(id, step.operation, amount, key: "\(id)-\(number)")
        }
        if operation.state == .succeeded { break }
        // It goes on after the kills, or its end is found by the comparison.
        guard !operation.state.isFinal else { return false }
        try await time.sleep(for: .milliseconds(50))
      }
    }
    return true
  }

  /// Agrees, and waits some lives of the server for the payment page. Then cancels in the shop: GMO's page cannot be found
  /// again before it has expired, if the answer with its token is lost.
  private func confirms(
    _ id: String, _ agreed: ConfirmCheckoutBody, _ scripted: ScriptedCheckout
  ) async throws -> CheckoutBody? {
    let deadline = time.now + .seconds(5)
    while time.now < deadline {
      do {
        let confirmed = try await scripted.confirm(id, agreed)
        if confirmed.phase != .authorizing { return confirmed }
      } catch let refused as DemoShop.Unexpected {
        throw refused
      } catch {
        try await time.sleep(for: .milliseconds(30))
      }
    }
    _ = try await persisting { try await scripted.cancel(id) }
    return nil
  }

  /// Acts on the payment page. After a decline it may still take another card.
  /// - Returns: True if the buyer has paid.
  private func pays(
    _ habit: BuyerHabit, _ session: ScriptedCheckout.Session, _ card: String?, _ scripted: ScriptedCheckout
  ) async throws -> Bool {
    switch habit {
    case .cancelsAtProvider: try await cancel(session, scripted)
    case .isDeclined where bench.pageTakesAnotherCard, .isDeclinedThenPays where bench.pageTakesAnotherCard:
      try await persisting { try await scripted.act(session, "decline", card: card) }
      guard habit == .isDeclinedThenPays else {
        try await cancel(session, scripted)
        return false
      }
      try await persisting { try await scripted.act(session, "approve", card: bench.secondTry["card"]) }
      return true
    case .pays, .paysAndStaysAway, .paysThenShopShips, .paysThenShopRefunds, .leavesAtReview, .leavesAtPaymentPage,
      .isDeclined,
      .isDeclinedThenPays, .cancelsInShop, .paysWhileShopCancels:
      try await persisting { try await scripted.act(session, "approve", card: card) }
    }
    return [.pays, .paysAndStaysAway, .paysThenShopShips, .paysThenShopRefunds].contains(habit)
  }

  /// Opens a step. If it is unknown whether the ticket was spent, it uses another one.
  private func opening<Result: Sendable>(
    _ checkout: CheckoutBody, _ scripted: ScriptedCheckout, _ step: (CheckoutBody) async throws -> Result
  ) async throws -> Result {
    var current = checkout
    var isFirst = true
    return try await persisting {
      if !isFirst { current = try await scripted.begin(checkout.id) }
      isFirst = false
      return try await step(current)
    }
  }

  private func reaches(_ id: String, _ condition: (CheckoutBody) -> Bool) async throws -> CheckoutBody? {
    let scripted = ScriptedCheckout(target, transport: transport)
    for _ in 0..<200 {
      let checkout = try await persisting { try await scripted.read(id) }
      if condition(checkout) { return checkout }
      if checkout.phase.isFinal, checkout.phase != .paid { return nil }
      try await time.sleep(for: .milliseconds(50))
    }
    return nil
  }

  private func persisting<Result: Sendable>(_ work: () async throws -> Result) async throws -> Result {
    while true {
      do {
        return try await work()
      } catch let refused as DemoShop.Unexpected {
        throw refused
      } catch {
        try await time.sleep(for: .milliseconds(30))
      }
    }
  }
}

/// The behaviour of a buyer under test.
enum BuyerHabit: String, CaseIterable, Sendable {
  case pays
  /// Approves the payment and does not return.
  case paysAndStaysAway
  /// Pays an order that the shop captures in parts, where the provider has that.
  case paysThenShopShips
  case paysThenShopRefunds
  case paysWhileShopCancels
  case leavesAtReview
  case leavesAtPaymentPage
  case isDeclined
  /// Gets a decline, and pays the same order with another card.
  case isDeclinedThenPays
  case cancelsAtProvider
  case cancelsInShop

  /// The habit of a buyer by number; every second buyer simply pays.
  init(_ number: Int) {
    self = number.isMultiple(of: 2) ? .pays : Self.allCases[(number / 2) % Self.allCases.count]
  }
}

/// The operations of a shop that ships an order in parts.
enum ShippedParts {
  typealias Step = (operation: ScriptedCheckout.MoneyOperation, minorUnits: Int64?)

  static let steps: [Step] = [
    (.capture, 5_000), (.capture, 2_000), (.void, nil), (.refund, 1_500),
  ]
  static let captured: Int64 = 7_000
  static let refunded: Int64 = 1_500
}
