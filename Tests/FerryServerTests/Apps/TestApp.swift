import FerryCheckout
import FerryCore
import FerryEngine
import FerryTesting
import HTTPTypes
import HummingbirdTesting
import Testing

/// An app with its checkout: its stored items and its calls.
struct TestApp: Sendable {
  let server: TestServer
  let verifier: Verifier
  let id: String
  var token: String
  /// Of the creation. Empty if the journey begins with the payment page.
  let ticket: String

  static let stranger = Verifier(SystemRandomness())

  static func order(
    _ challenge: Challenge, reference: String = "A-1", app: String = "shop-ios", review: String = "app",
    of order: String = TestServer.order
  ) -> String {
    order.replacing(#""kind":"browser""#, with: #""kind":"app""#)
      .replacing(#""orderReference":"A-1""#, with: #""orderReference":"\#(reference)""#)
      .replacing(
        #""order":{"#,
        with: #""app":{"id":"\#(app)","challenge":"\#(challenge.text)","review":"\#(review)"},"order":{"#)
  }

  /// The shop's backend has created a checkout and handed it over.
  static func started(
    on server: TestServer, reference: String = "A-1", app: String = "shop-ios", review: String = "app"
  ) async throws -> TestApp {
    let verifier = Verifier(SystemRandomness())
    let response = try await server.create(
      order(verifier.challenge, reference: reference, app: app, review: review), idempotencyKey: "key of \(reference)")
    let handoff = try #require(try response.decoded(CheckoutBody.self).app)
    return TestApp(
      server: server, verifier: verifier, id: handoff.checkout, token: try #require(handoff.clientToken),
      ticket: handoff.ticket?.text ?? "")
  }

  /// A call of `/v1/app`.
  /// - Parameter browser: The value of `Ferry-Browser`.
  func call(
    _ action: String, _ body: String? = nil, verifier: Verifier? = nil, isVerified: Bool = true, browser: String? = nil
  ) async throws -> TestResponse {
    try await server.call(
      .post, "/v1/app/checkouts/\(id)/\(action)", body, key: token,
      verifier: verifier ?? (isVerified ? self.verifier : nil), browser: browser)
  }

  func read(isVerified: Bool = true) async throws -> AppCheckoutBody {
    try await server.call(
      .get, "/v1/app/checkouts/\(id)", key: token, verifier: isVerified ? verifier : nil
    ).decoded(AppCheckoutBody.self)
  }

  func claim(_ code: String, verifier: Verifier? = nil) async throws -> TestResponse {
    try await call("claim", #"{"code":"\#(code)"}"#, verifier: verifier)
  }

  func confirm(_ revision: Int = 1, yen: Int = 3000) async throws -> TestResponse {
    try await call("confirm", Self.agreed(revision, yen: yen))
  }

  static func agreed(_ revision: Int = 1, yen: Int = 3000) -> String {
    #"{"revision":\#(revision),"total":{"amount":"\#(yen)","currency":"JPY"}}"#
  }

  /// The ticket that `begin` returns.
  func begin() async throws -> CheckoutHandoff.Ticket {
    try #require(try await call("begin").decoded(AppCheckoutBody.self).ticket)
  }

  /// Opens a ticket in a browser.
  /// - Parameter browser: A browser with a cookie; nil for one without.
  func open(_ ticket: String, in browser: Departed? = nil) async throws -> Departed {
    let response = try await server.spend(ticket, cookie: browser?.cookie)
    try #require(response.status == .ok)
    return try await server.browser(of: id, after: response, cookie: browser?.cookie)
  }

  /// Returns from the provider in a browser.
  /// - Returns: The link into the app.
  func comeBack(_ browser: Departed, _ trip: String = "select?session=S1") async throws -> AppReturnLink {
    let response = try await server.visit(browser.path(trip), cookie: browser.cookie)
    try #require(response.status == .seeOther)
    return try #require(response.link)
  }

  /// The buyer has made a selection, and the app has claimed it.
  func reviewing() async throws -> Departed {
    let browser = try await open(ticket)
    let link = try await comeBack(browser)
    try #require(try await claim(link.code).status == .ok)
    return browser
  }

  /// The buyer has confirmed, and is at the payment page.
  func paying() async throws -> Departed {
    let browser = try await reviewing()
    let ticket = try #require(try await confirm().decoded(AppCheckoutBody.self).ticket)
    return try await open(ticket.text, in: browser)
  }
}

extension TestResponse {
  /// The link into the app that a browser is redirected to.
  var link: AppReturnLink? {
    guard let location = headers[.location] else { return nil }
    guard case .link(let link) = AppReturnLink.read(location, host: TestServer.linkHost, scheme: nil) else {
      return nil
    }
    return link
  }
}
