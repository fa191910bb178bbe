import DemoShop
import FerryCore
import FerryTesting
import Testing

/// The operations page of a demo in a browser, with the demo's real engine, store and sandbox.
struct OperatorDesk: Sendable {
  enum Driver: String, CaseIterable, Sendable {
    case chromium, webKit

    var browser: BrowserDriver {
      switch self {
      case .chromium: .chromium
      case .webKit: .webKit
      }
    }
  }

  let demo: RunningDemo
  let browser: Browser

  func open(_ path: String) async throws { try await browser.open(demo.operations + path) }

  /// Opens a paid checkout's page, and waits until the shop is told: a driver aims at where a thing stood, and does not see that the
  /// page has changed since.
  func openSettled(_ id: String) async throws {
    try await open("/checkouts/\(id)")
    try await browser.waitFor(css: "#webhooks .chip.good")
  }

  /// Signs in, wherever the browser is.
  func signIn(_ name: String = "demo") async throws {
    try await open("/sign-in")
    try await browser.type(name, into: "#name")
    try await browser.type(try demo.operatorKey(name), into: "#key")
    try await browser.click("form[action='/sign-in'] button")
    try await browser.waitFor(css: "#todo")
  }

  func signOut() async throws {
    try await browser.click("form[action='/sign-out'] button")
    try await browser.waitFor(url: "/sign-in")
  }

  /// Opens a checkout's page, follows the link of an action, and confirms.
  func act(_ action: String, on id: String) async throws {
    try await open("/checkouts/\(id)")
    try await browser.click("a[href$='/\(action)']")
    try await confirm(action)
    try await browser.waitFor(text: "\(action) by demo")
  }

  func confirm(_ action: String) async throws {
    try await browser.click("form.confirm[action$='/\(action)'] button")
  }

  /// Tea for ¥3,000.
  static let tea = OrderContent(
    currency: .jpy, lines: [OrderLine(sku: "t-1", name: "煎茶", quantity: 1, unitPrice: .yen(3000))],
    tax: TaxRule(.tenPercent, rounding: .down, included: true))

  /// Tea at 8 % and a pot at 10 %, with a coupon, a gift card, and delivery: ¥4,500.
  static func mixed() throws -> OrderContent {
    let eight = try #require(Rate(percent: "8"))
    return OrderContent(
      currency: .jpy,
      lines: [
        OrderLine(sku: "t-1", name: "煎茶", quantity: 2, unitPrice: .yen(1200), tax: .rate(eight)),
        OrderLine(sku: "p-1", name: "急須", quantity: 1, unitPrice: .yen(3000)),
      ], tax: TaxRule(.tenPercent, rounding: .down, included: true), shipping: ShippingRule(standard: .yen(600)),
      discounts: [NamedAmount("春のクーポン", .yen(500))], paidOtherwise: [NamedAmount("ギフトカード", .yen(1000))])
  }

  /// The shop's backend and a scripted buyer.
  func backend(capture: CapturePolicy, _ order: OrderContent = Self.tea) throws -> ScriptedCheckout {
    try demo.backend(ScriptedPurchase(provider: "amazon-pay", language: .japanese, order: order, capture: capture))
  }

  /// A checkout that a scripted buyer has paid.
  func paid(
    _ reference: String, capture: CapturePolicy, _ order: OrderContent = Self.tea
  ) async throws -> CheckoutBody {
    let checkout = try await backend(capture: capture, order).run(reference: reference)
    try #require(checkout.phase == .paid)
    return checkout
  }

  func phase(_ id: String) async throws -> PhaseName { try await backend(capture: .automatic).read(id).phase }
}

/// A demo, and a browser whose operator, who may act, has signed in to its operations page.
/// - Parameters:
///   - arguments: Further arguments of `ferry demo`.
///   - width: Of the window, in CSS pixels.
func withOperator(
  _ driver: OperatorDesk.Driver, arguments: [String] = [], language: Language = .english, width: Int = 1100,
  _ body: (OperatorDesk) async throws -> Void
) async throws {
  var options = BrowserOptions(language: language.rawValue)
  options.driver = driver.browser
  options.width = width
  try await withDemo(arguments: arguments) { demo in
    try await withBrowser(options) { browser in
      let desk = OperatorDesk(demo: demo, browser: browser)
      try await desk.signIn()
      try await body(desk)
    }
  }
}
