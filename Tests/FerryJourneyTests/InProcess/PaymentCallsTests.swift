import AmazonPaySandbox
import DemoShop
import FerryCheckout
import FerryCore
import FerryEngine
import FerrySandbox
import FerryTesting
import Foundation
import Testing

/// Calls of a shop's backend through the server's routes, its engine and the sandbox.
@Suite("Money after the sale, from the shop's call to the provider's ledger, on virtual time")
struct PaymentCallsTests {
  private struct Shop: Sendable {
    let served: ServedInProcess
    var buyer: InProcessBuyer { InProcessBuyer(world: served.world, shop: "main") }

    /// - Returns: The status, and the body's members.
    func call(_ method: String, _ path: String, _ body: String? = nil, key: String? = nil) async throws -> Answer {
      var headers = [(name: "Authorization", value: "Bearer " + ServedInProcess.secretKey.reveal())]
      if body != nil { headers.append((name: "Content-Type", value: "application/json")) }
      if let key { headers.append((name: "Idempotency-Key", value: key)) }
      let answer = try await served.send(
        ShopRequest(
          method, ServedInProcess.ferry + "/v1" + path, headers: headers, body: body.map { Array($0.utf8) }))
      return Answer(status: answer.status, body: Data(answer.body))
    }

    func refund(_ id: CheckoutID, _ yen: Int, key: String) async throws -> Answer {
      try await call(
        "POST", "/checkouts/\(id)/refund", #"{"amount":{"amount":"\#(yen)","currency":"JPY"}}"#, key: key)
    }

    func operations(_ id: CheckoutID) async throws -> OperationsBody {
      try await call("GET", "/checkouts/\(id)/operations").decoded()
    }

    func sleep(_ duration: Duration) async throws { try await served.world.time.sleep(for: duration) }
  }

  private struct Answer: Sendable {
    let status: Int
    let body: Data

    func decoded<Body: Decodable>(_ type: Body.Type = Body.self) throws -> Body {
      try JSONDecoder().decode(type, from: body)
    }

    var problem: Problem.Kind? { try? decoded(Problem.self).type }
    var state: OperationState? { try? decoded(OperationResultBody.self).operation.state }
  }

  @Test("A refund with unknown outcome reserves its amount, and blocks others until a person decides")
  func unknown() async throws {
    try await ServedInProcess.run { served in
      let shop = Shop(served: served)
      let id = try await shop.buyer.pay().checkout.id
      shop.served.world.sandbox.plan(SandboxFault(.dropBeforeExecution, on: .createRefund, .next(1_000)))
      #expect(try await shop.refund(id, 5_712, key: "one").status == 202)
      let hold = #"{"decision":"hold"}"#
      try await shop.sleep(.seconds(3_000))
      // Not overdue yet.
      #expect(try await shop.call("POST", "/checkouts/\(id)/resolve", hold).problem == .wrongPhase)
      try await shop.sleep(.seconds(3 * 3_600))
      #expect(try await shop.refund(id, 5_712, key: "one").state == .pending)
      #expect(try await shop.call("POST", "/checkouts/\(id)/resolve", hold).status == 200)
      #expect(try await shop.refund(id, 5_712, key: "one").state == .unknown)
      #expect(try await shop.refund(id, 3_808, key: "two").problem == .inProgress)
      #expect(try await shop.operations(id).payment?.refundable == .yen(3_808))
      shop.served.world.sandbox.clearFaults()
      let accepted = try await shop.call("POST", "/checkouts/\(id)/resolve", #"{"decision":"accept"}"#)
      let problem = try accepted.decoded(Problem.self)
      #expect(accepted.status == 422 && problem.errors.map(\.pointer) == ["/decision"])
      #expect(["happened", "didNotHappen"].allSatisfy { problem.errors.first?.detail.contains($0) == true })
      let operation = try #require(try await shop.operations(id).operations.first).id
      try await shop.sleep(.seconds(300))
      let decided = try await shop.call(
        "POST", "/checkouts/\(id)/resolve", #"{"decision":"didNotHappen","operation":"\#(operation)"}"#)
      #expect(decided.status == 200)
      #expect(try await shop.refund(id, 9_520, key: "two").status == 202)
      try await shop.sleep(.seconds(3_600))
      #expect(try await shop.operations(id).operations.map(\.state) == [.failed, .succeeded])
      #expect(shop.served.money == MoneyTotals(captured: 9_520, refunded: 9_520))
    }
  }
}
