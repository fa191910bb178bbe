import FerryCore
import FerrySandbox
import HTTPTypes
import Testing

@testable import AmazonPaySandbox

/// A browser without scripts: stores the sandbox's cookies, follows only its redirects, and sends forms.
final class ScriptlessBrowser {
  struct Place {
    let status: Int
    let url: String
    let html: String
    let headers: HTTPFields

    /// The value of a hidden field.
    func hidden(_ name: String) -> String? {
      guard let start = html.firstRange(of: #"name="\#(name)" value=""#)?.upperBound else { return nil }
      return String(html[start...].prefix { $0 != "\"" })
    }
  }

  private let shop: Shop
  private(set) var cookies: [String: String] = [:]
  var language = "en"
  /// The address outside the sandbox to which the last redirect led.
  private(set) var left: String?

  init(_ shop: Shop) { self.shop = shop }

  @discardableResult
  func get(_ path: String, headers: HTTPFields = [:]) -> Place { send(.get, path, headers, "") }

  /// - Parameter isCrossSite: True if another site's page sends the form, without cookies.
  @discardableResult
  func post(_ path: String, _ fields: [(String, String)], isCrossSite: Bool = false) -> Place {
    let body = fields.map { "\($0)=\(Self.encoded($1))" }.joined(separator: "&")
    return send(.post, path, [.contentType: "application/x-www-form-urlencoded"], body, isCrossSite: isCrossSite)
  }

  private func send(
    _ method: HTTPRequest.Method, _ path: String, _ headers: HTTPFields, _ body: String, isCrossSite: Bool = false
  ) -> Place {
    left = nil
    var request = HTTPRequest(method: method, scheme: "http", authority: "127.0.0.1:3081", path: path)
    request.headerFields = headers
    request.headerFields[.acceptLanguage] = language
    if !isCrossSite, !cookies.isEmpty {
      request.headerFields[.cookie] = cookies.map { "\($0)=\($1)" }.joined(separator: "; ")
    }
    let (response, bytes) = shop.sandbox.respond(to: request, body: Array(body.utf8))
    for header in response.headerFields[values: .setCookie] {
      let pair = header.prefix { $0 != ";" }.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      cookies[String(pair[0])] = header.contains("Max-Age=0") ? nil : String(pair[1])
    }
    if let location = response.headerFields[.location] {
      if location.hasPrefix("/") { return send(.get, location, [:], "") }
      left = location
    }
    return Place(
      status: response.status.code, url: path, html: String(decoding: bytes, as: UTF8.self),
      headers: response.headerFields)
  }

  private static func encoded(_ text: String) -> String {
    text.utf8.map { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"):
        String(UnicodeScalar(byte))
      default: "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
      }
    }.joined()
  }
}

extension ScriptlessBrowser {
  static let payload = """
    {"webCheckoutDetails":{"checkoutReviewReturnUrl":"https://shop.example.test/review?token=1",\
    "checkoutCancelUrl":"https://shop.example.test/cancel"},"storeId":"\(Shop.storeID)"}
    """

  /// Presses the button of a shop's page. Returns the next page.
  @discardableResult
  func press(
    _ payload: String = ScriptlessBrowser.payload, signature: String? = nil,
    algorithm: String? = "AMZN-PAY-RSASSA-PSS-V2",
    _ more: [(String, String)] = []
  ) throws -> Place {
    let hash = SigningHash.of(payload)
    let signature = try signature ?? shop.signature("AMZN-PAY-RSASSA-PSS-V2\n" + hash)
    let fields = [
      ("payloadJSON", payload), ("signature", signature), ("publicKeyId", Shop.keyID), ("merchantId", Shop.merchantID),
      ("ledgerCurrency", "JPY"), ("placement", "Cart"), ("sandbox", "true"),
      ("buttonPage", "https://shop.example.test/cart"),
    ]
    return post(
      "/checkout/start", fields + (algorithm.map { [("algorithm", $0)] } ?? []) + more, isCrossSite: true)
  }

  /// Presses the button and signs in, up to the selection page. Returns the session's id.
  func reachSelection(_ payload: String = ScriptlessBrowser.payload, _ more: [(String, String)] = []) throws -> String {
    let signIn = try press(payload, more)
    let id = try #require(signIn.hidden("amazonCheckoutSessionId"))
    let selection = post(
      "/checkout/signin",
      [("amazonCheckoutSessionId", id), ("next", "select"), ("email", "hanako@example.test"), ("password", "x")])
    #expect(selection.status == 200)
    #expect(selection.html.contains(#"id="selection""#))
    return id
  }

  @discardableResult
  func select(_ id: String, address: String = "tokyo", card: String = "1111") -> Place {
    post("/checkout/select", [("amazonCheckoutSessionId", id), ("address", address), ("card", card)])
  }

  /// Goes up to the shop's review page, with a selection and a described order. Returns the session's id.
  func reachReview(card: String = "1111", _ payload: String = ScriptlessBrowser.payload, pending: Bool = false) throws
    -> String
  {
    let id = try reachSelection(payload)
    select(id, card: card)
    #expect(left == "https://shop.example.test/review?token=1&amazonCheckoutSessionId=\(id)")
    try shop.call(.patch, "/v2/checkoutSessions/\(id)", Shop.updateBody(pending: pending))
    return id
  }

  func processing(_ id: String) -> Place { get("/checkout/processing?amazonCheckoutSessionId=\(id)") }

  func processingDone(_ id: String) -> Place { get("/checkout/processing/return?amazonCheckoutSessionId=\(id)") }
}
