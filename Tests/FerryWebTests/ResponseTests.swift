import FerryCore
import FerryWeb
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite("Responses")
struct ResponseTests {
  private struct Order: Codable {
    struct Line: Codable {
      let quantity: Int
    }
    let lines: [Line]
    let total: Money
    let mode: Mode
  }

  private struct Unexpected: Error {}

  private func application(
    _ origin: String = "https://shop.example", shop: Link? = nil
  ) throws -> some ApplicationProtocol {
    let origin = try #require(Origin(origin))
    let router = Router(options: .autoGenerateHeadEndpoints)
    router.add(middleware: SecurityHeaders(origin: origin))
    router.add(
      middleware: ErrorResponses(problemsBelow: ["/v1"], languages: LanguagePreference(origin: origin), shop: shop))
    AssetRoutes().add(to: router)
    router.get("/page") { _, _ in
      Page(language: .japanese, title: "A < B", policy: PagePolicy(nonce: Nonce(SystemRandomness())), body: "<p>x</p>")
    }
    router.get("/v1/fails") { _, _ -> String in throw Unexpected() }
    router.get("/fails") { _, _ -> String in throw Unexpected() }
    router.get("/v1/busy") { _, _ -> String in
      throw ProblemResponse(Problem(.tooManyRequests, "Wait."), retryAfter: .milliseconds(1500))
    }
    router.get("/v1/query") { request, _ in try request.queryFields()["a"] ?? "" }
    router.post("/v1/orders") { request, _ in
      let order = try await request.json(Order.self, limit: 300)
      return order.total.display
    }
    router.post("/form") { request, _ in try await request.form(limit: 40)["a"] ?? "" }
    router.get("/form") { _, _ in "" }
    router.delete("/v1/orders/{id}") { _, _ in "" }
    router.refuseOtherMethods()
    return Application(router: router)
  }

  private func problem(of response: TestResponse) throws -> Problem {
    #expect(response.headers[.contentType] == "application/problem+json")
    return try JSONDecoder().decode(Problem.self, from: Data(String(buffer: response.body).utf8))
  }

  private func kind(of response: TestResponse) -> Problem.Kind? {
    try? problem(of: response).type
  }

  @Test("A page has every security header, and a policy with its nonce")
  func pageHeaders() async throws {
    try await application().test(.router) { client in
      try await client.execute(uri: "/page", method: .get) { response in
        #expect(response.headers[.contentType] == "text/html; charset=utf-8")
        #expect(response.headers[.cacheControl] == "no-store")
        #expect(response.headers[.xContentTypeOptions] == "nosniff")
        let referrerPolicy = try #require(HTTPField.Name("Referrer-Policy"))
        #expect(response.headers[referrerPolicy] == "strict-origin")
        #expect(response.headers[.strictTransportSecurity] == "max-age=31536000")
        let policy = try #require(response.headers[.contentSecurityPolicy])
        #expect(policy.contains("script-src 'nonce-"))
        #expect(policy.contains("frame-ancestors 'none'"))
        let html = String(buffer: response.body)
        #expect(html.contains(#"<html lang="ja">"#))
        #expect(html.contains("<title>A &lt; B</title>"))
        #expect(html.contains(#"<meta name="color-scheme" content="light dark">"#))
      }
    }
  }

  @Test(
    "An unsupported method is refused with the supported ones",
    arguments: [
      (.put, "/form", "GET, HEAD, POST"), (.delete, "/page", "GET, HEAD"), (.get, "/v1/orders", "POST"),
      (.post, "/v1/orders/7", "DELETE"), (.head, "/v1/orders/7", "DELETE"), (.options, "/v1/orders", "POST"),
    ] as [(HTTPRequest.Method, String, String)])
  func otherMethod(method: HTTPRequest.Method, path: String, allowed: String) async throws {
    try await application().test(.router) { client in
      try await client.execute(uri: path, method: method) { response in
        #expect(response.status == .methodNotAllowed)
        #expect(response.headers[.allow] == allowed)
        #expect(response.headers[.xContentTypeOptions] == "nosniff")
        if method == .head {
          #expect(response.headers[.contentType] == "application/problem+json")
        } else if path.hasPrefix("/v1") {
          #expect(kind(of: response) == .methodNotAllowed)
        } else {
          #expect(response.headers[.contentType] == "text/html; charset=utf-8")
        }
      }
      try await client.execute(uri: "/v1/nowhere", method: method) { #expect($0.status == .notFound) }
    }
  }

  @Test("The button of an error page leads to the shop, and without one there is no button")
  func wayToShop() async throws {
    try await application(shop: "/cart").test(.router) { client in
      try await client.execute(uri: "/nowhere", method: .get, headers: [.acceptLanguage: "en"]) { response in
        #expect(String(buffer: response.body).contains(#"href="/cart">Back to the shop</a>"#))
      }
    }
    try await application().test(.router) { client in
      try await client.execute(uri: "/nowhere", method: .get) { response in
        #expect(response.status == .notFound)
        #expect(!String(buffer: response.body).contains("<a "))
      }
    }
  }

  @Test(
    "Strict transport is not set for this machine's own names, because other ports have no TLS",
    arguments: ["http://localhost:3080", "https://localhost:3443", "https://127.0.0.1:3444"])
  func loopback(origin: String) async throws {
    try await application(origin).test(.router) { client in
      try await client.execute(uri: "/page", method: .get) { response in
        #expect(response.headers[.strictTransportSecurity] == nil)
      }
    }
  }

  @Test("The style is served at the address that pages name, and may be cached forever")
  func style() async throws {
    try await application().test(.router) { client in
      let html = try await client.execute(uri: "/page", method: .get) { String(buffer: $0.body) }
      #expect(html.contains(Asset.houseStyle.link.text))
      try await client.execute(uri: Asset.houseStyle.link.text, method: .get) { response in
        #expect(response.status == .ok)
        #expect(response.headers[.contentType] == "text/css; charset=utf-8")
        #expect(response.headers[.cacheControl] == "public, max-age=31536000, immutable")
      }
    }
  }

  @Test("Errors are problems below the API's path, and pages elsewhere, without internal details")
  func errors() async throws {
    try await application().test(.router) { client in
      try await client.execute(uri: "/v1/fails", method: .get) { response in
        #expect(response.status == .internalServerError)
        let problem = try problem(of: response)
        #expect(problem.type == .internalError)
        #expect(!String(buffer: response.body).contains("Unexpected"))
      }
      try await client.execute(uri: "/v1/nothing", method: .get) { response in
        #expect(kind(of: response) == .notFound)
      }
      try await client.execute(uri: "/fails", method: .get, headers: [.acceptLanguage: "en"]) { response in
        #expect(response.status == .internalServerError)
        #expect(String(buffer: response.body).contains("Something went wrong on our side"))
        #expect(!String(buffer: response.body).contains("Unexpected"))
        #expect(response.headers[.contentSecurityPolicy] != nil)
      }
      try await client.execute(uri: "/nothing", method: .get, headers: [.acceptLanguage: "ja"]) { response in
        #expect(response.status == .notFound)
        #expect(String(buffer: response.body).contains("ページが見つかりません"))
      }
      try await client.execute(uri: "/v1/busy", method: .get) { response in
        #expect(response.status == .tooManyRequests)
        #expect(response.headers[.retryAfter] == "2")
      }
    }
  }

  @Test(
    "HEAD is answered as GET without a body, also after an error, with the length of the body",
    arguments: [("/page", 200), ("/nothing", 404), ("/v1/fails", 500), ("/v1/busy", 429), ("/v1/orders", 405)])
  func head(path: String, status: Int) async throws {
    try await application().test(.router) { client in
      let response = try await client.executeRequest(uri: path, method: .head, headers: [:], body: nil)
      #expect(response.status.code == status)
      #expect(response.body.readableBytes == 0)
      #expect(response.headers[.contentLength].flatMap { Int($0) }.map { $0 > 0 } == true)
      guard status != 405 else { return }
      let whole = try await client.executeRequest(uri: path, method: .get, headers: [:], body: nil)
      #expect(response.status == whole.status)
      #expect(whole.headers[.contentLength] == "\(whole.body.readableBytes)")
      // A page's nonce is different each time.
      for field in whole.headers where field.name != .contentSecurityPolicy {
        #expect(response.headers[field.name] == field.value)
      }
    }
  }

  @Test("The selected language overrides the browser's")
  func language() async throws {
    try await application().test(.router) { client in
      let headers: HTTPFields = [.acceptLanguage: "ja", .cookie: "__Host-language=en"]
      try await client.execute(uri: "/nothing", method: .get, headers: headers) { response in
        #expect(String(buffer: response.body).contains("Page not found"))
      }
    }
  }

  @Test(
    "The answer to an invalid JSON body names the field and the remedy",
    arguments: [
      (#"{"lines":[{"quantity":1}],"total":{"amount":"5","currency":"JPY"},"mode":"test"}"#, 200, nil),
      (#"{"lines":[{"quantity":"1"}]}"#, 422, "/lines/0/quantity"),
      (#"{"lines":[{"quantity":1},{}]}"#, 422, "/lines/1/quantity"),
      (#"{"lines":[{"quantity":1.5}]}"#, 422, "/lines/0/quantity"),
      (#"{"lines":[{"quantity":1e3}]}"#, 422, "/lines/0/quantity"),
      (#"{"lines":[{"quantity":99999999999999999999}]}"#, 422, "/lines/0/quantity"),
      (#"{"lines":null}"#, 422, "/lines"),
      (#"{"lines":{}}"#, 422, "/lines"),
      (#"{"lines":[],"total":{"amount":"5","currency":"XXX"},"mode":"test"}"#, 422, "/total/currency"),
      (#"{"lines":[],"total":{"amount":"5.5","currency":"JPY"},"mode":"test"}"#, 422, "/total/amount"),
      (#"{"lines":[],"total":{"amount":5,"currency":"JPY"},"mode":"test"}"#, 422, "/total/amount"),
      (#"{"lines":[],"total":{"amount":"5","currency":"JPY"},"mode":"x"}"#, 422, "/mode"),
      ("[]", 422, ""),
      (#"{"lines":[],"lines":[]}"#, 400, "/lines"),
      (#"{"lines":[{"a/b":1,"a\u002fb":1}]}"#, 400, "/lines/0/a~1b"),
      (#"{"lines":[}"#, 400, nil),
      (#"{"lines":[]} x"#, 400, nil),
      (#"{"lines":[01]}"#, 400, nil),
      (#"{"lines":[1,]}"#, 400, nil),
      (#"{"lines""#, 400, nil),
      (#"{"a":"\ud800"}"#, 400, nil),
      (#"{"a":"\ud83d\ude00","lines":[{}]}"#, 422, "/lines/0/quantity"),
      ("{\"a\":\"\u{1}\"}", 400, nil),
      (String(repeating: "[", count: 200), 400, nil),
      ("", 400, nil),
    ] as [(String, Int, String?)])
  func jsonBodies(body: String, status: Int, pointer: String?) async throws {
    try await application().test(.router) { client in
      let headers: HTTPFields = [.contentType: "application/json; charset=utf-8"]
      try await client.execute(uri: "/v1/orders", method: .post, headers: headers, body: ByteBuffer(string: body)) {
        response in
        #expect(response.status.code == status)
        guard status != 200 else { return }
        let problem = try problem(of: response)
        #expect(problem.errors.first?.pointer == pointer)
        for word in ["Swift", "Int", "Decod", "initialize", "String"] {
          #expect(!problem.detail.contains(word))
        }
      }
    }
  }

  @Test("A body that is too large or of another type is refused unread")
  func refusedBodies() async throws {
    try await application().test(.router) { client in
      let long = ByteBuffer(string: String(repeating: " ", count: 301))
      try await client.execute(
        uri: "/v1/orders", method: .post, headers: [.contentType: "application/json"], body: long
      ) {
        #expect(kind(of: $0) == .tooLarge)
      }
      try await client.execute(uri: "/v1/orders", method: .post, headers: [.contentType: "text/plain"]) {
        #expect(kind(of: $0) == .unsupportedMediaType)
      }
      try await client.execute(uri: "/v1/orders", method: .post) {
        #expect(kind(of: $0) == .unsupportedMediaType)
      }
      let form: HTTPFields = [.contentType: "application/x-www-form-urlencoded"]
      try await client.execute(uri: "/form", method: .post, headers: form, body: ByteBuffer(string: "a=b")) {
        #expect(String(buffer: $0.body) == "b")
      }
      let longForm = ByteBuffer(string: "a=" + String(repeating: "b", count: 39))
      try await client.execute(uri: "/form", method: .post, headers: form, body: longForm) {
        #expect($0.status == .contentTooLarge)
      }
    }
  }

  @Test("A repeated query parameter is named")
  func query() async throws {
    try await application().test(.router) { client in
      try await client.execute(uri: "/v1/query?a=1&a=2", method: .get) { response in
        let problem = try problem(of: response)
        #expect(response.status == .badRequest)
        #expect(problem.errors.map(\.pointer) == ["/a"])
      }
      try await client.execute(uri: "/v1/query?a=%FF", method: .get) { response in
        let problem = try problem(of: response)
        #expect(problem.errors.map(\.pointer) == ["/a"])
      }
    }
  }

  @Test("A problem from another server is read with the defaults of its standard")
  func foreignProblem() throws {
    let problem = try JSONDecoder().decode(Problem.self, from: Data(#"{"status":418}"#.utf8))
    #expect(problem.type.rawValue == "about:blank")
    #expect(problem.statusCode == 418)
    #expect(problem.errors.isEmpty)
  }

  @Test("Problem types are distinct and all have a status of an error")
  func kinds() {
    #expect(Set(Problem.Kind.all).count == Problem.Kind.all.count)
    for kind in Problem.Kind.all {
      #expect(kind.rawValue.hasPrefix("urn:ferry:problem:"))
      #expect((400...599).contains(kind.statusCode))
    }
    #expect(!Problem.Kind.all.map(\.title).contains("Unknown problem"))
  }
}
