import AsyncHTTPClient
import DemoShop
import FerrySandbox
import FerryWeb
import NIOHTTP1
import Subprocess
import Testing

/// Swedbank Pay's sandbox as a developer meets it who knows the provider's documentation, and of Ferry what the program prints.
extension SandboxCommandTests {
  private static let provider = ["sandbox", "--provider", "swedbank-pay"]

  @Test("A shop that speaks plain HTTP creates a payment order, its payer pays on the page, and it captures and reads")
  func plainHTTP() async throws {
    try await withPlace { folder, port in
      let program = try FerryProgram()
      let arguments = Self.provider + ["--data", folder, "--port", "\(port)"]
      // The settings are those of every later start.
      let first = try await program.outcome(arguments, endingBy: .interrupt) {
        try await HTTPClient.withHTTPClient { try await Patience.untilAnswers("http://127.0.0.1:\(port)/", $0) }
      }
      let settings = settings(first.output)
      let second = try await program.outcome(arguments) {
        try await HTTPClient.withHTTPClient(configuration: .init(redirectConfiguration: .disallow)) { client in
          let shop = try PlainShop(settings, client)
          try await Patience.untilAnswers(shop.address, client)
          try await sell(shop)
        }
      }
      #expect(self.settings(second.output) == settings)
      let token = try #require(settings["access token"])
      for end in [first, second] {
        #expect(end.status.isSuccess, "\(end.errors)")
        #expect(!end.errors.contains(token) && !end.errors.contains(PlainShop.card))
      }
    }
  }

  private func sell(_ shop: PlainShop) async throws {
    let created = try await shop.call("POST", "/psp/paymentorders", shop.order("R1"))
    #expect(created.status == 201 && created["paymentOrder.status"] == "Initialized")
    let id = try #require(created["paymentOrder.id"]?.text)
    let read = try await shop.call("GET", id + "?$expand=urls,payeeInfo")
    #expect(read.status == 200 && read["paymentOrder.urls.completeUrl"] == "https://shop.example/complete")
    #expect(read["paymentOrder.payeeInfo.payeeReference"] == "R1" && read.href("capture") == nil)

    var page = try await shop.open(try #require(read.href("redirect-checkout")))
    page = try await shop.press("CreditCard", of: "instruments", on: page)
    page = try await shop.press(of: "card", on: page, ["number": PlainShop.card])
    #expect(page.url.contains("/issuer/"))
    page = try await shop.press("approve", of: "decision", on: page)
    #expect(page.url == "https://shop.example/complete")

    let paid = try await shop.call("GET", id + "?$expand=paid")
    #expect(paid["paymentOrder.status"] == "Paid" && paid["paymentOrder.paid.transactionType"] == "Authorization")
    let capture = try #require(paid.href("capture"))
    let captured = try await shop.call("POST", capture, shop.transaction("C1", 500))
    #expect(captured.status == 200 && captured["paymentOrder.remainingCaptureAmount"] == 1_000)
    let again = try await shop.call("POST", capture, shop.transaction("C1", 500))
    #expect(again.status == 400 && again["type"]?.text?.hasSuffix("/paymentorders/inputerror") == true)
    let end = try await shop.call("GET", id + "?$expand=financialTransactions")
    let list = end["paymentOrder.financialTransactions.financialTransactionsList"]?.elements ?? []
    #expect(list.map { $0["type"] } == ["Authorization", "Capture"] && list.last?["payeeReference"] == "C1")
    #expect(end["paymentOrder.remainingReversalAmount"] == 500)
    #expect(try await shop.call("GET", id, token: "another").status == 401)
  }

  @Test(
    "A wrong option ends the start, and the error says which are right", .timeLimit(.minutes(10)),
    arguments: [
      (["--provider", "swedbank"], "Unknown provider 'swedbank'. Use one of: "),
      ([], "Choose a provider with --provider: "),
      (["--provider", "swedbank-pay", "--payee-id", "7"], "has to be a GUID"),
      (["--provider", "swedbank-pay", "--creation-status", "204"], "--creation-status is 200 or 201."),
    ])
  func wrongOption(_ options: [String], _ error: String) async throws {
    try await withPlace { folder, port in
      let end = try await FerryProgram().outcome(["sandbox"] + options + ["--data", folder, "--port", "\(port)"])
      #expect(!end.status.isSuccess && end.output.isEmpty)
      #expect(end.errors.contains(error), "\(end.errors)")
    }
  }

  @Test("A port in use is named, with a remedy, and the sandbox that has it goes on", .timeLimit(.minutes(10)))
  func portInUse() async throws {
    try await withPlace { folder, port in
      let program = try FerryProgram()
      let arguments = Self.provider + ["--data", folder, "--port", "\(port)"]
      let first = try await program.outcome(arguments) {
        try await HTTPClient.withHTTPClient { client in
          let address = "http://127.0.0.1:\(port)/"
          try await Patience.untilAnswers(address, client)
          let second = try await program.outcome(arguments)
          #expect(!second.status.isSuccess && second.output.isEmpty)
          let remedy =
            "Port \(port) is in use. Stop the program that uses it, or choose another port with --port."
          #expect(second.errors.contains(remedy), "\(second.errors)")
          try await Patience.untilAnswers(address, client) { $0 == .ok }
        }
      }
      #expect(first.status.isSuccess, "\(first.errors)")
    }
  }
}

/// A shop that calls the API as Swedbank Pay's PHP library does, and the browser of its payer.
private struct PlainShop: Sendable {
  /// The issuer of this test card asks the payer.
  static let card = "4761739001010416"

  let address: String
  private let payee: String
  private let token: String
  private let transport: NetworkTransport
  private let browser: ScriptedBrowser

  /// - Parameter settings: The printed ones.
  init(_ settings: [String: String], _ client: HTTPClient) throws {
    address = try #require(settings["base url"])
    payee = try #require(settings["payee id"])
    token = try #require(settings["access token"])
    transport = NetworkTransport(client: client)
    browser = ScriptedBrowser(transport)
  }

  struct Answer {
    let status: Int
    let body: JSONValue

    subscript(_ path: String) -> JSONValue? {
      path.split(separator: ".").reduce(body) { $0?[String($1)] }
    }

    func href(_ rel: String) -> String? {
      body["operations"]?.elements?.first { $0["rel"]?.text == rel }?["href"]?.text
    }
  }

  func call(_ method: String, _ place: String, _ body: JSONValue? = nil, token: String? = nil) async throws -> Answer {
    let type = "application/json;version=3.1"
    let headers = [
      (name: "authorization", value: "Bearer \(token ?? self.token)"), (name: "user-agent", value: "shop/1.0"),
      body == nil ? (name: "accept", value: type) : (name: "content-type", value: type + "; charset=utf-8"),
    ]
    let answer = try await transport.send(
      ShopRequest(method, absolute(place), headers: headers, body: body?.bytes))
    return Answer(status: answer.status, body: try JSONValue(parsing: answer.body))
  }

  func order(_ reference: String) -> JSONValue {
    [
      "paymentorder": [
        "operation": "Purchase", "currency": "SEK", "amount": 1_500, "vatAmount": 300, "description": "A cup",
        "userAgent": "Mozilla/5.0", "language": "sv-SE",
        "urls": [
          "hostUrls": ["https://shop.example"], "completeUrl": "https://shop.example/complete",
          "cancelUrl": "https://shop.example/cancel",
        ],
        "payeeInfo": ["payeeId": .string(payee), "payeeReference": .string(reference)],
      ]
    ]
  }

  func transaction(_ reference: String, _ amount: Int64) -> JSONValue {
    [
      "transaction": [
        "description": "Parcel", "amount": JSONValue(amount), "vatAmount": 100, "payeeReference": .string(reference),
      ]
    ]
  }

  // MARK: The payer's browser

  struct Page {
    let url: String
    let html: String
  }

  /// Follows redirects to the page that they lead to: one of the sandbox, or the shop's, which is not opened.
  func open(_ place: String) async throws -> Page {
    let url = absolute(place)
    guard url.hasPrefix(address) else { return Page(url: url, html: "") }
    return try await show(try await browser.get(url), at: url)
  }

  /// Presses a button of a form, with entries in place of the values in its fields.
  /// - Parameter button: The value of one of several buttons.
  func press(
    _ button: String? = nil, of form: String, on page: Page, _ entries: [String: String] = [:]
  ) async throws -> Page {
    let parts = page.html.split(separator: "<form id=\"\(form)\"")
    try #require(parts.count == 2, "\(page.url) has no form \(form).")
    let content = parts[1].split(separator: "</form>")[0]
    var fields: [(String, String)] = []
    for tag in content.matches(of: /<(input|button) [^>]*>/) {
      guard let name = Self.attribute("name", of: tag.output.0) else { continue }
      let value = Self.attribute("value", of: tag.output.0) ?? ""
      if tag.output.1 == "input" || value == button { fields.append((name, entries[name] ?? value)) }
    }
    try #require(button == nil || fields.contains { $0.1 == button }, "\(form) has no button \(button ?? "").")
    let url = absolute(try #require(Self.attribute("action", of: content)))
    let body = Link("/", query: fields).text.dropFirst(2)
    return try await show(try await browser.post(url, form: String(body)), at: url)
  }

  private func show(_ answer: ScriptedBrowser.Answer, at url: String) async throws -> Page {
    if let location = answer.location { return try await open(location) }
    #expect(answer.status == 200, "\(url)")
    return Page(url: url, html: String(decoding: answer.body, as: UTF8.self))
  }

  private func absolute(_ place: String) -> String { place.hasPrefix("/") ? address + place : place }

  /// Attributes are the sandbox's own, and have no character references here.
  private static func attribute(_ name: String, of tag: Substring) -> String? {
    let parts = tag.split(separator: " \(name)=\"", maxSplits: 1)
    return parts.count == 2 ? String(parts[1].prefix { $0 != "\"" }) : nil
  }
}
