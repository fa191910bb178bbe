import FerryCore
import FerrySandbox
import FerryTesting
import Synchronization

/// A person who decides what is held or unknown, now and then, by what the provider's console shows.
final class Operator: Sendable {
  private let world: World
  private let chance: Chance
  /// The longest time between two looks.
  private let pace: Duration
  /// The news of each checkout that is dealt with.
  private let done = Mutex<[String: Int]>([:])

  init(_ world: World) {
    self.world = world
    chance = world.chance.stream("operator")
    pace = chance.pick([.seconds(90), .seconds(1200)])
  }

  /// Works until the task is cancelled.
  func run() async throws {
    while true {
      try await world.time.sleep(for: chance.duration(.seconds(10)...pace))
      try await decideAll()
      try await giveUp()
    }
  }

  /// Ends the wait of some checkout, which is refused unless it takes longer than it should.
  private func giveUp() async throws {
    let done = world.history.done
    let known = world.history.checkouts.filter { !done.contains($0.order) }
    guard !known.isEmpty, case let (order, id) = chance.pick(known) else { return }
    let shop = Shop(world, order, chance, actor: "operator")
    guard let body = try await shop.read(id), body.awaitsProvider || body.payment != nil else { return }
    if try await shop.told("hold", "POST", "/v1/checkouts/\(id)/resolve", ResolveCheckoutBody(decision: .hold)) != nil {
      world.history.count("decides hold: \(body.phase.rawValue)")
    }
  }

  /// Decides everything that waits for a person.
  func decideAll() async throws {
    for (order, id, news) in world.history.awaitingPerson where done.withLock({ $0[id] != news }) {
      let shop = Shop(world, order, chance, actor: "operator")
      guard let body = try await shop.read(id) else { continue }
      let operations = try await shop.call(
        "list operations", "GET", "/v1/checkouts/\(id)/operations", as: OperationsBody.self)
      if let unknown = operations?.operations.first(where: { $0.state == .unknown }) {
        try await decide(unknown, of: body, shop)
      } else if body.phase == .held {
        try await decide(body, shop)
      } else if operations != nil {
        done.withLock { $0[id] = news }
      }
    }
  }

  private func decide(_ body: CheckoutBody, _ shop: Shop) async throws {
    let choices = (body.held?.decisions ?? []).compactMap { Resolution(rawValue: $0) }
      .filter { [.ask, .accept, .reject].contains($0) }
    guard !choices.isEmpty else { return }
    let decision = isMisstated(body) ? .ask : chance.pick(choices)
    world.history.count("decides \(decision.rawValue): \(body.holdReason ?? "")")
    note(shop.reference, "decides \(decision.rawValue) about \(body.id), held: \(body.holdReason ?? "")")
    shop.note(.decided(body.id, decision))
    _ = try await shop.told(
      "resolve", "POST", "/v1/checkouts/\(body.id)/resolve",
      ResolveCheckoutBody(decision: decision, amount: decision == .accept ? body.mismatch?.reported : nil))
  }

  /// True if the provider has reported an amount that its console does not show.
  private func isMisstated(_ body: CheckoutBody) -> Bool {
    guard let mismatch = body.mismatch else { return false }
    let orders = world.money.filter { $0.order == body.orderNumber }
    return !orders.flatMap(\.payments).contains { [$0.authorized, $0.captured].contains(mismatch.reported) }
  }

  private func decide(_ operation: OperationBody, of body: CheckoutBody, _ shop: Shop) async throws {
    let moved = movedBeyond(body, operation)
    world.history.count("decides \(moved.isPositive ? "happened" : "did not happen"): \(operation.kind)")
    note(shop.reference, "decides that \(operation.kind) \(operation.id) has moved \(moved)")
    let happened = ResolveCheckoutBody(decision: .happened, operation: operation.id, amount: moved)
    let didNotHappen = ResolveCheckoutBody(decision: .didNotHappen, operation: operation.id)
    let decision = moved.isPositive ? happened : didNotHappen
    guard try await shop.told("resolve", "POST", "/v1/checkouts/\(body.id)/resolve", decision) != nil else { return }
    guard world.happens(.operatorWavers) else { return }
    try await shop.tries(
      "decide otherwise", body.id, "resolve", moved.isPositive ? didNotHappen : happened,
      promise: "An operation is decided about once.")
  }

  /// The money that the provider has moved by an operation: what its console shows beyond what Ferry counts.
  private func movedBeyond(_ body: CheckoutBody, _ operation: OperationBody) -> Money {
    let orders = world.money.filter { $0.order == body.orderNumber }
    func sum(_ amount: (OrderMoney) -> Money) -> Int64 { orders.reduce(0) { $0 + amount($1).minorUnits } }
    let counted = body.payment
    let currency = operation.amount.currency
    let units: Int64 =
      switch operation.kind {
      case "capture": sum(\.captured) - (counted?.captured.minorUnits ?? 0)
      case "refund": sum(\.refunded) - (counted?.refunded.minorUnits ?? 0)
      // A void has happened if nothing is held any more.
      default: sum(\.held) == 0 ? operation.amount.minorUnits : 0
      }
    return Money(minorUnits: min(max(0, units), operation.amount.minorUnits), currency)
  }

  private func note(_ order: String, _ text: String) { world.history.note("operator", order, .remark(text)) }
}
