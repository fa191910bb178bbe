import FerryCore
import FerrySandbox
import FerryTesting
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Logging
import Testing

@testable import AmazonPaySandbox

@Suite("Faults")
struct FaultTests {
  private let shop: Shop

  init() throws { shop = try Shop() }

  /// Completes a session over a network; nil if the connection broke.
  private func complete(_ id: String, _ client: some TestClientProtocol) async throws -> TestResponse? {
    let body = Shop.price("chargeAmount", "8980")
    let request = try shop.signed(.post, "/v2/checkoutSessions/\(id)/complete", body, key: "complete")
    return try? await client.execute(
      uri: request.path ?? "", method: .post, headers: request.headerFields, body: ByteBuffer(string: body))
  }

  private func overHTTP(_ test: @Sendable (any TestClientProtocol) async throws -> Void) async throws {
    var logger = Logger(label: "sandbox")
    logger.logLevel = .critical
    try await shop.sandbox.responder.application(address: .hostname("127.0.0.1", port: 0), logger: logger)
      .test(.ahc(.http)) { client in try await test(client) }
  }

  private func state(of id: String) throws -> String? { try shop.call(.get, "/v2/checkoutSessions/\(id)").state }

  @Test("Without faults, a signed request is answered over HTTP")
  func noFault() async throws {
    let id = try shop.confirmed()
    try await overHTTP { client async throws in
      let response = try #require(await complete(id, client))
      #expect(response.status == .ok)
      #expect(response.headers[.contentType] == "application/json;charset=UTF-8")
      let name = try #require(HTTPField.Name("x-amz-pay-request-id"))
      #expect(response.headers[name]?.isEmpty == false)
      #expect(try JSONValue(parsing: Array(buffer: response.body))["statusDetails"]?["state"]?.text == "Completed")
    }
  }

  @Test("A body that is too large or compressed is refused with a problem that says so")
  func largeBody() async throws {
    try await overHTTP { client async throws in
      let large = try? await client.execute(
        uri: "/v2/charges", method: .post, body: ByteBuffer(repeating: 0x20, count: SandboxResponder.bodyLimit + 1))
      // The connection may end before the client has sent everything.
      if let large {
        #expect(large.status == .contentTooLarge)
        #expect(String(buffer: large.body).contains("at most \(SandboxResponder.bodyLimit) bytes"))
      }
      let compressed = try await client.execute(
        uri: "/v2/charges", method: .post, headers: [.contentEncoding: "gzip"], body: ByteBuffer(string: "abc"))
      #expect(compressed.status == .unsupportedMediaType)
      #expect(compressed.headers[.contentType] == "application/problem+json")
      #expect(String(buffer: compressed.body).contains("gzip"))
    }
  }

  @Test("The answer to HEAD has no body")
  func head() async throws {
    try await overHTTP { client async throws in
      let answer = try await client.execute(uri: "/nowhere", method: .head)
      #expect(answer.status == .notFound && answer.body.readableBytes == 0)
      #expect(try await client.execute(uri: "/", method: .get).status == .ok)
    }
  }

  @Test(
    "A dropped connection gives no answer, before or after the execution",
    arguments: [(SandboxFault.Kind.dropBeforeExecution, "Open"), (.dropAfterExecution, "Completed")])
  func drops(_ kind: SandboxFault.Kind, _ left: String) async throws {
    let id = try shop.confirmed()
    shop.sandbox.plan(SandboxFault(kind, on: .completeCheckoutSession))
    try await overHTTP { client async throws in
      #expect(try await complete(id, client) == nil)
      #expect(try state(of: id) == left)
      // The same request again, as a client sends it after a timeout.
      #expect(try await complete(id, client)?.status == .ok)
    }
    #expect(try state(of: id) == "Completed")
  }

  @Test(
    "An error comes before or after the execution",
    arguments: [
      (SandboxFault.Kind.errorBeforeExecution(503), "Open", 503), (.errorAfterExecution(500), "Completed", 500),
    ])
  func errors(_ kind: SandboxFault.Kind, _ left: String, _ status: Int) async throws {
    let id = try shop.confirmed()
    shop.sandbox.plan(SandboxFault(kind, on: .completeCheckoutSession))
    try await overHTTP { client async throws in
      let response = try #require(await complete(id, client))
      #expect(response.status.code == status)
      #expect(try JSONValue(parsing: Array(buffer: response.body))["reasonCode"]?.text != nil)
      #expect(try state(of: id) == left)
      #expect(try await complete(id, client)?.status == .ok)
    }
  }

  @Test("A cut-off body ends in the middle, though everything was executed")
  func cutOff() async throws {
    let id = try shop.confirmed()
    shop.sandbox.plan(SandboxFault(.cutOffBody, on: .completeCheckoutSession))
    try await overHTTP { client async throws in #expect(try await complete(id, client) == nil) }
    #expect(try state(of: id) == "Completed")
  }

  @Test("An answer can be invalid JSON, or have an unknown state")
  func strangeAnswers() async throws {
    let id = try shop.confirmed()
    shop.sandbox.plan(SandboxFault(.notJSON, on: .completeCheckoutSession))
    shop.sandbox.plan(SandboxFault(.unknownState, on: .getCheckoutSession))
    try await overHTTP { client async throws in
      let response = try #require(await complete(id, client))
      #expect(response.status == .ok)
      #expect(response.headers[.contentType] == "text/html")
      #expect((try? JSONValue(parsing: Array(buffer: response.body))) == nil)
      let request = try shop.signed(.get, "/v2/checkoutSessions/\(id)")
      let strange = try await client.execute(uri: request.path ?? "", method: .get, headers: request.headerFields)
      let state = try JSONValue(parsing: Array(buffer: strange.body))["statusDetails"]?["state"]?.text
      #expect(state == "Teleported")
    }
  }

  @Test("An answer can name more money than was moved")
  func otherAmounts() async throws {
    let id = try shop.confirmed()
    shop.sandbox.plan(SandboxFault(.otherAmount, on: .getCheckoutSession))
    try await overHTTP { client async throws in
      for amount in ["18980", "8980"] {
        let request = try shop.signed(.get, "/v2/checkoutSessions/\(id)")
        let answer = try await client.execute(uri: request.path ?? "", method: .get, headers: request.headerFields)
        let session = try JSONValue(parsing: Array(buffer: answer.body))
        #expect(session["paymentDetails"]?["chargeAmount"]?["amount"]?.text == amount)
        #expect(session["paymentDetails"]?["chargeAmount"]?["currencyCode"]?.text == "JPY")
      }
    }
  }

  @Test("Delays pass on the injected clock: before the execution, or after it")
  func delays() async throws {
    for (kind, completedAt) in [(SandboxFault.Kind.delay(.seconds(60)), 60), (.slow(.seconds(60)), 0)] {
      let shop = try Shop()
      let id = try shop.confirmed()
      shop.sandbox.plan(SandboxFault(kind, on: .completeCheckoutSession))
      let body = Shop.price("chargeAmount", "8980")
      let request = try shop.signed(.post, "/v2/checkoutSessions/\(id)/complete", body)
      let exchange = try await shop.sandbox.exchange(request, body: Array(body.utf8))
      #expect(exchange.response.status.code == 200)
      #expect(shop.time.now == Shop.start + .seconds(60))
      let updated = try JSONValue(parsing: exchange.body)["statusDetails"]?["lastUpdatedTimestamp"]?.text
      #expect(updated == AmazonTimestamp.text(Shop.start + .seconds(completedAt)))
    }
  }

  @Test("The request log keeps the last requests with their outcome")
  func log() async throws {
    let shop = try Shop { $0.place.requestLogLimit = 2 }
    _ = try shop.session(key: "a")
    shop.sandbox.plan(SandboxFault(.dropBeforeExecution, on: .getCharge))
    let request = try shop.signed(.get, "/v2/charges/x?secret=1")
    _ = try await shop.sandbox.exchange(request, body: [])
    _ = try shop.call(.get, "/v2/charges/x")
    let records = shop.sandbox.state.requests
    #expect(records.map(\.operation) == ["getCharge", "getCharge"])
    #expect(records.map(\.path) == ["/v2/charges/x", "/v2/charges/x"])
    #expect(records.map(\.wasStruck) == [true, false])
    #expect(records.map(\.status) == [500, 404])
    #expect(records.last?.reasonCode == "ResourceNotFound")
  }
}
