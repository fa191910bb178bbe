import FerryCore
import Foundation

/// The browser of a scripted buyer. It stores cookies by host and port, and follows no redirect.
public actor ScriptedBrowser {
  public struct Answer: Sendable {
    public let status: Int
    public let location: String?
    public let body: [UInt8]
  }

  private let transport: any ShopTransport
  private var cookies: [String: [String: String]] = [:]

  public init(_ transport: any ShopTransport) { self.transport = transport }

  public func get(_ url: String) async throws -> Answer { try await send(ShopRequest("GET", url)) }

  /// - Parameter headers: In addition to cookies and content type.
  public func post(_ url: String, json: [UInt8], headers: [String: String] = [:]) async throws -> Answer {
    try await post(url, "application/json", json, headers)
  }

  public func post(_ url: String, form: String, headers: [String: String] = [:]) async throws -> Answer {
    try await post(url, "application/x-www-form-urlencoded", Array(form.utf8), headers)
  }

  private func post(
    _ url: String, _ type: String, _ body: [UInt8], _ headers: [String: String]
  ) async throws -> Answer {
    let fields = headers.merging(["content-type": type]) { own, _ in own }.sorted { $0.key < $1.key }
    return try await send(
      ShopRequest("POST", url, headers: fields.map { (name: $0.key, value: $0.value) }, body: body))
  }

  private func send(_ request: ShopRequest) async throws -> Answer {
    var request = request
    let site = Self.site(request.url)
    if let jar = cookies[site], !jar.isEmpty {
      let pairs = jar.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
      request.headers.append((name: "cookie", value: pairs.joined(separator: "; ")))
    }
    let answer = try await transport.send(request)
    for line in answer.fields("set-cookie") {
      let pair = line.prefix { $0 != ";" }.split(separator: "=", maxSplits: 1)
      if pair.count == 2 { cookies[site, default: [:]][String(pair[0])] = String(pair[1]) }
    }
    return Answer(status: answer.status, location: answer.fields("location").first, body: answer.body)
  }

  private static func site(_ url: String) -> String {
    url.split(separator: "/", maxSplits: 2).prefix(2).joined(separator: "//")
  }
}

/// The next action of a buyer's browser that has spent a ticket.
struct StartStep {
  /// With `url`, `script`, `payment` or `form`, for the sandbox's control API.
  let nextAction: [String: Any]
  /// The address that the browser is sent to; nil for another next action.
  var url: String? { nextAction["url"] as? String }

  private static func action(of page: [UInt8]) throws -> [String: Any] {
    let page = String(decoding: page, as: UTF8.self)
    if let form = form(page) { return ["form": form] }
    guard let data = page.firstMatch(of: /id="ferry-data"[^>]*>(.*?)<\/script>/.dotMatchesNewlines()),
      let action = try object(Array(data.1.utf8))
    else { throw Unexpected("The page of the next action cannot be read.") }
    return action
  }

  /// The form that the page posts to the provider; nil if there is none.
  private static func form(_ page: String) -> [String: Any]? {
    guard let form = page.firstMatch(of: /<form id="ferry-form" method="post" action="([^"]*)">/) else { return nil }
    let inputs = page[form.range.upperBound...].matches(
      of: /<input type="hidden" name="([^"]*)" value="([^"]*)">/)
    let fields = inputs.map { (unescaped($0.output.1), unescaped($0.output.2)) }
    return ["action": unescaped(form.output.1), "fields": Dictionary(fields) { first, _ in first }]
  }

  private static func unescaped(_ text: Substring) -> String {
    let references = [("&quot;", "\""), ("&#39;", "'"), ("&lt;", "<"), ("&gt;", ">"), ("&amp;", "&")]
    return references.reduce(String(text)) { $0.replacingOccurrences(of: $1.0, with: $1.1) }
  }

  /// Spends a ticket, as the start page does, and opens the page of the next action.
  /// - Throws: `Unexpected` for a ticket that opens nothing.
  /// - Parameter time: For the pauses while the server waits for the provider's page.
  static func spending(
    _ ticket: String, at server: String, in browser: ScriptedBrowser, _ time: any Timekeeper = SystemTime()
  ) async throws -> StartStep {
    let body = try JSONSerialization.data(withJSONObject: ["ticket": ticket])
    let answer = try await browser.post(
      server + "/ferry/start", json: Array(body), headers: ["origin": server, "sec-fetch-site": "same-origin"])
    guard answer.status == 200, let url = try object(answer.body)?["url"] as? String else {
      throw Unexpected("The start page's ticket was answered with \(answer.status).")
    }
    guard url.hasPrefix(server + "/ferry/next/") else { return StartStep(nextAction: ["url": url]) }
    for _ in 1...60 {
      let next = try await browser.get(url)
      switch (next.status, next.location) {
      case (303, let location?): return StartStep(nextAction: ["url": location])
      case (200, _) where String(decoding: next.body, as: UTF8.self).contains(#"http-equiv="refresh""#):
        try await time.sleep(for: .milliseconds(500))
      case (200, _): return StartStep(nextAction: try action(of: next.body))
      default: throw Unexpected("The page of the next action was answered with \(next.status).")
      }
    }
    throw Unexpected("The provider's page does not come.")
  }

  static func object(_ bytes: [UInt8]) throws -> [String: Any]? {
    try JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed) as? [String: Any]
  }
}

/// A buyer at a provider's sandbox, who acts by its control API.
struct SandboxBuyer: Sendable {
  let browser: ScriptedBrowser
  let sandbox: String

  struct Page: Decodable, Sendable {
    enum Place: String, Decodable, Sendable {
      case select
      case change
      case pay
    }

    let page: String
    let place: Place
    /// The return URL of the selection or the payment.
    let returnURL: String?
    let cancelURL: String?
    /// The provider's name for the change.
    let change: String?
  }

  /// Opens the provider's page of a next action.
  /// - Parameter order: The order number. If the shop sends none, the sandbox's ledger lists the payment under this number.
  func open(_ step: StartStep, order: String? = nil) async throws -> Page {
    var body: [String: Any] = ["nextAction": step.nextAction]
    if let order { body["order"] = order }
    return try JSONDecoder().decode(Page.self, from: Data(await control("/control/pages", body)))
  }

  /// Acts as the buyer.
  /// - Parameters:
  ///   - act: select, approve, decline, cancel or leave.
  ///   - details: further selections, by the provider's names.
  func act(_ page: String, _ act: String, details: [String: String] = [:]) async throws {
    _ = try await control("/control/buyer", ["page": page, "act": act, "details": details])
  }

  private func control(_ path: String, _ body: [String: Any]) async throws -> [UInt8] {
    let bytes = Array(try JSONSerialization.data(withJSONObject: body))
    let answer = try await browser.post(sandbox + path, json: bytes)
    guard (200...299).contains(answer.status) else {
      let message = try? StartStep.object(answer.body)?["message"] as? String
      throw Unexpected("The sandbox answered \(path.prefix(30)) with \(answer.status): \(message ?? "")")
    }
    return answer.body
  }
}

/// Ferry's API, as the backend of a scripted shop calls it.
package struct ScriptedAPI: Sendable {
  let server: String
  let secretKey: Secret<String>
  let transport: any ShopTransport

  /// Creates a checkout; of an app if there is one.
  /// - Parameter key: The idempotency key of the creation; the reference unless given.
  func create(
    _ purchase: ScriptedPurchase, _ reference: String, key: String?, app: AppBody? = nil, buyer: BuyerFacts? = nil
  ) async throws -> CheckoutBody {
    let body = CreateCheckoutBody(
      orderReference: reference, kind: app == nil ? .browser : .app, provider: purchase.provider,
      language: purchase.language, capture: purchase.capture, order: purchase.order, app: app, buyer: buyer,
      providerOptions: purchase.options.map { [purchase.provider: $0] })
    return try await call("POST", "/v1/checkouts", body, headers: [(name: "idempotency-key", value: key ?? reference)])
  }

  package func call<Answer: Decodable>(
    _ method: String, _ path: String, _ body: (some Encodable)?, headers: [(name: String, value: String)] = [],
    as type: Answer.Type = CheckoutBody.self
  ) async throws -> Answer {
    let key = (name: "authorization", value: "Bearer \(secretKey.reveal())")
    let answer = try await transport.call(method, server + path, body, headers: headers + [key])
    guard answer.isSuccess else {
      let problem = try? JSONDecoder().decode(Problem.self, from: Data(answer.body))
      throw Unexpected("\(method) \(path.prefix(14)) was answered with \(answer.status): \(problem?.detail ?? "")")
    }
    return try JSONDecoder().decode(type, from: Data(answer.body))
  }
}

/// A scripted checkout got an unexpected result. The description contains no secret.
public struct Unexpected: Error, Hashable, Sendable, CustomStringConvertible {
  public let description: String

  public init(_ description: String) { self.description = description }
}
