import DemoShop
import FerryCheckout
import FerryCore
import FerryModule
import FerryProvider
import FerrySandbox
import FerryWeb
import Foundation
import Testing

@testable import FerryTool

@Suite("The countries that the demo sells in")
struct DemoMarketsTests {
  @Test("Every country's account is set up, and takes the country's orders in each of its currencies")
  func accounts() throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "ferry-\(SystemRandomness().token())").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let sites = try DemoSites()
    let accounts = try Demo.Options(folder: path, sites: sites).accounts(DemoFolder(path), time: SystemTime())
    let sold = sites.markets.flatMap { market in market.accounts.map { (market, $0) } }
    #expect(Set(sold.map(\.1)) == Set(accounts.map { "\($0.id.provider)/\($0.id.account)" }))
    for (market, name) in sold {
      let account = try #require(accounts.first { "\($0.id.provider)/\($0.id.account)" == name })
      for prices in market.market.prices {
        var order = market.sampleOrder
        order.currency = prices.currency
        order.lines = [OrderLine(sku: "a", name: "A", quantity: 1, unitPrice: prices.small)]
        if let special = prices.special {
          order.lines.append(OrderLine(sku: "b", name: "B", quantity: 1, unitPrice: special.price, tax: special.tax))
        }
        order.shipping = prices.shipping
        try account.provider.check(order)
      }
    }
  }

  @Test("Amazon Pay sells in all its regions, in the region's currency and language")
  func regions() throws {
    let markets = try DemoSites().markets.filter { $0.accounts.contains { $0.hasPrefix("amazon-pay/") } }
    #expect(markets.map(\.market.country) == ["JP", "US", "GB", "DE"])
    #expect(markets.map { $0.market.prices.map(\.currency) } == [[.jpy], [.usd], [.gbp], [.eur]])
    #expect(markets.map { $0.market.languages[0] } == [.japanese, .english, .english, .english])
  }

  @Test("Tea has 8 % in Japan, a book 6 % in Sweden and no tax in Colombia, and delivery is free somewhere")
  func special() throws {
    let markets = try DemoSites().markets.map(\.market)
    func market(_ country: String) throws -> Market { try #require(markets.first { $0.country == country }) }
    for (country, kind, tax) in [
      ("JP", Market.Article.Kind.tea, PartTax.rate(try #require(Rate(percent: "8")))),
      ("SE", .book, .rate(try #require(Rate(percent: "6")))), ("CO", .book, .untaxed),
    ] {
      let special = try #require(try market(country).prices[0].special)
      #expect(special.kind == kind && special.tax == tax, "\(country)")
    }
    let (japan, colombia) = (try market("JP").prices[0].shipping, try market("CO").prices.map(\.shipping))
    #expect(japan.price(to: AddressBody(region: "大阪府")).price.isZero)
    #expect(colombia.allSatisfy { $0.price(to: AddressBody(region: "Antioquia")).price.isZero })
  }

  @Test("Every provider has a button to pay that is charged later")
  func chargedLater() {
    for module in Providers.sandboxes {
      #expect(module.paymentOptions.contains { $0.capture == .manual }, "\(module.id)")
    }
  }
}
