import FerryCore
import PhoneDevice
import PhoneWebKit

/// Journeys with a tablet and the country's other article, whose tax is another one, a coupon and a gift card. Then the shop
/// refunds the other article alone.
extension Journey {
  private static func mixed(
    _ title: String, _ market: ShopMarket, _ article: ShopMarket.Article, browser: DeviceSetup.Browser = .secure,
    _ play: @escaping @MainActor @Sendable (Scene) async throws -> Void
  ) -> Journey {
    var market = market
    market.further = [article]
    market.codes = ["FERRY10", "GIFT"]
    return Journey(
      name: "mixed-" + market.providerID, title: title, kinds: [.webView, .native], browser: browser, market: market,
      play: play)
  }

  private static func inJapan(_ market: ShopMarket) -> Journey {
    mixed(
      "Tea at 8 % beside a tablet at 10 %, with a coupon and a gift card; the tea is refunded", market,
      ShopMarket.Article(sku: "sencha", name: "Sencha 100 g", price: .yen(1_080))
    ) { scene in
      try await scene.opensApp()
      try await scene.pressesPay()
      try await scene.signsIn()
      try await scene.chooses()
      try await scene.comesBack()
      try await scene.seesReview("5,104")
      try await scene.seesTaxes(["10\u{A0}% × ¥7,839", "8\u{A0}% × ¥900"])
      try await scene.paysFromReview(5_104)
      try await scene.refunds("sencha", 517)
    }
  }

  static let mixedCart = [
    inJapan(.japan), inJapan(.japanThroughGMO),
    mixed(
      "A book without tax beside a tablet at 19 %, with a coupon and a gift card; the book is refunded", .colombia,
      ShopMarket.Article(sku: "paper-boats", name: "Paper Boats", price: Money(minorUnits: 4_500_000, .cop))
    ) { scene in
      try await scene.opensPaymentPage()
      try await scene.paysByCard()
      try await scene.returnsToShop()
      try await scene.isPaid(20_636_000)
      try await scene.refunds("paper-boats", 2_082_574)
    },
    mixed(
      "A book at 6 % beside a tablet at 25 %, with a coupon and a gift card; the book is refunded", .sweden,
      ShopMarket.Article(sku: "paper-boats", name: "Paper Boats", price: Money(minorUnits: 19_900, .sek)),
      browser: .embedded
    ) { scene in
      try await scene.opensMenu()
      try await scene.paysInMenu("4925000000000004")
      try await scene.leavesProvider()
      try await scene.isPaid(63_770)
      try await scene.refunds("paper-boats", 10_043)
    },
  ]
}

extension Scene {
  fileprivate func seesTaxes(_ taxes: [String]) async throws {
    try await stage.step("sees the tax of each rate") { buyer in
      for tax in taxes { try await buyer.text(tax, in: .app) }
    }
  }

  /// The shop's backend refunds a line's only piece.
  /// - Parameter amount: With its share of discount, tax and gift card, in minor units.
  fileprivate func refunds(_ line: String, _ amount: Int64) async throws {
    try await stage.step("The shop refunds \(line) alone") { _ in
      let path = device.requests.map(\.path).last { $0.hasPrefix("/v1/app/checkouts/") } ?? ""
      let id = path.split(separator: "/").dropFirst(3).first ?? ""
      let answer = try await ledger.http.send(
        "POST", "\(device.setup.server)/v1/checkouts/\(id)/refund",
        headers: [
          ("content-type", "application/json"), ("authorization", "Bearer \(shopKey)"),
          ("idempotency-key", "refund-\(id)"),
        ], body: Array(#"{"lines":[{"id":"\#(line)","quantity":1}]}"#.utf8))
      try stage.expect([200, 202].contains(answer.status), "the refund is answered with \(answer.status)")
    }
    // A sandbox may decide later.
    try await passes(minutes: 2)
    try await stage.step("The provider's ledger: \(amount) was refunded") { buyer in
      try await buyer.until("the refund") { try await (ledger.read() - before).refunded == amount }
    }
  }
}
