import FerryCheckout
import FerryCore
import FerryEngine
import FerryProvider
import FerrySandbox
import FerrySimulation
import FerryTesting
import Foundation
import HTTPTypes
import Testing

/// Refunds of transfers at Swedbank Pay, which a bank decides about within three days. Swedbank Pay accepts them with 202.
@Suite("Swedbank Pay: refunds that a bank decides about", .timeLimit(.minutes(10)))
struct SwedbankPayRefundTests {
  enum BankAct: String, CaseIterable, Sendable {
    case confirmReversal
    case failReversal
  }

  /// A checkout that was paid by a transfer, and whose refund of 30.00 is pending.
  private static func pendingRefund(_ world: ProviderWorld) async throws -> CheckoutFile {
    let created = try await world.create()
    try world.act(.approve, on: try await world.toPayment(created), ["method": "Trustly"])
    let paid = try await world.finish(created.checkout.id)
    #expect(paid.checkout.phase == .paid)
    let order = PaymentOrder.refund("one", world.minor(3_000))
    _ = try await world.engine.commit(paid.checkout.id) { file, _ in (order.event(for: file.checkout), ()) }
    let file = try await world.wait(for: paid.checkout.id, within: .seconds(60)) {
      $0.checkout.payment?.operations.map(\.state) == [.pending]
    }
    try #require(file.checkout.payment?.operations.map(\.state) == [.pending])
    // The polls are an hour apart from now on.
    try await world.time.sleep(for: .seconds(8 * 3_600))
    let later = try await world.file(file.checkout.id)
    #expect(later.checkout.payment?.operations.map(\.state) == [.pending])
    return later
  }

  private static func decide(_ act: BankAct, _ world: ProviderWorld, _ file: CheckoutFile) async throws {
    let id = file.checkout.session?.split(separator: "/").last ?? ""
    var request = HTTPRequest(
      method: .post, scheme: "http", authority: "127.0.0.1:3081", path: "/control/swedbank-pay/orders/\(id)/\(act)")
    request.headerFields[.contentType] = "application/json"
    let answer = try await world.sandbox.exchange(request, body: Array("{}".utf8), endsWithService: false)
    try #require(answer.response.status == .ok, "\(String(decoding: answer.body, as: UTF8.self))")
  }

  @Test(
    "A refund is pending until the bank decides, and the callback brings the result at once",
    arguments: BankAct.allCases, [true, false])
  func decided(_ act: BankAct, _ notifies: Bool) async throws {
    let world = try ProviderWorld(.swedbankPay, notifies: notifies)
    let isDone = act == .confirmReversal
    try await world.run {
      let pending = try await Self.pendingRefund(world)
      let id = pending.checkout.id
      let total = try #require(pending.checkout.payment).captured.minorUnits
      #expect(world.moved(pending) == [total, 0] && pending.checkout.payment?.refunded.isZero == true)
      #expect(pending.checkout.payment?.refundable == world.minor(total - 3_000))
      try await Self.decide(act, world, pending)
      // Without callbacks the next poll brings it.
      try await world.time.sleep(for: .seconds(notifies ? 20 : 3_700))
      let file = try await world.file(id)
      #expect(file.checkout.payment?.operations.map(\.state) == [isDone ? .succeeded : .failed(.notAllowed)])
      #expect(world.moved(file) == [total, isDone ? 3_000 : 0])
      #expect(file.checkout.payment?.refunded == world.minor(isDone ? 3_000 : 0))
      let kept = isDone ? total - 3_000 : total
      #expect(file.checkout.payment?.refundable == world.minor(kept))
      #expect(try await world.balances() == [.receivable: kept, .sales: -kept])
      #expect(world.sandbox.calls("reversal") == 1)
    }
  }

  @Test("A refund that nobody decides about is done after three days; the money of a failed one can be refunded again")
  func later() async throws {
    let world = try ProviderWorld(.swedbankPay, notifies: true)
    try await world.run {
      let pending = try await Self.pendingRefund(world)
      let id = pending.checkout.id
      try await Self.decide(.failReversal, world, pending)
      try await world.time.sleep(for: .seconds(20))
      // This waits until the refund has ended.
      #expect(try await world.operate(.refund("two", nil), on: id).state == .succeeded)
      let file = try await world.file(id)
      #expect(file.checkout.payment?.operations.map(\.state) == [.failed(.notAllowed), .succeeded])
      #expect(Set(world.moved(file)).count == 1)
      #expect(try await world.balances().isEmpty)
    }
  }
}
