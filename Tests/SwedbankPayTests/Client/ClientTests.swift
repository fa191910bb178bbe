import FerryCore
import FerryHTTP
import FerryTesting
import HTTPTypes
import SwedbankPay
import Testing

@Suite("The client of Swedbank Pay")
struct ClientTests {
  typealias Script = ScriptedTransport

  private func client(_ script: Script) throws -> SwedbankPayClient {
    SwedbankPayClient(try .sample(), transport: script)
  }

  @Test("An order is created, got, captured and refunded, each request with a session id of its own")
  func order() async throws {
    let script = Script([
      .answer(201, Answers.order()), .answer(200, Answers.paid()),
      .answer(200, Answers.paid(Answers.transactions)), .answer(202, Answers.paid()),
    ])
    let client = try client(script)
    let created = try await client.send(.createPaymentOrder(.sample()), for: .sample, as: PaymentOrder.self)
    let paid = try await client.send(.getPaymentOrder(created.id, expanding: [.paid]), as: PaymentOrder.self)
    _ = try await client.send(.capture(.sample(800, vat: 160), of: paid), as: TransactionAnswer.self)
    let reversal = try SwedbankPayCall.reversal(.sample(100, vat: 20, "REV1"), of: paid)
    guard case .pending = try await client.send(reversal, as: TransactionAnswer.self) else {
      Issue.record("The reversal is pending.")
      return
    }
    #expect(
      script.sent.map(\.request.path) == [
        "/psp/paymentorders", "\(Answers.id)?$expand=paid", "\(Answers.id)/captures", "\(Answers.id)/reversals",
      ])
    let name = try #require(HTTPField.Name("Session-Id"))
    #expect(Set(script.sent.map { $0.request.headerFields[name] }).count == 4)
    #expect(script.sent.map(\.timeout) == [.seconds(60), .seconds(30), .seconds(60), .seconds(60)])
  }

  @Test("An open order is changed and ended")
  func openOrder() async throws {
    let script = Script(Array(repeating: .answer(200, Answers.order()), count: 3))
    let client = try client(script)
    let order = try PaymentOrder.sample()
    _ = try await client.send(.updateOrder(order, amount: .sek(2000), vatAmount: .sek(400)), as: PaymentOrder.self)
    _ = try await client.send(.setInstrument(.known(.swish), of: order), as: PaymentOrder.self)
    _ = try await client.send(.abort(order), as: PaymentOrder.self)
    #expect(script.sent.allSatisfy { $0.request.method == .patch })
  }

  @Test("Every request asks for the call's version", arguments: APIVersion.allCases)
  func version(_ version: APIVersion) async throws {
    let script = Script([.answer(200, Answers.order())])
    _ = try await client(script).send(.getPaymentOrder(.sample, version: version), as: PaymentOrder.self)
    let accept = script.sent.first?.request.headerFields[.accept]
    #expect(accept == (version == .v2 ? "application/json" : "application/json;version=\(version.rawValue)"))
  }

  @Test("A lost answer to a capture leaves its outcome unknown, and an unsent one does not; nothing is repeated")
  func lost() async throws {
    let script = Script([.failure(.unknown("x")), .failure(.notSent("x"))])
    let client = try client(script)
    let order = try PaymentOrder.sample(Answers.paid())
    let lost = await #expect(throws: SwedbankPayFailure.self) {
      try await client.send(.capture(.sample(), of: order), as: TransactionAnswer.self)
    }
    #expect(lost?.kind == .unknownOutcome)
    let unsent = await #expect(throws: SwedbankPayFailure.self) {
      try await client.send(.capture(.sample(), of: order), as: TransactionAnswer.self)
    }
    #expect(unsent?.kind == .transient)
    #expect(script.sent.count == 2)
  }

  @Test("An invalid request is never sent, and an operation's address at another host neither")
  func invalid() async throws {
    let script = Script([])
    let client = try client(script)
    await #expect(throws: InvalidField.self) {
      try await client.send(.createPaymentOrder(.sample { $0.description = "" }), for: .sample, as: PaymentOrder.self)
    }
    let foreign = try PaymentOrder.sample(
      Answers.order("Paid", operations: [Answers.operation("capture", "POST", "https://evil.example/captures")]))
    await #expect(throws: InvalidField.self) {
      try await client.send(.capture(.sample(), of: foreign), as: TransactionAnswer.self)
    }
    #expect(script.sent.isEmpty)
  }

  @Test("Tokens are read and deleted")
  func tokens() async throws {
    let operation = Answers.operation("delete-payerownedtokens", "PATCH", "/psp/x")
    let list = #"""
      {"payerOwnedTokens":{"payerReference":"p1","tokens":[{"tokenType":"Payment","token":"t",
      "operations":[\#(Answers.operation("delete-paymenttokens", "PATCH", "/psp/t"))]}]},"operations":[\#(operation)]}
      """#
    let script = Script([.answer(200, list), .answer(200, "{}"), .answer(204, "")])
    let client = try client(script)
    let tokens = try await client.send(.getTokens(payerReference: "p1"), as: PayerTokens.self)
    _ = try await client.send(.deleteToken(tokens.tokens[0], comment: "x"), as: TokenDeletion.self)
    _ = try await client.send(.deleteAllTokens(tokens, comment: "x"), as: TokenDeletion.self)
    #expect(script.sent.map(\.request.path) == ["/psp/paymentorders/payerownedtokens/p1", "/psp/t", "/psp/x"])
  }
}
