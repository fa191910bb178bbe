import DemoShop
import FerryCore
import FerryEngine
import FerrySandbox

/// Faults of the world as a whole: power cuts, and people in the providers' consoles.
struct WorldFaults: Sendable {
  private let world: World
  private let chance: Chance

  init(_ world: World) {
    self.world = world
    chance = world.chance.stream("world")
  }

  /// Works until the task is cancelled.
  func run() async throws {
    while true {
      try await world.time.sleep(for: chance.duration(.seconds(10)...(.seconds(240))))
      if world.happens(.powerCut) { world.cutPower() }
      if world.happens(.consoleRefund) { try await refundInConsole() }
      if world.happens(.dispute) { try await dispute() }
    }
  }

  /// A payment of a provider whose money is not all returned; nil if there is none.
  private func payment(_ place: SandboxedProvider) -> (order: String?, payment: OrderMoney.Payment)? {
    let payments = place.sandbox.money.flatMap { order in order.payments.map { (order: order.order, payment: $0) } }
      .filter { $0.payment.captured.minorUnits > $0.payment.refunded.minorUnits }
    return payments.isEmpty ? nil : chance.pick(payments)
  }

  /// A buyer has their bank take a payment back.
  private func dispute() async throws {
    let place = chance.pick(world.providers)
    guard let dispute = type(of: place.sandbox).dispute, let (order, payment) = payment(place) else { return }
    _ = try await control(place, dispute.path(payment.id), dispute.body, "the bank disputes \(order ?? "no order")")
  }

  /// A person refunds a part of some payment in a provider's console.
  private func refundInConsole() async throws {
    let place = chance.pick(world.providers)
    // Nobody could tell Ferry of it but the merchant.
    guard place.bench != .placetoPaySilent, let (order, payment) = payment(place) else { return }
    let left = payment.captured.minorUnits - payment.refunded.minorUnits
    let amount = Money(minorUnits: 1 + Int64(chance.below(Int(left))), payment.captured.currency)
    var (path, body) = place.bench.consoleRefund(payment: payment.id)
    body["amount"] = amount.decimal
    guard try await control(place, path, body, "refunds \(amount) of \(order ?? "no order")") else { return }
    world.history.note("console", world.history.reference(ofNumber: order), .refundedInConsole(amount))
  }

  private func control(
    _ place: SandboxedProvider, _ path: String, _ body: [String: String], _ what: String
  ) async throws -> Bool {
    let url = "\(place.sandbox.place.origin)/control/\(path)"
    let answer = try await Network(world: world, chance: chance).call("POST", url, body)
    world.history.count("console \(place.bench.rawValue), answered \(answer.status)")
    world.history.note("console", nil, .remark("\(what), answered \(answer.status)"))
    return answer.isSuccess
  }
}

extension ProviderSandbox {
  /// Strikes the next call that it fits.
  func plan(_ fault: SandboxFault) { state.plan(fault) }

  func clearFaults() { state.clearFaults() }
}
