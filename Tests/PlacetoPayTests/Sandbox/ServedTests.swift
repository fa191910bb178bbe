import FerryCore
import FerrySandbox
import FerryTesting
import FerryWeb
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Logging
import Testing

@testable import PlacetoPaySandbox

@Suite("PlacetoPay's sandbox over HTTP")
struct ServedTests {
  private func run<Result: Sendable>(
    _ shop: TestShop, _ body: @escaping @Sendable (any TestClientProtocol) async throws -> Result
  ) async throws -> Result {
    let server = Application(responder: shop.sandbox.responder, logger: Logger(label: "placetopay-sandbox"))
    return try await server.test(.live) { try await body($0) }
  }

  @Test("A session is created, paid on the page and queried")
  func paid() async throws {
    // The test's client names this host.
    let origin = "http://localhost:3081"
    let shop = try TestShop(origin: origin)
    try await run(shop) { client in
      func post(_ path: String, _ body: JSONValue) async throws -> JSONValue {
        let members = [JSONValue.Member(name: "auth", value: TestShop.auth(shop.time.now))] + (body.members ?? [])
        let response = try await client.execute(
          uri: path, method: .post, headers: [.contentType: "application/json"],
          body: ByteBuffer(bytes: JSONValue.object(members).bytes))
        #expect(response.status == .ok)
        return try JSONValue(parsing: Array(response.body.readableBytesView))
      }
      let created = try await post("/api/session", TestShop.request(TestShop.payment(), ["payer": ["name": "Ana"]]))
      let url = try #require(created["processUrl"]?.text)
      let path = String(url.dropFirst(origin.count))
      let page = try await client.execute(uri: path, method: .get)
      #expect(page.status == .ok && page.headers[.contentType] == "text/html; charset=utf-8")
      let form = "number=\(TestCard.approved)&expiry=12%2F27&code=123&installments=1"
      let sent = try await client.execute(uri: "\(path)/card", method: .post, body: ByteBuffer(string: form))
      #expect(sent.status == .seeOther)
      let id = try #require(created["requestId"]?.integer)
      #expect(try await post("/api/session/\(id)", [:])["status"]?["status"]?.text == "APPROVED")
    }
  }

  @Test("An answer that a fault drops does not arrive, although the session was created")
  func dropped() async throws {
    let shop = try TestShop()
    shop.sandbox.state.plan(SandboxFault(.dropAfterExecution, onOperation: "createSession"))
    let body = JSONValue.object(
      [.init(name: "auth", value: TestShop.auth(shop.time.now))] + (TestShop.request().members ?? [])
    ).bytes
    await #expect(throws: (any Error).self) {
      try await run(shop) { client in
        try await client.execute(
          uri: "/api/session", method: .post, headers: [.contentType: "application/json"],
          body: ByteBuffer(bytes: body))
      }
    }
    #expect(shop.sandbox.state.reading(\.objectCount) == 1)
  }
}
