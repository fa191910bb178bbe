import AmazonPaySandbox
import FerryCheckout
import FerryCore
import FerryEngine
import FerrySandbox
import FerryTesting
import Testing

@Suite("Money after the sale, under faults")
struct MoneyUnderFaultsTests {
  static let kinds: [SandboxFault.Kind] = [
    .dropBeforeExecution, .dropAfterExecution, .errorBeforeExecution(500), .errorAfterExecution(503),
    .errorAfterExecution(500), .cutOffBody, .unknownState, .errorBeforeExecution(429), .errorAfterExecution(504),
    .delay(.seconds(60)), .slow(.seconds(60)),
  ]
  static let operations: [APIOperation] = [.captureCharge, .cancelCharge, .createRefund, .getCharge, .getRefund]

  /// An operation of a shop after the sale, and its outcome without faults.
  enum Course: CaseIterable {
    /// A part is captured and refunded in two steps.
    case refunds
    case void

    var orders: [PaymentOrder] {
      switch self {
      case .refunds: [.capture("ship", .yen(8_000)), .refund("one", .yen(3_000)), .refund("two", .yen(4_000))]
      case .void: [.void]
      }
    }

    /// Authorized, held, captured and refunded at the provider.
    var money: [Int64] { self == .refunds ? [9_520, 0, 8_000, 7_000] : [9_520, 0, 0, 0] }
    var left: Money { self == .refunds ? .yen(1_000) : .yen(0) }
    var balances: [LedgerEntry.Account: Int64] { self == .refunds ? [.receivable: 1_000, .sales: -1_000] : [:] }
    /// The smallest number of commits to interrupt after.
    var commits: Int { self == .refunds ? 10 : 2 }

    func expect(
      _ payment: Payment, in world: InProcessAmazonPay, _ comment: Comment,
      sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
      #expect(world.money == money, comment, sourceLocation: sourceLocation)
      #expect(
        payment.operations.map(\.state) == orders.map { _ in .succeeded }, comment, sourceLocation: sourceLocation)
      #expect(payment.refundable == left, comment, sourceLocation: sourceLocation)
      #expect(try await world.balances() == balances, comment, sourceLocation: sourceLocation)
    }
  }

  @Test("With any fault of the provider's connection money moves once", arguments: kinds, Course.allCases)
  func faults(_ kind: SandboxFault.Kind, _ course: Course) async throws {
    for operation in Self.operations {
      let world = try InProcessAmazonPay()
      let buyer = InProcessBuyer(world: world)
      let payment = try await world.run {
        let id = try await buyer.pay(capture: .manual).checkout.id
        world.sandbox.plan(SandboxFault(kind, on: operation, .next(2)))
        for order in course.orders { try await buyer.operate(order, on: id) }
        return try await buyer.payment(id)
      }
      try await course.expect(payment, in: world, "\(operation)")
    }
  }

  @Test("After a crash at any commit the requested operation is done once", arguments: Course.allCases)
  func crashes(_ course: Course) async throws {
    var commits = 0
    var wasCut = true
    while wasCut {
      let power = PowerSwitch(afterCommits: commits)
      let world = try InProcessAmazonPay(power: power)
      let buyer = InProcessBuyer(world: world)
      let id = try await world.run {
        let id = try await buyer.pay(capture: .manual).checkout.id
        power.arm()
        do { for order in course.orders { try await buyer.operate(order, on: id) } } catch StoreError.stopped {}
        return id
      }
      wasCut = power.isOff
      let again = try InProcessAmazonPay(restarting: world)
      let payment = try await again.run {
        let buyer = InProcessBuyer(world: again)
        // The shop got no answers: it repeats its requests with the same keys.
        for order in course.orders { try await buyer.operate(order, on: id) }
        return try await buyer.payment(id)
      }
      try await course.expect(payment, in: again, "\(commits)")
      commits += 1
    }
    #expect(commits > course.commits)
  }
}
