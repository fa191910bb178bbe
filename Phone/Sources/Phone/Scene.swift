import FerryCore
import Foundation
import PhoneApps
import PhoneDevice
import PhoneRules
import PhoneWebKit

/// A buyer with a phone at the shop's real pages. Most methods are steps of the report.
@MainActor struct Scene {
  let stage: Stage
  let ledger: SandboxLedger
  let before: SandboxLedger.Sums
  /// The secret key of the shop's backend; empty if the program was given none.
  let shopKey: String

  var device: Device { stage.device }
  var kind: DeviceSetup.AppKind { device.setup.kind }
  var isNative: Bool { kind == .native }

  /// A Fire HD8, delivered in Tokyo.
  static let total: Int64 = 9_520
  /// The same, delivered in Hokkaido.
  static let totalInHokkaido: Int64 = 10_060

  // MARK: - In the app

  func opensApp() async throws {
    try await stage.step("The buyer opens the app and fills the cart") { buyer in
      device.startApp()
      try await fills(buyer)
    }
  }

  /// Fills the cart. That of the native app is filled.
  func fills(_ buyer: Driver) async throws {
    guard !isNative else { return try await sees("pay") }
    // The shop has the tablets first, then the country's other article.
    for (line, product) in ([1] + device.setup.market.further.map { _ in 3 }).enumerated() {
      try await buyer.tap(".product:nth-child(\(product)) form button", in: .app)
      try await sees("#cart .line:nth-child(\(line + 1))")
    }
    for code in device.setup.market.codes {
      try await buyer.fill("#code", with: code, in: .app)
      try await buyer.tap("form[action='/cart/code'] .button.secondary", in: .app)
      try await sees("button[name=remove][value=\(code)]")
    }
  }

  /// Waits for an element of the app's page, or a control of its screen.
  func sees(_ selector: String) async throws {
    try await stage.buyer.until("\(selector) in the app") {
      if isNative { return device.app?.control(selector)?.isOnScreen ?? false }
      guard let view = device.app?.webView, !view.isLoading else { return false }
      return try await view.call("return document.querySelector(s) !== null;", ["s": selector]) == "true"
    }
  }

  func pressesPay() async throws {
    try await stage.step("presses Amazon Pay; the secure browser opens at the provider") { buyer in
      if isNative {
        try await buyer.tap("pay", in: .app)
      } else {
        try await buyer.tap(payButton, in: .app)
      }
      try await atSignIn()
    }
  }

  /// The selector of the cart's button of the provider.
  var payButton: String { "#start-checkout button[value='\(device.setup.market.offer)']" }

  func atSignIn() async throws { try await seesInBrowser("#ready-buyers") }

  func seesInBrowser(_ selector: String, in place: Driver.Place = .secure) async throws {
    try await stage.buyer.until("\(selector) in the \(place.rawValue) browser") {
      guard let view = stage.buyer.view(place) else { return false }
      return try await view.call("return document.querySelector(s) !== null;", ["s": selector]) == "true"
    }
  }

  static let buyForm = "form[action=\"/checkout/confirm\"] button"

  /// True if the review is in the secure browser. After the app has claimed the selection and the browser has closed, the
  /// shop's page in the app shows it.
  var reviewIsInBrowser: Bool { kind == .firstGeneration && device.secure.view != nil }

  /// Waits for the review, in the app or in the secure browser.
  func seesReview(_ total: String = "9,520") async throws {
    guard !reviewIsInBrowser else {
      return try await stage.step("sees the review in the secure browser: \(total)") { buyer in
        try await seesInBrowser(Self.purchaseLink)
        try await buyer.text(total, in: .secure)
      }
    }
    try await stage.step("sees the review in the app: \(total)") { buyer in
      try await sees(isNative ? "buy" : Self.buyForm)
      try await buyer.text(total, in: .app)
    }
  }

  /// Agrees, in the app or in the secure browser.
  func buys() async throws {
    try await stage.step("agrees to buy; the payment page opens") { buyer in
      if reviewIsInBrowser { return try await buyer.tap(Self.purchaseLink, in: .secure) }
      try await buyer.tap(isNative ? "buy" : Self.buyForm, in: .app)
    }
  }

  /// The review's link that carries the revision.
  static let purchaseLink = "p.actions.buy a"

  func seesResult(_ result: String) async throws {
    try await stage.step("The app says: \(result)") { buyer in
      if isNative { return try await buyer.text("result: \(result)", in: .app) }
      if result == "paid" {
        try await buyer.page("/thanks", in: .app)
      } else {
        let told = "\"result\":\"\(result)\""
        try await buyer.until("the page to be told \(result)") {
          device.journal.entries.contains { $0.kind == .bridge && $0.text.contains(told) }
        }
      }
    }
  }

  // MARK: - At the provider

  func signsIn(in place: Driver.Place = .secure) async throws {
    try await stage.step("signs in") { buyer in
      try await buyer.tap("#ready-buyers button:first-of-type", in: place)
      try await seesInBrowser("#selection", in: place)
    }
  }

  func chooses(card: String? = "1111", address: String? = "tokyo", in place: Driver.Place = .secure) async throws {
    let words = [address.map { "the address in \($0)" }, card.map { "the card \($0)" }].compactMap(\.self)
    try await stage.step("chooses \(words.joined(separator: " and "))") { buyer in
      try await seesInBrowser("#selection", in: place)
      if let address { try await buyer.tap("label:has(#address-\(address))", in: place) }
      if let card { try await buyer.tap("label:has(#card-\(card))", in: place) }
      try await buyer.tap("#selection > .button", in: place)
    }
  }

  static let backLink = "a[href*=\"/ferry/return/\"]"

  /// The selector of the link into the app, on the page after a selection.
  var wayIntoApp: String { kind == .firstGeneration ? Self.purchaseLink : Self.backLink }

  func isOnWayBack() async throws {
    try await stage.step("is on the way back") { _ in try await seesInBrowser(wayIntoApp) }
  }

  /// Comes back from a selection. If redirects open the app, the browser closes by itself. Otherwise the buyer taps the link.
  /// A buyer with the review in the secure browser stays there.
  func comesBack() async throws {
    guard kind != .firstGeneration else { return }
    if device.rules.redirect == .never {
      try await stage.step("is on the return page") { _ in try await seesInBrowser(Self.backLink) }
      try await stage.step("taps the link back to the app") { buyer in try await buyer.tap(Self.backLink, in: .secure) }
    }
    try await stage.step("is back in the app, and the secure browser closes") { buyer in try await buyer.closed() }
  }

  /// From the app's icon to the selection. The buyer has not come back yet.
  func opensAppAndChooses(card: String = "1111") async throws {
    try await opensApp()
    try await pressesPay()
    try await signsIn()
    try await chooses(card: card)
  }

  /// From the app's icon to the review.
  func opensAppAndSelects(card: String = "1111") async throws {
    try await opensAppAndChooses(card: card)
    try await comesBack()
    try await seesReview()
  }

  /// The provider captures the payment, and the app returns to the front.
  func approves() async throws {
    try await stage.step("The provider takes the payment") { _ in try await seesInBrowser("#amount") }
    try await stage.step("The secure browser closes") { buyer in
      try await buyer.until("the way back") {
        guard let view = device.secure.view else { return true }
        return try await view.call("return document.querySelector(s) !== null;", ["s": Self.backLink]) == "true"
      }
      // The app may close the browser before the buyer can tap.
      if device.secure.view != nil { try? await buyer.tap(Self.backLink, in: .secure) }
      try await buyer.closed()
    }
  }

  /// Checks the provider's ledger.
  func ledgerSays(captured: Int64, orders: Int? = nil) async throws {
    try await stage.step("The provider's ledger: \(captured == 0 ? "no money was taken" : "¥\(captured), once")") {
      buyer in
      var sums = SandboxLedger.Sums()
      try await buyer.until("the ledger to say \(captured)") {
        sums = try await ledger.read() - before
        return sums.captured == captured && sums.held == 0
      }
      try stage.expect(sums.refunded == 0, "refunded \(sums.refunded)")
      try stage.expect(sums.paidOrders == orders ?? (captured == 0 ? 0 : 1), "orders paid: \(sums.paidOrders)")
    }
  }

  func isPaid(_ total: Int64 = Scene.total) async throws {
    try await seesResult("paid")
    try await ledgerSays(captured: total)
  }

  /// From the provider's selection to the end.
  func choosesAndPays() async throws {
    try await chooses()
    try await comesBack()
    try await seesReview()
    try await paysFromReview()
  }

  /// From the review, in the app or in the browser, to the end.
  func paysFromReview(_ total: Int64 = Scene.total) async throws {
    try await buys()
    try await paysWhatWasAgreed(total)
  }

  /// From the agreement to the end.
  func paysWhatWasAgreed(_ total: Int64 = Scene.total) async throws {
    try await approves()
    try await isPaid(total)
  }
}

/// Reads the sandbox's ledger: the money that the provider has moved. Needs the sandbox's control API.
@MainActor struct SandboxLedger {
  let http: HTTPClient
  let sandbox: String

  /// Sums over all orders, in yen.
  struct Sums: Hashable, Sendable, CustomStringConvertible {
    var captured: Int64 = 0
    /// Authorized, and neither captured nor voided.
    var held: Int64 = 0
    var refunded: Int64 = 0
    /// The number of orders with a capture.
    var paidOrders = 0

    static func - (left: Sums, right: Sums) -> Sums {
      Sums(
        captured: left.captured - right.captured, held: left.held - right.held,
        refunded: left.refunded - right.refunded, paidOrders: left.paidOrders - right.paidOrders)
    }

    var description: String { "captured \(captured), held \(held), refunded \(refunded), orders paid \(paidOrders)" }
  }

  private struct Ledger: Decodable {
    struct Order: Decodable {
      struct Amount: Decodable { var minorUnits: Int64 }
      var captured: Amount
      var held: Amount
      var refunded: Amount
    }
    var orders: [Order]
  }

  struct Closed: Error, CustomStringConvertible {
    let status: Int
    var description: String { "the sandbox's control API answered \(status)" }
  }

  func read() async throws -> Sums {
    let answer = try await http.send("GET", sandbox + "/control/ledger")
    guard answer.status == 200 else { throw Closed(status: answer.status) }
    let ledger = try JSONDecoder().decode(Ledger.self, from: Data(answer.body))
    return ledger.orders.reduce(into: Sums()) { sums, order in
      sums.captured += order.captured.minorUnits
      sums.held += order.held.minorUnits
      sums.refunded += order.refunded.minorUnits
      if order.captured.minorUnits > 0 { sums.paidOrders += 1 }
    }
  }
}
