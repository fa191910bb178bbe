import FerryCore
import FerrySandbox
import HTTPTypes
import Testing

@testable import AmazonPaySandbox

@Suite("The console")
struct ConsolePageTests {
  private static let origin = "http://127.0.0.1:3081"
  private let shop: Shop

  init() throws {
    shop = try Shop {
      $0.place.isControlEnabled = true
      $0.merchants[0].notificationURLs = [.sandbox: "https://shop.example.test/ipn"]
    }
  }

  private func get(
    _ path: String, _ shop: Shop? = nil, language: String = "en"
  ) -> (status: Int, html: String, headers: HTTPFields) {
    var request = HTTPRequest(method: .get, scheme: "http", authority: "127.0.0.1:3081", path: path)
    request.headerFields[.acceptLanguage] = language
    let (response, bytes) = (shop ?? self.shop).sandbox.respond(to: request, body: [])
    return (response.status.code, String(decoding: bytes, as: UTF8.self), response.headerFields)
  }

  private func post(
    _ path: String, _ body: String, origin: String? = Self.origin, authority: String = "127.0.0.1:3081",
    _ shop: Shop? = nil
  ) -> (status: Int, html: String, place: String?) {
    var request = HTTPRequest(method: .post, scheme: "http", authority: authority, path: path)
    request.headerFields[.origin] = origin
    request.headerFields[.contentType] = "application/x-www-form-urlencoded"
    let (response, bytes) = (shop ?? self.shop).sandbox.respond(to: request, body: Array(body.utf8))
    return (response.status.code, String(decoding: bytes, as: UTF8.self), response.headerFields[.location])
  }

  @Test("Payments are shown with their captures and refunds, in English whatever the browser asks for")
  func ledger() throws {
    #expect(get("/console").html.contains("No checkout has begun yet"))
    let charge = try shop.captured()
    let refund = try shop.call(
      .post, "/v2/refunds", #"{"chargeId":"\#(charge)","refundAmount":{"amount":"80","currencyCode":"JPY"}}"#, key: "r")
    let html = get("/console").html
    for text in [
      charge, try #require(refund.body["refundId"]?.text), "ORDER-1", "Captured", "RefundInitiated", "¥8,980",
    ] {
      #expect(html.contains(text), "\(text)")
    }
    #expect(get("/console", language: "ja").html.contains("Left to charge"))
  }

  @Test("A shop's text cannot become markup or script")
  func escaping() throws {
    let id = try shop.session()
    try shop.select(id)
    try shop.call(
      .patch, "/v2/checkoutSessions/\(id)", Shop.updateBody(reference: "<script>alert(1)</script>"))
    try shop.call(.get, "/v2/charges/%3Cscript%3E", keyID: "<b>")
    for path in ["/console", "/console/requests", "/console/checkoutSessions/\(id)", "/console/requests/3"] {
      let page = get(path)
      #expect(page.status == 200)
      #expect(!page.html.contains("<script"))
      #expect(!page.html.contains("<b>"))
      let policy = page.headers[.contentSecurityPolicy] ?? ""
      #expect(policy.hasPrefix("default-src 'none'"))
      #expect(!policy.contains("script-src"))
    }
    #expect(get("/console").html.contains("&lt;script"))
  }

  @Test("Every refusal shows its reason, and a refused signature shows the expected text")
  func refusals() throws {
    try shop.call(.post, "/v2/checkoutSessions", #"{"storeId":"x","cart":1}"#, key: "a")
    var changed = try shop.signed(.get, "/v2/charges/none")
    changed.headerFields[.accept] = "text/html"
    _ = shop.sandbox.respond(to: changed, body: [])
    let list = get("/console/requests").html
    #expect(list.contains("UnrecognizedField"))
    #expect(list.contains("The body has a member that this operation does not know."))
    #expect(get("/console/requests?refused=1").html.contains("InvalidRequestSignature"))
    let page = get("/console/requests/2").html
    #expect(page.contains("accept:text/html"))
    #expect(page.contains("AMZN-PAY-RSASSA-PSS-V2"))
    #expect(page.contains(Shop.keyID))
    #expect(get("/console/requests/99").status == 404)
    #expect(page.contains("Why it was refused"))
  }

  @Test("Every reason code that the sandbox answers is explained")
  func explanations() {
    let codes = [
      "InvalidRequestSignature", "InvalidAuthentication", "MissingHeader", "MissingHeaderValue", "InvalidHeaderValue",
      "InvalidRequestFormat", "UnrecognizedField", "MissingParameterValue", "InvalidParameterValue",
      "InvalidParameterCombination", "InvalidSandboxSimulationSpecified", "DuplicateIdempotencyKey",
      "CurrencyMismatch", "TransactionAmountExceeded", "PeriodicAmountExceeded", "UnauthorizedAccess",
      "ResourceNotFound", "UnsupportedOperation", "RequestNotSupported", "AmountMismatch", "CheckoutSessionCanceled",
      "InvalidCheckoutSessionStatus", "InvalidChargePermissionStatus", "ChargePermissionNotModifiable",
      "InvalidChargeStatus", "SoftDeclined", "HardDeclined", "AmazonRejected", "TransactionTimedOut",
      "ProcessingFailure", "TransactionCountExceeded", "InvalidAPIVersion", "InvalidRequest", "InternalServerError",
      "ServiceUnavailable", "RequestTimeout", "TooManyRequests",
    ]
    for code in codes {
      #expect(RefusalReason.explanation(code)?.isEmpty == false, "\(code)")
    }
  }

  @Test("A known mistake in signing is recognised")
  func findings() throws {
    func findings(_ request: HTTPRequest, _ body: String) -> [SigningFinding]? {
      _ = shop.sandbox.respond(to: request, body: Array(body.utf8))
      return shop.sandbox.state.requests.last?.signing?.findings
    }
    let body = #"{"cancellationReason":"a/b"}"#
    let call = OfficialClient.Call(method: .delete, path: "/charges/none/cancel", body: body)
    let good = try OfficialClient.php.request(call, keyID: Shop.keyID)
    #expect(findings(good, body) == nil)
    #expect(findings(good, body.replacing("/", with: "\\/")) == [.slashesReencoded])
    var withoutBody = call
    withoutBody.body = ""
    #expect(findings(try OfficialClient.php.request(withoutBody, keyID: Shop.keyID), body) == [.bodyNotHashed])
    var slash = good
    slash.path = "/v2/charges/none/cancel/"
    #expect(findings(slash, body) == [.otherSlashAtEnd])
    var environment = good
    environment.path = "/sandbox/v2/charges/none/cancel"
    #expect(findings(environment, body) == [.otherEnvironmentInPath])
    #expect(
      findings(
        try OfficialClient.node.request(
          .init(path: "/charges/none"), keyID: Shop.keyID, headers: ["x-amz-pay-authtoken": "secret  token"]), "")
        == [.spacesNotCollapsed])
    let trace = shop.sandbox.state.requests.last?.signing?.canonicalRequest
    #expect(trace?.contains("secret") == false)
    #expect(trace?.contains("x-amz-pay-authtoken:…") == true)
    let header = try #require(good.headerFields[.authorization])
    var renamed = good
    renamed.headerFields[.authorization] = header.replacing("PSS ", with: "PSS-V2 ")
    #expect(findings(renamed, body) == [.otherAlgorithmName])
    let query = OfficialClient.Call(path: "/reports", query: [("pageSize", "5"), ("nextToken", "0")])
    #expect(findings(try OfficialClient.java.request(query, keyID: Shop.keyID), "") == nil)
  }

  @Test("A person refunds, cancels, closes and lets time pass from the console")
  func acting() throws {
    let charge = try shop.captured()
    let page = get("/console/charges/\(charge)").html
    #expect(page.contains(#"value="refund""#))
    let done = post("/console/charges/\(charge)", "act=refund&amount=80")
    #expect(done.status == 303)
    #expect(done.place == "/console/charges/\(charge)")
    #expect(post("/console/clock", "advanceSeconds=30").status == 303)
    #expect(try shop.call(.get, "/v2/charges/\(charge)").body["refundedAmount"]?["amount"]?.text == "80")
    let tooMuch = post("/console/charges/\(charge)", "act=refund&amount=999999")
    #expect(tooMuch.status == 422)
    #expect(tooMuch.html.contains("TransactionAmountExceeded"))
    let ids = try shop.authorized(key: "b")
    #expect(post("/console/charges/\(ids.charge)", "act=cancelByBuyer").status == 303)
    #expect(try shop.call(.get, "/v2/charges/\(ids.charge)").stateReason == "BuyerCanceled")
    #expect(post("/console/chargePermissions/\(ids.permission)", "act=closeByBuyer").status == 303)
    #expect(try shop.call(.get, "/v2/chargePermissions/\(ids.permission)").state == "Closed")
    #expect(post("/console/refunds/none", "act=decline").status == 404)
    #expect(post("/console/charges/\(charge)", "act=explode").status == 400)
  }

  @Test(
    "A form from another site does nothing, under any host name",
    arguments: [
      (nil, "127.0.0.1:3081"), ("null", "127.0.0.1:3081"), ("https://evil.example", "127.0.0.1:3081"),
      ("http://evil.example:3081", "evil.example:3081"), ("http://localhost:9999", "127.0.0.1:3081"),
    ] as [(String?, String)])
  func foreignForms(_ origin: String?, _ authority: String) throws {
    let charge = try shop.captured()
    let answer = post("/console/charges/\(charge)", "act=refund", origin: origin, authority: authority)
    #expect(answer.status == (authority.hasPrefix("evil") ? 421 : 403))
    #expect(try shop.call(.get, "/v2/charges/\(charge)").body["refundedAmount"]?["amount"]?.text == "0")
    #expect(shop.sandbox.state.change { ledger, _ in ledger.refunds.isEmpty })
  }

  @Test("Under a host name that an attacker resolves to it, it shows nothing")
  func otherHost() throws {
    let charge = try shop.captured()
    let request = HTTPRequest(method: .get, scheme: "http", authority: "evil.example:3081", path: "/console")
    let (response, bytes) = shop.sandbox.respond(to: request, body: [])
    #expect(response.status.code == 421)
    #expect(!String(decoding: bytes, as: UTF8.self).contains(charge))
  }

  @Test("Without the control API it shows and does nothing, and it can be switched off")
  func closed() throws {
    let looking = try Shop()
    let charge = try looking.captured()
    #expect(!get("/console/charges/\(charge)", looking).html.contains("action=\"/console"))
    #expect(get("/console", looking).status == 200)
    #expect(post("/console/charges/\(charge)", "act=refund", looking).status == 403)
    let closed = try Shop { $0.place.hasConsole = false }
    #expect(get("/console", closed).status == 404)
    #expect(get("/console/requests", closed).status == 404)
  }

  @Test("Notifications are shown with their answers, and can be resent")
  func notifications() throws {
    #expect(get("/console/notifications", try Shop()).html.contains("No merchant has an address"))
    let charge = try shop.captured()
    let due = shop.sandbox.state.drainDueNotifications().deliveries
    for delivery in due { shop.note(.status(403), of: delivery.number) }
    let html = get("/console/notifications").html
    #expect(html.contains(charge))
    #expect(html.contains("answered 403"))
    #expect(html.contains("https://shop.example.test/ipn"))
    #expect(post("/console/notifications", "resend=2").status == 303)
    #expect(shop.sandbox.state.drainDueNotifications().deliveries.map(\.number) == [2])
  }

  @Test("The log keeps only the last requests, without bodies, queries and tokens")
  func log() throws {
    let small = try Shop { $0.place.requestLogLimit = 3 }
    for _ in 0..<5 { try small.call(.get, "/v2/charges/none?secret=1") }
    #expect(small.sandbox.state.requests.map(\.number) == [3, 4, 5])
    #expect(small.sandbox.state.requests.allSatisfy { $0.path == "/v2/charges/none" })
    try small.call(.get, "/v2/buyers/verysecrettoken")
    #expect(small.sandbox.state.requests.last?.path == "/v2/buyers/…")
    _ = get("/console", small)
    #expect(small.sandbox.state.requests.last?.path == "/v2/buyers/…")
  }
}
