import AmazonPayModule
import AmazonPaySandbox
import DemoShop
package import FerryCore
package import FerryModule
package import FerrySandbox
import FerryTestBank
import Foundation
import GMOPaymentGatewayModule
import GMOPaymentGatewaySandbox
import PlacetoPayModule
import PlacetoPaySandbox
import SwedbankPayModule
import SwedbankPaySandbox

/// The providers of tests and simulations. A new provider is one case here.
package enum ProviderBench: String, CaseIterable, Codable, Sendable {
  case amazonPay
  case gmoPG
  /// The same provider, where the merchant's key does not prove which checkout a session was made for.
  case gmoPGUnproven
  case placetoPay
  /// The same provider at a site as the settings assume it, whose sessions show no refunds as transactions of their own.
  case placetoPaySilent
  case swedbankPay
  case testBank

  /// The silent site is left to the tests of lost answers: the others need a provider that tells of every refund.
  package static let allCases: [ProviderBench] = [
    .amazonPay, .gmoPG, .gmoPGUnproven, .placetoPay, .swedbankPay, .testBank,
  ]

  package var module: any ProviderModule.Type {
    switch self {
    case .amazonPay: AmazonPayRegistration.self
    case .gmoPG, .gmoPGUnproven: GMOPaymentGatewayRegistration.self
    case .placetoPay, .placetoPaySilent: PlacetoPayRegistration.self
    case .swedbankPay: SwedbankPayRegistration.self
    case .testBank: BankRegistration.self
    }
  }

  package var sandbox: any (SandboxModule & ProviderSandbox).Type {
    switch self {
    case .amazonPay: AmazonPaySandbox.Sandbox.self
    case .gmoPG, .gmoPGUnproven: GMOPaymentGatewaySandbox.Sandbox.self
    case .placetoPay, .placetoPaySilent: PlacetoPaySandbox.Sandbox.self
    case .swedbankPay: SwedbankPaySandbox.Sandbox.self
    case .testBank: FerryTestBank.Sandbox.self
    }
  }

  package func makeSandbox(_ place: SandboxPlace) throws -> any SandboxModule & ProviderSandbox {
    guard self == .placetoPaySilent else { return try sandbox.init(place) }
    var rules = PlacetoPaySandbox.Rules()
    rules.settlementTime = .zero
    return try PlacetoPaySandbox.Sandbox(
      Site(
        login: PlacetoPaySandbox.DemoAccount.login, secret: PlacetoPaySandbox.DemoAccount.secret(place),
        name: place.shopName), rules, at: place, journal: nil)
  }

  /// The settings that differ from those of the sandbox.
  package var settings: [String: String] {
    switch self {
    case .gmoPGUnproven:
      ["FERRY_GMO_PG_TEST_READS_SESSIONS": "no", "FERRY_GMO_PG_TEST_MASKS_REVIEW": "yes"]
    case .placetoPay: ["FERRY_PLACETO_PAY_TEST_QUERIES_SHOW_OPERATIONS": "yes"]
    case .amazonPay, .gmoPG, .placetoPaySilent, .swedbankPay, .testBank: [:]
    }
  }

  /// The setting that says which key the provider knows.
  var keySetting: String {
    switch self {
    case .amazonPay: "FERRY_AMAZON_PAY_TEST_PUBLIC_KEY_ID"
    case .gmoPG, .gmoPGUnproven: "FERRY_GMO_PG_TEST_SHOP_PASS"
    case .placetoPay, .placetoPaySilent: "FERRY_PLACETO_PAY_TEST_SECRET_KEY"
    case .swedbankPay: "FERRY_SWEDBANK_PAY_TEST_ACCESS_TOKEN"
    case .testBank: "FERRY_TEST_BANK_TEST_SECRET"
    }
  }

  /// A member of the provider's notifications that their signature covers; nil if they have none.
  var signedMember: String? {
    switch self {
    case .amazonPay: "Message"
    case .placetoPay, .placetoPaySilent: "requestId"
    case .gmoPG, .gmoPGUnproven, .swedbankPay, .testBank: nil
    }
  }

  /// A key of that form that the provider does not know.
  var otherKey: String { self == .amazonPay ? "SANDBOX-OTHERKEYOTHERKEYOTHERKEY" : "otherkeyx0" }

  /// The order of each checkout. Only a buyer who selects before paying gives an address.
  package var order: OrderContent {
    switch self {
    case .amazonPay, .gmoPG, .gmoPGUnproven: Self.yen
    case .placetoPay, .placetoPaySilent: Self.tablet(.cop)
    case .swedbankPay: Self.tablet(.sek)
    case .testBank: Self.tablet(.eur)
    }
  }

  /// One tablet of the demo shop, with its delivery prices: ¥9,520 in Tokyo.
  private static let yen = ShopMarket(AmazonPaySandbox.Sandbox.market, accounts: []).sampleOrder

  private static func tablet(_ currency: Currency) -> OrderContent {
    OrderContent(
      currency: currency,
      lines: [OrderLine(sku: "tablet", name: "Tablet", quantity: 1, unitPrice: Money(minorUnits: 8_980, currency))],
      tax: TaxRule(.tenPercent, rounding: .down, included: true), shipping: nil)
  }

  package var language: Language { order.currency == .jpy ? .japanese : .english }

  /// The details of the buyer's selection, by the provider's names.
  package var selection: [String: String] {
    switch self {
    case .amazonPay, .gmoPG, .gmoPGUnproven: ["address": "tokyo", "card": "1111"]
    case .placetoPay, .placetoPaySilent, .swedbankPay, .testBank: [:]
    }
  }

  /// The buyer's details for a payment that the provider declines.
  package var decline: [String: String] {
    switch self {
    case .amazonPay, .gmoPG, .gmoPGUnproven: ["card": "3434"]
    case .placetoPay, .placetoPaySilent: ["card": "4110760000000016"]
    case .swedbankPay: ["card": "5510000000009631"]
    case .testBank: [:]
    }
  }

  /// The details of another means of payment, after a decline.
  package var secondTry: [String: String] {
    switch self {
    case .amazonPay, .gmoPG, .gmoPGUnproven: ["card": "4444"]
    case .placetoPay, .placetoPaySilent: ["card": "4110760000000081"]
    case .swedbankPay: ["card": "4581097032723517"]
    case .testBank: [:]
    }
  }

  /// True if the buyer stays on the payment page after a decline, and the payment is not decided.
  package var pageTakesAnotherCard: Bool {
    switch self {
    case .amazonPay: false
    case .gmoPG, .gmoPGUnproven, .placetoPay, .placetoPaySilent, .swedbankPay, .testBank: true
    }
  }

  /// True if a payment is captured in parts, by calls that are repeated until they are answered.
  package var capturesInParts: Bool {
    switch self {
    case .swedbankPay: true
    case .amazonPay, .gmoPG, .gmoPGUnproven, .placetoPay, .placetoPaySilent, .testBank: false
    }
  }

  /// False if only refunds of all that is left are certain to end by themselves, with the provider's default settings.
  package var findsRefundsInPart: Bool { self != .placetoPay && self != .placetoPaySilent }

  /// True if shops can have the provider's form in a page of Ferry's, by `ProviderOptions.menu`.
  package var hasMenu: Bool { self == .swedbankPay }

  /// A refund in the provider's console, as a request below `/control` that takes an `amount`.
  /// - Parameter id: Of the payment, as the sandbox's ledger has it.
  package func consoleRefund(payment id: String) -> (path: String, body: [String: String]) {
    switch self {
    case .amazonPay: ("amazon-pay/charges/\(id)/console", ["action": "refund"])
    case .gmoPG, .gmoPGUnproven: ("gmo-pg/transactions/\(id)/refund", [:])
    case .placetoPay, .placetoPaySilent: ("placetopay/transactions/\(id)/refund", [:])
    case .swedbankPay: ("swedbank-pay/orders/\(id)/reversal", [:])
    case .testBank: ("test-bank/payments/\(id)/refund", [:])
    }
  }

  /// A currency that the account does not take.
  package var foreignCurrency: Currency {
    switch self {
    case .amazonPay, .gmoPG, .gmoPGUnproven: .eur
    case .placetoPay, .placetoPaySilent: .sek
    case .swedbankPay: .jpy
    case .testBank: .jpy
    }
  }
}

extension ProviderOptions {
  /// Swedbank Pay's menu in a page of Ferry's.
  package static var menu: ProviderOptions {
    get throws { try JSONDecoder().decode(ProviderOptions.self, from: Data(#"{"view":"menu"}"#.utf8)) }
  }
}
