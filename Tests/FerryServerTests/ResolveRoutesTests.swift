import FerryCheckout
import FerryCore
import FerryEngine
import FerryServer
import FerryTesting
import HTTPTypes
import HummingbirdTesting
import Testing

@Suite("A person's decisions, through the JSON API")
struct ResolveRoutesTests {
  /// A held checkout: the provider has charged ¥2,999 instead of ¥3,000.
  private static func held(_ server: TestServer) async throws -> Departed {
    let buyer = try await server.reviewing()
    await server.service.charge(.yen(2_999))
    _ = try await server.call(
      .post, "/v1/checkouts/\(buyer.id)/confirm", #"{"revision":1,"total":{"amount":"3000","currency":"JPY"}}"#)
    _ = try await server.visit(buyer.path("pay?session=S1"), cookie: buyer.cookie)
    return buyer
  }

  private static func amount(_ yen: Int) -> String { #""amount":{"amount":"\#(yen)","currency":"JPY"}"# }

  // MARK: Held checkouts

  @Test(
    "A held checkout shows the amount that was asked for and the one that the provider reports, which no total counts")
  func mismatch() async throws {
    try await TestServer.run { server in
      let buyer = try await Self.held(server)
      let checkout = try await server.call(.get, "/v1/checkouts/\(buyer.id)").decoded(CheckoutBody.self)
      #expect(checkout.phase == .held && checkout.holdReason == "amount-mismatch")
      #expect(checkout.mismatch == AmountMismatchBody(asked: .yen(3_000), reported: .yen(2_999)))
      #expect(checkout.payment?.captured ?? .yen(0) == .yen(0))
    }
  }

  @Test(
    "A held checkout shows an amount that cannot be read, and accepts what was asked for",
    arguments: ["", #","amount":{"amount":"3000","currency":"JPY"}"#])
  func unreadable(_ amount: String) async throws {
    try await TestServer.run { server in
      await server.service.write("3.ooo JPY")
      let buyer = try await server.reviewing()
      _ = try await server.call(
        .post, "/v1/checkouts/\(buyer.id)/confirm", #"{"revision":1,"total":{"amount":"3000","currency":"JPY"}}"#)
      _ = try await server.visit(buyer.path("pay?session=S1"), cookie: buyer.cookie)
      let response = try await server.call(.get, "/v1/checkouts/\(buyer.id)")
      let mismatch = try response.decoded(CheckoutBody.self).mismatch
      #expect(mismatch == AmountMismatchBody(asked: .yen(3_000), reported: nil, unreadable: "3.ooo JPY"))
      let resolved = try await server.call(
        .post, "/v1/checkouts/\(buyer.id)/resolve", #"{"decision":"accept"\#(amount)}"#)
      let decided = try resolved.decoded(CheckoutBody.self)
      #expect(decided.phase == .paid && decided.payment?.captured == .yen(3_000))
    }
  }

  @Test(
    "A held checkout follows a person's decision",
    arguments: [
      (#"{"decision":"accept","amount":{"amount":"2999","currency":"JPY"}}"#, PhaseName.paid),
      (#"{"decision":"reject"}"#, .cancelled),
    ])
  func resolve(_ decision: String, _ phase: PhaseName) async throws {
    try await TestServer.run { server in
      let buyer = try await Self.held(server)
      let path = "/v1/checkouts/\(buyer.id)/resolve"
      let response = try await server.call(.post, path, decision)
      #expect(response.status == .ok)
      let decided = try response.decoded(CheckoutBody.self)
      #expect(decided.phase == phase && decided.holdReason == nil && decided.mismatch == nil)
      #expect(decided.payment?.captured == .yen(2_999))
      #expect(decided.payment?.refunded == .yen(phase == .paid ? 0 : 2_999))
      let again = try await server.call(.post, path, decision)
      #expect(again.problem?.type == .wrongPhase)
      #expect(again.problem?.detail.contains(phase.rawValue) ?? false)
    }
  }

  @Test(
    "Another amount than was asked for is accepted only by the name of the reported one",
    arguments: ["", #","amount":{"amount":"3000","currency":"JPY"}"#, #","amount":{"amount":"2998","currency":"JPY"}"#])
  func acceptedByName(_ amount: String) async throws {
    try await TestServer.run { server in
      let buyer = try await Self.held(server)
      let refused = try await server.call(
        .post, "/v1/checkouts/\(buyer.id)/resolve", #"{"decision":"accept"\#(amount)}"#)
      #expect(refused.status == .unprocessableContent)
      #expect(refused.problem?.errors.first?.pointer == "/amount")
      #expect(refused.problem?.errors.first?.detail.contains("2999") ?? false)
      #expect(try await server.phase(buyer) == .held)
    }
  }

  @Test(
    "A checkout that is rejected or asked about again is closing, not cancelled, until the provider has answered",
    arguments: ["reject", "ask"])
  func resolvedWithoutAnswer(_ decision: String) async throws {
    try await TestServer.run { server in
      let buyer = try await Self.held(server)
      await server.service.silence()
      let response = try await server.call(
        .post, "/v1/checkouts/\(buyer.id)/resolve", #"{"decision":"\#(decision)"}"#)
      #expect(response.status == .accepted)
      #expect(try response.decoded(CheckoutBody.self).phase == .closing)
    }
  }

  @Test("A decision is refused for a checkout that is not held, with an unknown word, or by another shop")
  func resolveRefused() async throws {
    try await TestServer.run { server in
      let buyer = try await server.reviewing()
      let path = "/v1/checkouts/\(buyer.id)/resolve"
      let early = try await server.call(.post, path, #"{"decision":"accept"}"#)
      #expect(early.status == .conflict)
      #expect(early.problem?.detail.contains("reviewing") ?? false)
      let unknown = try await server.call(.post, path, #"{"decision":"keep"}"#)
      #expect(unknown.problem?.errors.first?.pointer == "/decision")
      let foreign = try await server.call(.post, path, #"{"decision":"accept"}"#, key: TestServer.otherKey)
      #expect(foreign.status == .notFound)
      #expect(try await server.phase(buyer) == .reviewing)
    }
  }

  // MARK: Operations of unknown outcome

  /// A paid checkout with a refund of ¥1,000 that has no answer.
  private static func unanswered(_ server: TestServer) async throws -> (path: String, operation: String) {
    let id = try await server.paid()
    await server.service.silence()
    let asked = try await server.call(
      .post, "/v1/checkouts/\(id)/refund", "{\(amount(1_000))}", idempotencyKey: "refund")
    _ = try await server.service.submit(.resolve(.hold), to: CheckoutID(id))
    return ("/v1/checkouts/\(id)", try asked.decoded(OperationResultBody.self).operation.id)
  }

  /// A paid checkout with a refund of ¥1,000, of which the provider has carried out ¥700.
  private static func carriedOutInPart(_ server: TestServer) async throws -> (path: String, operation: String) {
    let id = try await server.paid()
    await server.service.refund(.yen(700))
    let asked = try await server.call(
      .post, "/v1/checkouts/\(id)/refund", "{\(amount(1_000))}", idempotencyKey: "refund")
    return ("/v1/checkouts/\(id)", try asked.decoded(OperationResultBody.self).operation.id)
  }

  private static func operations(_ server: TestServer, _ path: String) async throws -> OperationsBody {
    try await server.call(.get, path + "/operations").decoded(OperationsBody.self)
  }

  @Test(
    "A person says whether an operation happened, and may say so twice",
    arguments: [("happened", OperationState.succeeded, 1_000), ("didNotHappen", .failed, 0)])
  func decided(_ decision: String, _ state: OperationState, _ refunded: Int64) async throws {
    try await TestServer.run { server in
      let (path, operation) = try await Self.unanswered(server)
      let before = try await Self.operations(server, path)
      #expect(before.operations.map(\.state) == [.unknown])
      #expect(before.payment?.refundable == .yen(2_000), "The amount is reserved.")
      if state == .failed {
        let early = try await server.call(
          .post, path + "/resolve", #"{"decision":"\#(decision)","operation":"\#(operation)"}"#)
        #expect(early.status == .conflict && early.problem?.type == .inProgress)
        await server.time.advance(by: .seconds(300))
      }
      for _ in 1...2 {
        let answer = try await server.call(
          .post, path + "/resolve", #"{"decision":"\#(decision)","operation":"\#(operation)"}"#)
        #expect(answer.status == .ok, "\(answer.text)")
        #expect(try answer.decoded(CheckoutBody.self).phase == .paid)
      }
      let after = try await Self.operations(server, path)
      #expect(after.operations.map(\.state) == [state])
      #expect(after.payment?.refunded == .yen(refunded) && after.payment?.refundable == .yen(3_000 - refunded))
    }
  }

  @Test("While an operation is unknown, accept and reject are refused, and the answer names both decisions")
  func undecided() async throws {
    try await TestServer.run { server in
      let (path, operation) = try await Self.unanswered(server)
      let refused = try await server.call(.post, path + "/resolve", #"{"decision":"accept"}"#)
      #expect(refused.status == .unprocessableContent)
      let error = try #require(refused.problem?.errors.first)
      #expect(error.pointer == "/decision")
      for word in ["happened", "didNotHappen", operation] { #expect(error.detail.contains(word), "\(word)") }
      #expect(try await Self.operations(server, path).operations.map(\.state) == [.unknown])
    }
  }

  @Test(
    "A decision about an operation names one of the payment, and other decisions name none",
    arguments: [
      (#"{"decision":"happened"}"#, "/operation"),
      (#"{"decision":"didNotHappen","operation":"op_other"}"#, "/operation"),
      (#"{"decision":"ask","operation":"ID"}"#, "/operation"),
      (#"{"decision":"didNotHappen","operation":"ID","amount":{"amount":"1","currency":"JPY"}}"#, "/amount"),
      (#"{"decision":"happened","operation":"ID","amount":{"amount":"0","currency":"JPY"}}"#, "/amount"),
    ])
  func misdirected(_ body: String, _ pointer: String) async throws {
    try await TestServer.run { server in
      let (path, operation) = try await Self.unanswered(server)
      let refused = try await server.call(.post, path + "/resolve", body.replacing("ID", with: operation))
      #expect(refused.status == .unprocessableContent, "\(refused.text)")
      #expect(refused.problem?.errors.map(\.pointer) == [pointer])
      #expect(try await Self.operations(server, path).operations.map(\.state) == [.unknown])
    }
  }

  @Test("An operation whose outcome is known is not decided")
  func known() async throws {
    try await TestServer.run { server in
      let id = try await server.paid()
      let asked = try await server.call(
        .post, "/v1/checkouts/\(id)/refund", "{\(Self.amount(1_000))}", idempotencyKey: "refund")
      let operation = try asked.decoded(OperationResultBody.self).operation
      #expect(operation.state == .succeeded)
      let refused = try await server.call(
        .post, "/v1/checkouts/\(id)/resolve", #"{"decision":"didNotHappen","operation":"\#(operation.id)"}"#)
      #expect(refused.status == .conflict && refused.problem?.type == .wrongPhase)
    }
  }

  @Test("An operation of which the provider reports another amount is unknown, and a person names the amount")
  func otherAmount() async throws {
    try await TestServer.run { server in
      let (path, operation) = try await Self.carriedOutInPart(server)
      let before = try await Self.operations(server, path)
      #expect(before.operations.map(\.state) == [.unknown])
      #expect(before.operations.map(\.amount) == [.yen(1_000)])
      #expect(before.operations.map(\.reportedAmount) == [.yen(700)])
      func happened(_ amount: String) async throws -> TestResponse {
        try await server.call(
          .post, path + "/resolve", #"{"decision":"happened","operation":"\#(operation)"\#(amount)}"#)
      }
      for amount in ["", "," + Self.amount(999), "," + Self.amount(1_000)] {
        let refused = try await happened(amount)
        #expect(refused.status == .unprocessableContent, "\(amount): \(refused.text)")
        #expect(refused.problem?.errors.map(\.pointer) == ["/amount"], "\(amount)")
      }
      #expect(try await happened("," + Self.amount(700)).status == .ok)
      let after = try await Self.operations(server, path)
      #expect(after.operations.map(\.state) == [.succeeded])
      #expect(after.operations.map(\.reportedAmount) == [.yen(700)])
      #expect(after.payment?.refunded == .yen(700) && after.payment?.refundable == .yen(2_300))
    }
  }
}
