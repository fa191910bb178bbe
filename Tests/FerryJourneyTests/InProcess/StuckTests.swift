import AmazonPaySandbox
import FerryCheckout
import FerryCore
import FerryEngine
import FerrySandbox
import Testing

@Suite("Commands that can never succeed")
struct StuckTests {
  /// A proxy between us and the provider answers instead of it, permanently.
  private func block(_ operation: APIOperation, _ world: InProcessAmazonPay) {
    world.sandbox.plan(SandboxFault(.errorBeforeExecution(302), on: operation, .next(1_000_000)))
  }

  @Test(
    "If the payment page cannot be created, the buyer can cancel, and the checkout expires", arguments: [true, false])
  func authorizing(_ cancels: Bool) async throws {
    let world = try InProcessAmazonPay()
    let buyer = InProcessBuyer(world: world)
    let (file, isNew) = try await world.run {
      let (shown, _) = try await buyer.toReview()
      block(.updateCheckoutSession, world)
      _ = try await world.engine.submit(
        .confirm(revision: shown.checkout.revision, total: .yen(9_520)), to: shown.checkout.id)
      try await world.time.sleep(for: .seconds(300))
      if cancels { _ = try await world.engine.submit(.cancel(.buyer), to: shown.checkout.id) }
      let file = try await buyer.reach(shown.checkout.id, within: .seconds(cancels ? 1 : 86_400)) { $0.isFinal }
      let next = try await buyer.create()
      return (file, next.checkout.id != file.checkout.id)
    }
    #expect(file.checkout.phase == (cancels ? .cancelled(.buyer) : .expired))
    #expect(file.outstanding.isEmpty)
    #expect(isNew)
  }

  @Test("An inquiry that cannot be answered ends with its checkout")
  func reading() async throws {
    let world = try InProcessAmazonPay()
    let buyer = InProcessBuyer(world: world)
    let file = try await world.run {
      let created = try await buyer.create()
      let session = try await buyer.depart(created.checkout.id)
      try buyer.choose(session)
      block(.getCheckoutSession, world)
      _ = try await world.engine.submit(.returned(session: session), to: created.checkout.id)
      return try await buyer.reach(created.checkout.id, within: .seconds(86_400)) { $0.isFinal }
    }
    #expect(file.checkout.phase == .expired)
    #expect(file.outstanding.isEmpty)
  }

  @Test("An order that the account cannot charge is refused before a checkout exists")
  func unpayable() async throws {
    let world = try InProcessAmazonPay()
    let buyer = InProcessBuyer(world: world)
    var dear = InProcessBuyer.order
    dear.lines[0].unitPrice = .yen(9_999_400)
    var foreign = OrderContent(
      currency: .eur, lines: dear.lines, tax: dear.tax, shipping: nil)
    foreign.lines[0].unitPrice = Money(minorUnits: 1_000, .eur)
    var both = foreign
    both.lines[0].quantity = 0
    let contents = [dear, foreign, both]
    let pointers = try await world.run {
      var pointers: [String?] = []
      for content in contents {
        do {
          _ = try await buyer.create(content: content)
          pointers.append(nil)
        } catch let error as OrderProblems {
          pointers += error.problems.map(\.pointer)
        }
      }
      return pointers
    }
    #expect(pointers == ["/order/lines", "/order/currency", "/order/lines/0/quantity", "/order/currency"])
  }

  @Test("Another capture policy is another checkout")
  func otherCapture() async throws {
    let world = try InProcessAmazonPay()
    let buyer = InProcessBuyer(world: world)
    let (first, second, old) = try await world.run {
      let first = try await buyer.create(capture: .automatic)
      let second = try await buyer.create(capture: .manual)
      return (first, second, try await world.engine.file(first.checkout.id))
    }
    #expect(second.checkout.id != first.checkout.id)
    #expect(second.checkout.capture == .manual)
    #expect(old?.checkout.phase == .cancelled(.merchant))
  }
}
