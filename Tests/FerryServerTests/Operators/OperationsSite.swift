import FerryCheckout
import FerryCore
import FerryEngine
import FerryModule
import FerryServer
import FerryTesting
import FerryWeb
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Testing

/// The operations page of a test server, and browsers that use it.
struct OperationsSite: Sendable {
  static let base = "https://operations.shop.example"
  static let actKey = "key-of-anna-who-may-act-0123456789abcdef"
  static let lookKey = "key-of-bert-who-may-look-0123456789abcd"
  static let otherKey = "key-of-carl-of-the-other-shop-0123456789"
  static let proxyKey = "key-of-the-identity-proxy-0123456789abc"

  /// May act: anna for all shops, carl for another one. May look: bert.
  static let operators = [
    OperatorKey(Operator("anna", .act), SecretKeyDigest(of: actKey)),
    OperatorKey(Operator("bert", .look), SecretKeyDigest(of: lookKey)),
    OperatorKey(Operator("carl", .act, shops: ["other"]), SecretKeyDigest(of: otherKey)),
  ]

  let shop: TestServer
  let client: any TestClientProtocol

  /// Runs a test against a checkout server and its operations page.
  static func run(
    proxy: Bool = false, isLive: Bool = false, reports: [ReconciliationReport] = [],
    excessRefund: JourneyProfile.ExcessRefund = .none, settlements: (any SettlementReports)? = nil,
    _ test: @escaping @Sendable (OperationsSite) async throws -> Void
  ) async throws {
    let header = try #require(HTTPField.Name("X-Forwarded-Email"))
    let access: OperatorAccess =
      proxy
      ? .identityProxy(
        IdentityProxy(
          header: header, key: SecretKeyDigest(of: proxyKey),
          operators: ["anna@shop.example": operators[0].person, "bert@shop.example": operators[1].person]))
      : .keys(operators)
    try await TestServer.run(
      excessRefund: excessRefund, operations: try configuration(access), settlements: settlements
    ) {
      shop in
      let page = try #require(OperationsPage(shop.server) { reports })
      try await Application(router: page.router()).test(isLive ? .live : .router) { client in
        try await test(OperationsSite(shop: shop, client: client))
      }
    }
  }

  /// Runs a test against the operations page of another server, which shares the store of this one.
  func withAnotherServer(
    operators: [OperatorKey] = Self.operators, _ test: @escaping @Sendable (OperationsSite) async throws -> Void
  ) async throws {
    var settings = try TestServer.configuration()
    settings.operations = try Self.configuration(.keys(operators))
    let server = CheckoutServer(
      configuration: settings, service: shop.service, providers: [], freeDisk: FreeDisk { nil })
    let page = try #require(OperationsPage(server) { [] })
    try await Application(router: page.router()).test(.router) { client in
      try await test(OperationsSite(shop: shop, client: client))
    }
  }

  private static func configuration(_ access: OperatorAccess) throws -> OperationsPageConfiguration {
    OperationsPageConfiguration(base: try #require(Origin(base)), listenPort: 8081, access: access)
  }

  /// A browser whose operator has signed in.
  func signIn(_ name: String = "anna", _ key: String = actKey) async throws -> OperatorBrowser {
    let browser = OperatorBrowser(site: self)
    try await browser.get("/sign-in")
    let answer = try await browser.post("/sign-in", ["name": name, "key": key])
    try #require(answer.status == .seeOther && answer.headers[.location] == "/", "\(answer.text)")
    return browser
  }

  /// A checkout that is paid, captured by hand unless told otherwise.
  func paid(
    _ reference: String = "A-1", capture: String = "manual", order: String = TestServer.order
  ) async throws -> CheckoutID {
    let order = order.replacing("A-1", with: reference)
      .replacing(#""capture":"automatic""#, with: #""capture":"\#(capture)""#)
    let checkout = try await shop.create(order, idempotencyKey: reference).decoded(CheckoutBody.self)
    let id = CheckoutID(checkout.id)
    let buyer = try await shop.browser(of: checkout.id, after: try await shop.spend(try checkout.ticket))
    try await shop.choose(buyer)
    let review = try #require(try await shop.read(buyer).review)
    let confirmed = try await shop.call(
      .post, "/v1/checkouts/\(id)/confirm",
      #"{"revision":\#(review.revision),"total":{"amount":"\#(review.total.decimal)","currency":"JPY"}}"#)
    try #require(confirmed.status == .ok, "\(confirmed.text)")
    _ = try await shop.service.submit(.returned(session: nil), to: id)
    return id
  }

  /// A reconciliation with one difference; or, if it is not complete, with none, and with two checkouts without an answer.
  static func report(isComplete: Bool = true) throws -> ReconciliationReport {
    let account = ProviderAccountID(provider: MemoryCheckouts.provider, mode: .test)
    let compared = ReconciliationReport.Compared(
      orders: nil, ordersAsOf: nil, payments: 2, answers: 2, transactions: nil)
    let difference = try JSONDecoder().decode(
      ReconciliationReport.Entry.self,
      from: Data(
        #"{"kind":"captured-differs","checkout":"co_1","order":"A-<1>","meaning":"It differs.","remedy":"Ask again."}"#
          .utf8))
    return ReconciliationReport(
      agrees: !isComplete, complete: isComplete, account: account, shop: nil, comparedAt: "2026-01-01T00:00:00Z",
      since: "2025-12-01T00:00:00Z", until: "2026-01-01T00:00:00Z", compared: compared,
      discrepancies: isComplete ? [difference] : [],
      unanswered: isComplete ? [] : ["co_1", "co_2"].map { .init(checkout: $0, reason: "No answer.") }, unreadable: [],
      repairs: nil, notCompared: [:])
  }

  func file(_ id: CheckoutID) async throws -> CheckoutFile { try #require(await shop.service.file(id)) }

  /// The operators' entries in a checkout's timeline.
  func actions(_ id: CheckoutID) async throws -> [String] {
    try await shop.service.log(id, after: 0, limit: 1000).compactMap { record in
      if case .action(let name, let person) = record.entry.what { "\(name) by \(person)" } else { nil }
    }
  }
}

/// A browser with its cookies, which sends the forms of the pages that it has loaded.
actor OperatorBrowser {
  private var site: OperationsSite
  private var cookies: [String: String] = [:]
  private(set) var last = ""
  /// Fields that every request has, such as those of a proxy.
  private let headers: HTTPFields

  init(site: OperationsSite, headers: HTTPFields = [:]) {
    self.site = site
    self.headers = headers
  }

  /// Shows the answer to a form, which is a page.
  func read(_ page: TestResponse) { last = page.text }

  /// The cookies as the browser sends them.
  var cookie: String? {
    cookies.isEmpty ? nil : cookies.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: "; ")
  }

  func take(cookie: String, value: String) { cookies[cookie] = value }

  /// From now on the load balancer hands the requests to another server.
  func turn(to site: OperationsSite) { self.site = site }

  @discardableResult
  func get(_ path: String, extra: HTTPFields = [:]) async throws -> TestResponse {
    var fields = headers
    fields[.acceptLanguage] = "en"
    fields[.cookie] = cookie
    for field in extra { fields.append(field) }
    let response = try await site.client.execute(uri: path, method: .get, headers: fields)
    take(response)
    last = response.text
    return response
  }

  /// Sends a form with the token of the page that was loaded last.
  /// - Parameters:
  ///   - token: In place of the page's.
  ///   - origin: The site that the form is on.
  ///   - files: Names and contents; nil for a form without files.
  func post(
    _ path: String, _ fields: [String: String], files: [String: (name: String, content: [UInt8])]? = nil,
    token: String? = nil, origin: String? = OperationsSite.base,
    siteRelation: String? = "same-origin"
  ) async throws -> TestResponse {
    var fields = fields
    fields["csrf"] = token ?? Self.field("csrf", in: last)
    var sent = headers
    sent[.contentType] = "application/x-www-form-urlencoded"
    sent[.acceptLanguage] = "en"
    sent[.cookie] = cookie
    sent[.origin] = origin
    sent[try #require(HTTPField.Name("Sec-Fetch-Site"))] = siteRelation
    var body = fields.sorted { $0.key < $1.key }.map { "\($0.key)=\(Self.encoded($0.value))" }.joined(separator: "&")
      .utf8Bytes
    if let files {
      sent[.contentType] = "multipart/form-data; boundary=----b"
      body = fields.flatMap {
        "------b\r\nContent-Disposition: form-data; name=\"\($0.key)\"\r\n\r\n\($0.value)\r\n".utf8Bytes
      }
      for (field, file) in files {
        body +=
          "------b\r\nContent-Disposition: form-data; name=\"\(field)\"; filename=\"\(file.name)\"\r\n\r\n".utf8Bytes
        body += file.content + "\r\n".utf8Bytes
      }
      body += "------b--\r\n".utf8Bytes
    }
    let response = try await site.client.execute(
      uri: path, method: .post, headers: sent, body: ByteBuffer(bytes: body))
    take(response)
    return response
  }

  /// Opens the page that asks for confirmation, and confirms.
  func confirm(_ path: String) async throws -> TestResponse {
    let page = try await get(path)
    guard page.status == .ok else { return page }
    return try await post(String(path.prefix { $0 != "?" }), try confirmation())
  }

  /// The fields of the confirmation that was loaded last.
  func confirmation() throws -> [String: String] {
    var fields = ["key": try #require(Self.field("key", in: last))]
    for name in ["seen", "operation", "amount", "lines", "beyond-capture", "despite-dispute", "reason", "note"] {
      fields[name] = Self.field(name, in: last)
    }
    return fields
  }

  /// The value of the first hidden input with a name.
  static func field(_ name: String, in html: String) -> String? {
    let parts = html.split(separator: "type=\"hidden\" name=\"\(name)\" value=\"", maxSplits: 1)
    return parts.count == 2
      ? String(parts[1].prefix { $0 != "\"" }).replacing("&lt;", with: "<").replacing("&gt;", with: ">") : nil
  }

  private static func encoded(_ text: String) -> String { String(Link("/", query: [("", text)]).text.dropFirst(3)) }

  private func take(_ response: TestResponse) {
    for field in response.headers[values: .setCookie] {
      let pair = field.prefix { $0 != ";" }.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard pair.count == 2 else { continue }
      cookies[String(pair[0])] = field.contains("Max-Age=0") ? nil : String(pair[1])
    }
  }
}

extension String {
  fileprivate var utf8Bytes: [UInt8] { Array(utf8) }
}
