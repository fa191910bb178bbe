import AmazonPaySandbox
import FerryCheckout
import FerryCore
import FerryEngine
import FerrySandbox
import FerryTesting
import Testing

@Suite("Every answer is matched to its own request, with any commit in between")
struct OverlapTests {
  /// Every operation of a shop on a payment, with the resulting amounts: captured and refunded.
  enum Life: CaseIterable {
    case paid, capturedLater, capturedInPart, voided, refunded, refundedInPart, refundDeclined, refundedTwice

    var capture: CapturePolicy {
      switch self {
      case .capturedLater, .capturedInPart, .voided: .manual
      case .paid, .refunded, .refundedInPart, .refundDeclined, .refundedTwice: .automatic
      }
    }

    var operations: [PaymentOrder] {
      switch self {
      case .paid: []
      case .capturedLater: [.capture("k", nil)]
      case .capturedInPart: [.capture("k", .yen(4_000))]
      case .voided: [.void]
      case .refunded: [.refund("r", nil)]
      case .refundedInPart, .refundDeclined: [.refund("r", .yen(1_000))]
      case .refundedTwice: [.refund("r", .yen(1_000)), .refund("s", .yen(2_000))]
      }
    }

    /// Captured and refunded.
    var money: [Int64] {
      switch self {
      case .paid, .refundDeclined: [9_520, 0]
      case .capturedLater: [9_520, 0]
      case .capturedInPart: [4_000, 0]
      case .voided: [0, 0]
      case .refunded: [9_520, 9_520]
      case .refundedInPart: [9_520, 1_000]
      case .refundedTwice: [9_520, 3_000]
      }
    }
  }

  @Test(
    "A notification during every request of every command, at every stage, changes nothing", arguments: Life.allCases)
  func recheckRequested(_ life: Life) async throws {
    let point = InterferencePoint()
    let world = try InProcessAmazonPay(between: point.between)
    let buyer = InProcessBuyer(world: world)
    let transport = try #require(point.transport, "The engine has a transport.")
    if life == .refundDeclined { world.sandbox.plan(SandboxFault(.simulate("AmazonRejected"), on: .createRefund)) }
    let file = try await world.run {
      let created = try await buyer.create(capture: life.capture)
      let id = created.checkout.id
      transport.interfere { _ in
        do { _ = try await world.engine.submit(.recheckRequested, to: id) } catch { Issue.record(error) }
      }
      let session = try await buyer.depart(id)
      try buyer.choose(session)
      let paying = try await buyer.confirm(try await buyer.review(id, session))
      _ = try await buyer.finish(paying.checkout.id, session)
      for operation in life.operations { try await buyer.operate(operation, on: id) }
      try await world.time.sleep(for: .seconds(600))
      return try #require(try await world.engine.file(id), "The checkout is there.")
    }
    #expect(transport.count >= 6, "Requests were interfered with.")
    #expect(file.checkout.phase == .paid)
    #expect(file.outstanding.isEmpty, "\(file.outstanding.map { "\($0.command.kind.name)/\($0.stage)" })")
    #expect(try await failures(file.checkout.id, buyer) == [])
    #expect(Array(world.money.suffix(2)) == life.money)
    let payment = try #require(file.checkout.payment, "The checkout has a payment.")
    #expect([payment.captured.minorUnits, payment.refunded.minorUnits] == life.money)
    let kept = life.money[0] - life.money[1]
    #expect(try await world.balances() == (kept == 0 ? [:] : [.receivable: kept, .sales: -kept]))
  }

  /// The calls in the timeline that failed or whose answers could not be read. The provider is faultless here.
  private func failures(_ id: CheckoutID, _ buyer: InProcessBuyer) async throws -> [String] {
    try await buyer.log(id).compactMap { what in
      guard case .call(let name, let result, _) = what, !["answered", "continues", "refused"].contains(result) else {
        return nil
      }
      return "\(name): \(result)"
    }
  }

  /// Operations on an authorized or captured payment.
  enum Wish: CaseIterable {
    case check, capture, void, refund

    func submit(_ id: CheckoutID, _ buyer: InProcessBuyer) async throws {
      switch self {
      case .check: _ = try await buyer.world.engine.submit(.recheckRequested, to: id)
      case .capture: try await buyer.ask(.capture("k", .yen(4_000)), on: id)
      case .void: try await buyer.ask(.void, on: id)
      case .refund: try await buyer.ask(.refund("r", .yen(1_000)), on: id)
      }
    }
  }

  static let pairs = Wish.allCases.flatMap { first in Wish.allCases.map { (first, $0) } }

  @Test("Any two commands may overlap at every stage of the first", arguments: pairs)
  func overlapping(_ first: Wish, _ second: Wish) async throws {
    for policy in [CapturePolicy.automatic, .manual] {
      var stage = 0
      var requests = 1
      // Until the first one has no further request to overlap with.
      while stage < requests {
        stage += 1
        requests = try await overlap(first, second, at: stage, policy)
      }
    }
  }

  /// - Returns: The number of requests.
  private func overlap(_ first: Wish, _ second: Wish, at stage: Int, _ policy: CapturePolicy) async throws -> Int {
    let point = InterferencePoint()
    let world = try InProcessAmazonPay(between: point.between)
    let buyer = InProcessBuyer(world: world)
    let transport = try #require(point.transport, "The engine has a transport.")
    let (file, isSubmitted) = try await world.run {
      let id = try await buyer.pay(capture: policy).checkout.id
      let isSubmitted: Bool
      do {
        transport.interfere { count in
          // One money operation at a time, and only what the payment allows: a refusal is an answer, too.
          if count == stage { try? await second.submit(id, buyer) }
        }
        try await first.submit(id, buyer)
        isSubmitted = true
      } catch is Refusal {
        isSubmitted = false
      }
      try await world.time.sleep(for: .seconds(3_600))
      return (try #require(try await world.engine.file(id), "The checkout is there."), isSubmitted)
    }
    guard isSubmitted else { return 0 }
    let place = "\(first), \(second) at request \(stage), \(policy)"
    #expect(file.outstanding.isEmpty, "\(place): \(file.outstanding.map { "\($0.command.kind.name)/\($0.stage)" })")
    let payment = try #require(file.checkout.payment, "The checkout has a payment.")
    #expect(payment.current == nil, "\(place): \(payment.operations.map(\.state))")
    let money = [payment.authorized, payment.captured, payment.refunded].map(\.minorUnits)
    #expect(Array([world.money[0], world.money[2], world.money[3]]) == money, "\(place)")
    #expect(file.overdueAt == nil, "\(place)")
    #expect(try await failures(file.checkout.id, buyer) == [], "\(place)")
    return transport.count
  }
}
