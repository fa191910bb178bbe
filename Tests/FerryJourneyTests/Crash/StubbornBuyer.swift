import AsyncHTTPClient
import FerryCore
import FerryScriptedBuyer

/// A buyer and their shop, who retry after a broken connection, and give up after a refusal.
struct StubbornBuyer: Sendable {
  let target: ScriptedCheckout.Target
  let client: HTTPClient
  let tally: CrashTally
  private let time = SystemTime()

  init(_ target: ScriptedCheckout.Target, _ client: HTTPClient, _ tally: CrashTally) {
    self.target = target
    self.client = client
    self.tally = tally
  }

  /// Takes one order as far as the buyer's habit and the server's crashes allow.
  /// - Throws: `CancellationError`.
  func shop(_ reference: String, _ habit: BuyerHabit) async throws {
    do {
      try await follow(habit, reference)
      await tally.finished(habit)
    } catch let refused as FerryScriptedBuyer.Unexpected {
      // For instance: the answer that bound the browser was lost with the server, and so is this attempt.
      await tally.gaveUp(refused)
    }
  }

  private func follow(_ habit: BuyerHabit, _ reference: String) async throws {
    let first = try await attempt(
      reference, key: "\(reference)-1", habit,
      card: habit == .isDeclined || habit == .isDeclinedThenPays ? "3434" : "1111")
    guard habit == .isDeclinedThenPays, let first, try await reaches(first, { $0.isFinal }) != nil else { return }
    _ = try await attempt(reference, key: "\(reference)-2", .pays, card: "1111")
  }

  /// - Returns: The checkout's id if the buyer has returned from the payment page.
  private func attempt(_ reference: String, key: String, _ habit: BuyerHabit, card: String) async throws -> String? {
    let scripted = ScriptedCheckout(target, client: client)
    let created = try await persisting { try await scripted.create(reference, key: key) }
    await tally.created()
    let session = try await opening(created, scripted) { try await scripted.start($0) }
    try await persisting { try await scripted.act(session, "select", card: card) }
    try await persisting { try await scripted.comeBackFromSelection(session) }
    guard habit != .leavesAtReview,
      let shown = try await reaches(created.id, { $0 == .reviewing }), let review = shown.review
    else { return nil }
    if habit == .cancelsInShop {
      _ = try await persisting { try await scripted.cancel(created.id) }
      return nil
    }
    let agreed = ConfirmCheckoutBody(revision: review.revision, total: review.total)
    var confirmed = try await persisting { try await scripted.confirm(created.id, agreed) }
    while confirmed.phase == .authorizing {
      confirmed = try await persisting { try await scripted.confirm(created.id, agreed) }
    }
    _ = try await opening(confirmed, scripted) { try await scripted.paymentPage($0) }
    guard habit != .leavesAtPaymentPage else { return nil }
    try await persisting {
      try await scripted.act(session, habit == .cancelsAtProvider ? "cancel" : "approve", card: card)
    }
    if habit == .pays || habit == .paysAndStaysAway { await tally.approved(created.id) }
    guard habit != .paysAndStaysAway else { return nil }
    try await persisting { try await scripted.comeBackFromPayment(session) }
    return created.id
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

  private func reaches(_ id: String, _ condition: (PhaseName) -> Bool) async throws -> CheckoutBody? {
    let scripted = ScriptedCheckout(target, client: client)
    for _ in 0..<200 {
      let checkout = try await persisting { try await scripted.read(id) }
      if condition(checkout.phase) { return checkout }
      if checkout.phase.isFinal { return nil }
      try await time.sleep(for: .milliseconds(50))
    }
    return nil
  }

  private func persisting<Result: Sendable>(_ work: () async throws -> Result) async throws -> Result {
    while true {
      do {
        return try await work()
      } catch let refused as FerryScriptedBuyer.Unexpected {
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
