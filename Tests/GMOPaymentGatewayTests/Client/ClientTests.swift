import FerryCore
import FerryHTTP
import FerryTesting
import GMOPaymentGateway
import HTTPTypes
import Testing

@Suite("The client of GMO")
struct ClientTests {
  typealias Script = ScriptedTransport

  private func client(_ script: Script, bodyStyle: BodyStyle = .detected) throws -> GMOPaymentGatewayClient {
    GMOPaymentGatewayClient(try .sample(bodyStyle: bodyStyle), transport: script)
  }

  @Test("A transaction is registered, started, captured, changed, returned and found")
  func life() async throws {
    let script = Script([
      .answer(200, Answers.buyer), .answer(200, Answers.entered), .answer(200, Answers.started),
      .answer(200, Answers.sold), .answer(200, Answers.sold), .answer(200, Answers.returned),
      .answer(200, Answers.found),
    ])
    let client = try client(script)
    #expect(
      try await client.send(.searchAddress(.checkoutSession(Transaction.sessionID)), as: BuyerDetails.self).shipping?
        .city == "渋谷区")
    let entered = try await client.send(
      .entry(orderID: Transaction.orderID, .authorize, amount: .yen(8980)), as: EnteredTransaction.self)
    let pass = entered.accessPass
    #expect(try await client.send(.sampleExec(), accessPass: pass, as: ExecutedTransaction.self).start != nil)
    #expect(
      try await client.send(.sampleSales(), accessPass: pass, as: ChangedTransaction.self).status == .known(.sales))
    let change = try GMOCall.change(orderID: Transaction.orderID, accessID: entered.accessID, amount: .yen(8980))
    _ = try await client.send(change, accessPass: pass, as: ChangedTransaction.self)
    #expect(
      try await client.send(.sampleCancel(), accessPass: pass, as: ChangedTransaction.self).cancelAmount == .yen(980))
    #expect(
      try await client.send(.searchTrade(orderID: Transaction.orderID), as: TradeInformation.self).total == .yen(8980))
    let names = [
      "SearchAddressAmazonpay", "EntryTranAmazonpay", "ExecTranAmazonpay", "AmazonpaySales", "AmazonpayChange",
      "AmazonpayCancel", "SearchTradeMulti",
    ]
    #expect(script.sent.map(\.request.path) == names.map { "/payment/\($0).idPass" })
    #expect(script.bodies.allSatisfy { $0.hasPrefix("ShopID=tshop00000001&ShopPass=pass0001&") })
    #expect(
      script.bodies.map { $0.contains("&AccessPass=\(Transaction.accessPass)&") }
        == [false, false, true, true, true, true, false])
    #expect(script.sent[2...5].allSatisfy { $0.timeout >= .seconds(90) })
    #expect(script.sent[6].timeout == .seconds(30))
  }

  @Test("An APB payment is settled by one call")
  func apb() async throws {
    let script = Script([.answer(200, Answers.settled)])
    let executed: ExecutedTransaction = try await client(script).send(.sampleAPB(), accessPass: Transaction.pass)
    #expect(executed.result?.status == .known(.authorized))
    #expect(script.bodies[0].contains("&ApbType=PayOnly&"))
  }

  @Test("A lost answer to a capture leaves its outcome unknown, and an unsent one does not; neither is repeated")
  func lost() async throws {
    let script = Script([.failure(.unknown("x")), .failure(.notSent("x")), .failure(.unknown("x"))])
    let client = try client(script)
    let lost = await #expect(throws: GMOFailure.self) {
      try await client.send(.sampleSales(), accessPass: Transaction.pass, as: ChangedTransaction.self)
    }
    #expect(lost?.kind == .unknownOutcome)
    let unsent = await #expect(throws: GMOFailure.self) {
      try await client.send(.sampleSales(), accessPass: Transaction.pass, as: ChangedTransaction.self)
    }
    #expect(unsent?.kind == .transient)
    let search = await #expect(throws: GMOFailure.self) {
      try await client.send(.searchTrade(orderID: "a"), as: TradeInformation.self)
    }
    #expect(search?.kind == .transient)
    #expect(script.sent.count == 3)
  }

  @Test("A refusal is a failure with GMO's codes")
  func refused() async throws {
    let script = Script([.answer(200, "ErrCode=E01&ErrInfo=E01040010"), .answer(200, "ErrCode=M01&ErrInfo=M01004002")])
    let client = try client(script)
    let used = await #expect(throws: GMOFailure.self) {
      try await client.send(.entry(orderID: "a", .authorize, amount: .yen(1)), as: EnteredTransaction.self)
    }
    #expect(used?.meanings == [.orderIDUsed])
    let unknown = await #expect(throws: GMOFailure.self) {
      try await client.send(.searchTrade(orderID: "a"), as: TradeInformation.self)
    }
    #expect(unknown?.meanings == [.orderUnknown])
    #expect(unknown?.kind == .rejected)
  }

  @Test("The account's style of bodies is that of the answers")
  func style() async throws {
    let script = Script([.answer(200, "PaymentDescriptor=1+1"), .answer(200, "PaymentDescriptor=1+1")])
    let source = AddressSource.order(Transaction.orderID)
    let detected: BuyerDetails = try await client(script).send(.searchAddress(source))
    #expect(detected.paymentDescriptor == "1 1")
    let raw: BuyerDetails = try await client(script, bodyStyle: .raw).send(.searchAddress(source))
    #expect(raw.paymentDescriptor == "1+1")
  }

  @Test("An invalid request is never sent")
  func invalid() async throws {
    let script = Script([])
    await #expect(throws: InvalidField.self) {
      try await client(script).send(
        .entry(orderID: "a_b", .authorize, amount: .yen(1)), as: EnteredTransaction.self)
    }
    await #expect(throws: InvalidField.self) {
      try await client(script).send(.sampleSales(), as: ChangedTransaction.self)
    }
    #expect(script.sent.isEmpty)
  }
}

extension ScriptedTransport {
  fileprivate var bodies: [String] { sent.map { String(decoding: $0.body, as: UTF8.self) } }
}
