import FerryCore
import FerrySandbox
import FerryTesting
import FerryWeb
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Logging
import Testing

@testable import SwedbankPaySandbox

@Suite("Swedbank Pay's sandbox over HTTP")
struct ServedTests {
  private func run<Result: Sendable>(
    _ shop: TestShop, _ body: @escaping @Sendable (any TestClientProtocol) async throws -> Result
  ) async throws -> Result {
    let server = Application(responder: shop.sandbox.responder, logger: Logger(label: "swedbank-pay-sandbox"))
    return try await server.test(.live) { try await body($0) }
  }

  private static let headers: HTTPFields = [
    .contentType: "application/json;version=3.1", .authorization: "Bearer \(TestShop.token)",
  ]

  @Test("An order is created, paid on the page and read")
  func paid() async throws {
    // The test's client names this host.
    let shop = try TestShop(origin: "http://localhost:3081")
    try await run(shop) { client in
      let created = try await client.execute(
        uri: "/psp/paymentorders", method: .post, headers: Self.headers,
        body: ByteBuffer(bytes: TestShop.request("R1").bytes))
      #expect(created.status == .created)
      let order = try JSONValue(parsing: Array(created.body.readableBytesView))
      let id = try #require(order["paymentOrder"]?["id"]?.text)
      let path = "/checkout/\(try shop.token(id))"
      let page = try await client.execute(uri: path, method: .get)
      #expect(page.status == .ok && page.headers[.contentType] == "text/html; charset=utf-8")
      let form = "number=\(TestCard.approved)&expiry=12%2F27&code=123"
      let sent = try await client.execute(uri: "\(path)/card", method: .post, body: ByteBuffer(string: form))
      #expect(sent.status == .seeOther && sent.headers[.location] == "https://shop.example/complete")
      let read = try await client.execute(uri: id, method: .get, headers: Self.headers)
      #expect(try JSONValue(parsing: Array(read.body.readableBytesView))["paymentOrder"]?["status"] == "Paid")
    }
  }

  @Test("An answer that a fault drops does not arrive, although the order was created")
  func dropped() async throws {
    let shop = try TestShop()
    shop.sandbox.state.plan(SandboxFault(.dropAfterExecution, onOperation: "createOrder"))
    await #expect(throws: (any Error).self) {
      try await run(shop) { client in
        try await client.execute(
          uri: "/psp/paymentorders", method: .post, headers: Self.headers,
          body: ByteBuffer(bytes: TestShop.request("R1").bytes))
      }
    }
    #expect(shop.sandbox.state.reading(\.objectCount) == 1)
  }
}
