import FerryCheckout
import FerryCore
import HTTPTypes
import HummingbirdTesting
import Testing

@Suite("Secret keys")
struct AuthenticationTests {
  @Test(
    "A request without a known key is refused, without details about the key",
    arguments: [nil, "", "x", TestServer.testKey + "x", String(TestServer.testKey.dropLast())] as [String?])
  func refused(key: String?) async throws {
    try await TestServer.run { server in
      for (method, path) in [(.post, "/v1/checkouts"), (.get, "/v1/checkouts/x")] as [(HTTPRequest.Method, String)] {
        let response = try await server.call(method, path, method == .post ? TestServer.order : nil, key: key)
        #expect(response.status == .unauthorized)
        #expect(response.headers[.wwwAuthenticate] == "Bearer")
        #expect(response.problem?.type == .unauthorized)
        #expect(!response.text.contains(TestServer.testKey))
      }
      #expect(await server.service.everything().isEmpty)
    }
  }

  @Test("Every live key of a shop opens the same checkouts")
  func severalKeys() async throws {
    try await TestServer.run { server in
      let checkout = try await server.create().decoded(CheckoutBody.self)
      let response = try await server.call(.get, "/v1/checkouts/\(checkout.id)", key: TestServer.secondKey)
      #expect(response.status == .ok)
    }
  }

  @Test(
    "A checkout of another shop or mode cannot be told from one that does not exist",
    arguments: [TestServer.otherKey, TestServer.liveKey])
  func foreign(key: String) async throws {
    try await TestServer.run { server in
      let checkout = try await server.create().decoded(CheckoutBody.self)
      let before = await server.service.everything()
      let calls: [(HTTPRequest.Method, String, String?)] = [
        (.get, "", nil), (.post, "/begin", nil), (.post, "/cancel", nil), (.post, "/change", #"{"what":"address"}"#),
        (.post, "/confirm", #"{"revision":1,"total":{"amount":"1","currency":"JPY"}}"#),
      ]
      for (method, path, body) in calls {
        let foreign = try await server.call(method, "/v1/checkouts/\(checkout.id)\(path)", body, key: key)
        let unknown = try await server.call(method, "/v1/checkouts/co_AAAAAAAAAAAAAAAAAAAAAA\(path)", body, key: key)
        let malformed = try await server.call(method, "/v1/checkouts/a%20b\(path)", body, key: key)
        #expect(foreign.status == .notFound)
        #expect(foreign.text == unknown.text)
        #expect(foreign.text == malformed.text)
        #expect(foreign.headers == unknown.headers)
      }
      #expect(await server.service.everything() == before)
    }
  }
}
