import FerryCheckout
import FerryCore
import FerryEngine
import FerryProvider
import FerrySandbox
import FerrySimulation
import FerryTesting
import Testing

/// Every kind of fault, in every call of every operation on money, at every provider.
@Suite("The contract of providers: operations on money end truly under every fault", .timeLimit(.minutes(10)))
struct ProviderOutcomeTests {
  /// An operation on money after the sale.
  enum Work: CaseIterable {
    case capture, void, refundInPart, refundInWhole

    var policy: CapturePolicy {
      switch self {
      case .capture, .void: .manual
      case .refundInPart, .refundInWhole: .automatic
      }
    }

    func order(_ world: ProviderWorld) -> PaymentOrder {
      switch self {
      case .capture: .capture("one", nil)
      case .void: .void
      case .refundInPart: .refund("one", world.minor(3_000))
      case .refundInWhole: .refund("one", nil)
      }
    }

    /// True if the provider has carried it out.
    func isDone(_ world: ProviderWorld, _ file: CheckoutFile) -> Bool {
      switch self {
      case .capture: world.moved(file)[0] > 0
      case .void: world.sandbox.money.allSatisfy { $0.held.isZero }
      case .refundInPart, .refundInWhole: world.moved(file)[1] > 0
      }
    }
  }

  /// The longest time in which an operation finds its end by itself, after two faults.
  private static let bound = Duration.seconds(1_800)

  /// GMO's two ways to bring a session back do not matter after the sale.
  static let benches = ProviderBench.allCases.filter { $0 != .gmoPGUnproven } + [.placetoPaySilent]

  /// One of each kind. Other statuses of errors are the same to the merchant.
  static let kinds: [SandboxFault.Kind] = TestCases.first(
    3,
    of: [
      .errorAfterExecution(503), .cutOffBody, .otherAmount, .dropBeforeExecution, .dropAfterExecution,
      .errorBeforeExecution(500), .notJSON, .unknownState, .delay(.seconds(60)), .slow(.seconds(60)),
    ])

  @Test(
    "Whatever fault a call has, the operation ends as the provider has it: by itself where the provider can be asked",
    arguments: benches, kinds)
  func ends(_ bench: ProviderBench, _ kind: SandboxFault.Kind) async throws {
    for work in Work.allCases {
      for call in try await Self.calls(bench, work) {
        let about: Comment = "\(work), \(call)"
        let world = try ProviderWorld(bench)
        let file = try await world.run {
          let id = try await world.pay(capture: work.policy).checkout.id
          world.sandbox.plan(kind, on: call, .next(2))
          var file = try await Self.carryOut(work, id, world)
          // A person has the provider asked until it agrees with what was asked for.
          while file.checkout.phase.name == .held {
            #expect(kind == .otherAmount, about)
            try #require(file.checkout.amountMismatch != nil, about)
            _ = try await world.engine.submit(.resolve(.ask), to: id)
            _ = try await world.reach(id) { [.paid, .held].contains($0.name) }
            file = try await Self.untilEnded(work, id, world)
          }
          if let operation = file.checkout.payment?.current {
            #expect(bench.leavesToPerson(work, call, kind), "\(about): \(operation)")
            #expect(operation.state == .unknown, about)
            try await Self.decide(work, operation, file, world, about)
          }
          _ = try await world.wait(for: id, within: Self.bound) { $0.checkout.phase == .paid }
          return try await world.file(id)
        }
        try await Self.expectTruth(work, file, world, about)
      }
    }
  }

  @Test(
    "A sale that one answer shows with another amount is held, and pays the order once the provider is asked and agrees",
    arguments: ProviderBench.allCases, [CapturePolicy.automatic, .manual])
  func otherSale(_ bench: ProviderBench, _ capture: CapturePolicy) async throws {
    let clean = try ProviderWorld(bench)
    _ = try await clean.run { try await clean.pay(capture: capture) }
    for call in clean.sandbox.usedOperations {
      let world = try ProviderWorld(bench)
      let file = try await world.run {
        let id = try await world.create(capture: capture).checkout.id
        let page = try await world.toPayment(try await world.file(id))
        world.sandbox.plan(.otherAmount, on: call, .next(1))
        try world.act(.approve, on: page)
        _ = try await world.engine.submit(.returned(session: nil), to: id)
        var file = try await world.reach(id) { [.paid, .held].contains($0.name) }
        if file.checkout.phase.name == .held {
          #expect(file.checkout.amountMismatch != nil, "\(call)")
          _ = try await world.engine.submit(.resolve(.ask), to: id)
          file = try await world.reach(id) { [.paid, .held].contains($0.name) }
        }
        return file
      }
      let total = try #require(file.checkout.agreed).total.minorUnits
      #expect(file.checkout.phase == .paid, "\(call)")
      #expect(world.moved(file) == [capture == .automatic ? total : 0, 0], "\(call)")
      #expect(try await world.discrepancies([file]).isEmpty, "\(call)")
    }
  }

  /// The calls that an operation makes.
  private static func calls(_ bench: ProviderBench, _ work: Work) async throws -> [String] {
    let world = try ProviderWorld(bench)
    return try await world.run {
      let id = try await world.pay(capture: work.policy).checkout.id
      let before = world.sandbox.madeCalls.count
      try await world.operate(work.order(world), on: id)
      return Set(world.sandbox.madeCalls.dropFirst(before)).sorted()
    }
  }

  private static func carryOut(_ work: Work, _ id: CheckoutID, _ world: ProviderWorld) async throws -> CheckoutFile {
    let order = work.order(world)
    _ = try await world.engine.commit(id) { file, _ in (order.event(for: file.checkout), ()) }
    return try await untilEnded(work, id, world)
  }

  /// Waits for the end of the operation, or for a checkout that is held.
  private static func untilEnded(
    _ work: Work, _ id: CheckoutID, _ world: ProviderWorld
  ) async throws -> CheckoutFile {
    let order = work.order(world)
    return try await world.wait(for: id, within: bound) { file in
      file.checkout.phase.name == .held || order.operation(in: file.checkout).map { !$0.isUnderWay } ?? false
    }
  }

  /// A person looks at the provider's console, and decides. Until then the amount is reserved.
  private static func decide(
    _ work: Work, _ operation: FerryCheckout.Operation, _ file: CheckoutFile, _ world: ProviderWorld, _ about: Comment
  ) async throws {
    let payment = try #require(file.checkout.payment)
    #expect(
      payment.refundable.minorUnits == payment.captured.minorUnits - operation.amount.minorUnits || work == .capture
        || work == .void, about)
    #expect(file.overdueAt.map { $0 <= world.time.now } == true, about)
    try await world.time.sleep(for: .seconds(300))
    let isDone = work.isDone(world, file)
    _ = try await world.engine.submit(
      .resolve(
        isDone ? .happened : .didNotHappen, operation: operation.id, amount: isDone ? operation.amount : nil),
      to: file.checkout.id)
  }

  /// Expects that the operation's state and all books say what the provider has done, and that it has done it once at most.
  private static func expectTruth(
    _ work: Work, _ file: CheckoutFile, _ world: ProviderWorld, _ about: Comment
  ) async throws {
    let operation = try #require(work.order(world).operation(in: file.checkout), about)
    let isDone = work.isDone(world, file)
    #expect(file.checkout.phase == .paid, about)
    #expect(operation.state == (isDone ? .succeeded : .failed(.notAllowed)), about)
    #expect(operation.reportedAmount == nil, about)
    let total = try #require(file.checkout.agreed).total.minorUnits
    let moved = isDone ? operation.amount.minorUnits : 0
    #expect(
      world.moved(file) == (work.policy == .manual ? [work == .capture ? moved : 0, 0] : [total, moved]), about)
    #expect(try await world.discrepancies([file]).isEmpty, about)
    #expect(file.checkout.ledgerBalances == (try await world.balances()), about)
  }
}
