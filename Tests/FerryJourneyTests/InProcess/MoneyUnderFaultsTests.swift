import FerryCheckout
import FerryCore
import FerryEngine
import FerrySandbox
import FerryTesting
import Testing

@Suite("Money after the sale, when things go wrong")
struct MoneyUnderFaultsTests {
  static let kinds: [AmazonPayFault.Kind] = [
    .dropBeforeExecution, .dropAfterExecution, .errorBeforeExecution(500), .errorAfterExecution(503),
    .errorAfterExecution(500), .cutOffBody, .unknownState, .errorBeforeExecution(429), .errorAfterExecution(504),
    .delay(.seconds(60)), .slow(.seconds(60)),
  ]
  static let operations: [AmazonPayOperation] = [.captureCharge, .cancelCharge, .createRefund, .getCharge, .getRefund]

  /// Captures a part and refunds it in two steps.
  private static func captureAndRefund(_ buyer: InProcessBuyer, _ id: CheckoutID) async throws {
    for order in orders { try await buyer.operate(order, on: id) }
  }

  private static let orders: [PaymentOrder] = [
    .capture("ship", .yen(8_000)), .refund("one", .yen(3_000)), .refund("two", .yen(4_000)),
  ]

  @Test("Whatever the provider's connection does, money is captured and refunded once", arguments: kinds)
  func refunds(_ kind: AmazonPayFault.Kind) async throws {
    for operation in Self.operations {
      let world = try InProcessAmazonPay()
      let buyer = InProcessBuyer(world: world)
      let payment = try await world.run {
        let id = try await buyer.pay(capture: .manual).checkout.id
        world.sandbox.plan(AmazonPayFault(kind, on: operation, .next(2)))
        try await Self.captureAndRefund(buyer, id)
        return try await buyer.payment(id)
      }
      #expect(world.money == [9_520, 0, 8_000, 7_000], "\(operation)")
      #expect(payment.operations.map(\.state) == [.succeeded, .succeeded, .succeeded], "\(operation)")
      #expect(payment.refundable == .yen(1_000), "\(operation)")
      #expect(try await world.balances() == [.receivable: 1_000, .sales: -1_000], "\(operation)")
    }
  }

  @Test("Whatever the provider's connection does, money is let go", arguments: kinds)
  func voids(_ kind: AmazonPayFault.Kind) async throws {
    for operation in Self.operations {
      let world = try InProcessAmazonPay()
      let buyer = InProcessBuyer(world: world)
      let payment = try await world.run {
        let id = try await buyer.pay(capture: .manual).checkout.id
        world.sandbox.plan(AmazonPayFault(kind, on: operation, .next(2)))
        try await buyer.operate(.void, on: id)
        return try await buyer.payment(id)
      }
      #expect(world.money == [9_520, 0, 0, 0], "\(operation)")
      #expect(payment.operations.map(\.state) == [.succeeded], "\(operation)")
      #expect(try await world.balances().isEmpty, "\(operation)")
    }
  }

  @Test("A crash after any commit leaves what was asked for to be done once", arguments: [false, true])
  func crashes(_ isVoid: Bool) async throws {
    let orders = isVoid ? [PaymentOrder.void] : Self.orders
    var commits = 0
    var wasCut = true
    while wasCut {
      let power = PowerSwitch(afterCommits: commits)
      let world = try InProcessAmazonPay(power: power)
      let buyer = InProcessBuyer(world: world)
      let id = try await world.run {
        let id = try await buyer.pay(capture: .manual).checkout.id
        power.arm()
        do { for order in orders { try await buyer.operate(order, on: id) } } catch StoreError.stopped {}
        return id
      }
      wasCut = power.isOff
      let again = try InProcessAmazonPay(restarting: world)
      let payment = try await again.run {
        let buyer = InProcessBuyer(world: again)
        // The shop has got no answers: it asks again, by the same names.
        for order in orders { try await buyer.operate(order, on: id) }
        return try await buyer.payment(id)
      }
      #expect(payment.operations.allSatisfy { $0.state == .succeeded }, "\(commits)")
      #expect(again.money == [9_520, 0] + (isVoid ? [0, 0] : [8_000, 7_000]), "\(commits)")
      #expect(payment.operations.count == orders.count, "\(commits)")
      #expect(try await again.balances() == (isVoid ? [:] : [.receivable: 1_000, .sales: -1_000]), "\(commits)")
      commits += 1
    }
    #expect(commits > (isVoid ? 2 : 10))
  }
}
