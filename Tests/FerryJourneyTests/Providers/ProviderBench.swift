import AmazonPayModule
import AmazonPaySandbox
import DemoShop
import FerryCheckout
import FerryCore
import FerryModule
import FerrySandbox
import FerryTestBank
import Foundation
import GMOPaymentGatewayModule
import GMOPaymentGatewaySandbox
import PlacetoPayModule
import PlacetoPaySandbox
import SwedbankPayModule
import SwedbankPaySandbox
import Testing

/// The providers that the contract runs for. A new provider is one case here; no test names a provider.
enum ProviderBench: String, CaseIterable, Sendable, CustomTestStringConvertible {
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
  static let allCases: [ProviderBench] = [.amazonPay, .gmoPG, .gmoPGUnproven, .placetoPay, .swedbankPay, .testBank]

  var testDescription: String { rawValue }

  var module: any ProviderModule.Type {
    switch self {
    case .amazonPay: AmazonPayRegistration.self
    case .gmoPG, .gmoPGUnproven: GMOPaymentGatewayRegistration.self
    case .placetoPay, .placetoPaySilent: PlacetoPayRegistration.self
    case .swedbankPay: SwedbankPayRegistration.self
    case .testBank: BankRegistration.self
    }
  }

  var sandbox: any (SandboxModule & ProviderSandbox).Type {
    switch self {
    case .amazonPay: AmazonPaySandbox.Sandbox.self
    case .gmoPG, .gmoPGUnproven: GMOPaymentGatewaySandbox.Sandbox.self
    case .placetoPay, .placetoPaySilent: PlacetoPaySandbox.Sandbox.self
    case .swedbankPay: SwedbankPaySandbox.Sandbox.self
    case .testBank: FerryTestBank.Sandbox.self
    }
  }

  func makeSandbox(_ place: SandboxPlace) throws -> any SandboxModule & ProviderSandbox {
    guard self == .placetoPaySilent else { return try sandbox.init(place) }
    var rules = PlacetoPaySandbox.Rules()
    rules.settlementTime = .zero
    return try PlacetoPaySandbox.Sandbox(
      Site(
        login: PlacetoPaySandbox.DemoAccount.login, secret: PlacetoPaySandbox.DemoAccount.secret(place),
        name: place.shopName), rules, at: place, journal: nil)
  }

  /// The settings that differ from those of the sandbox.
  var settings: [String: String] {
    switch self {
    case .gmoPGUnproven:
      ["FERRY_GMO_PG_TEST_READS_SESSIONS": "no", "FERRY_GMO_PG_TEST_MASKS_REVIEW": "yes"]
    case .placetoPay: ["FERRY_PLACETO_PAY_TEST_QUERIES_SHOW_OPERATIONS": "yes"]
    case .amazonPay, .gmoPG, .placetoPaySilent, .swedbankPay, .testBank: [:]
    }
  }

  /// The order of each checkout. Only a buyer who selects before paying gives an address.
  var order: OrderContent {
    switch self {
    case .amazonPay, .gmoPG, .gmoPGUnproven: ScriptedCheckout.order
    case .placetoPay, .placetoPaySilent: Self.tablet(.cop)
    case .swedbankPay: Self.tablet(.sek)
    case .testBank: Self.tablet(.eur)
    }
  }

  private static func tablet(_ currency: Currency) -> OrderContent {
    OrderContent(
      currency: currency,
      lines: [OrderLine(sku: "tablet", name: "Tablet", quantity: 1, unitPrice: Money(minorUnits: 8_980, currency))],
      tax: TaxRule(.tenPercent, rounding: .down, included: true), shipping: nil)
  }

  var language: Language { order.currency == .jpy ? .japanese : .english }

  /// The details of the buyer's selection, by the provider's names.
  var selection: [String: String] {
    switch self {
    case .amazonPay, .gmoPG, .gmoPGUnproven: ["address": "tokyo", "card": "1111"]
    case .placetoPay, .placetoPaySilent, .swedbankPay, .testBank: [:]
    }
  }

  /// The details by which a payment is declined.
  var decline: [String: String] {
    switch self {
    case .amazonPay, .gmoPG, .gmoPGUnproven: ["card": "3434"]
    case .placetoPay, .placetoPaySilent: ["card": "4110760000000016"]
    case .swedbankPay: ["card": "5510000000009631"]
    case .testBank: [:]
    }
  }

  /// The details of another means of payment, after a decline.
  var secondTry: [String: String] {
    switch self {
    case .amazonPay, .gmoPG, .gmoPGUnproven: ["card": "4444"]
    case .placetoPay, .placetoPaySilent: ["card": "4110760000000081"]
    case .swedbankPay: ["card": "4581097032723517"]
    case .testBank: [:]
    }
  }

  /// True if the buyer stays on the payment page after a decline, and the payment is not decided.
  var pageTakesAnotherCard: Bool {
    switch self {
    case .amazonPay: false
    case .gmoPG, .gmoPGUnproven, .placetoPay, .placetoPaySilent, .swedbankPay, .testBank: true
    }
  }

  /// True if a payment is captured in parts, by calls that are repeated until they are answered.
  var capturesInParts: Bool {
    switch self {
    case .swedbankPay: true
    case .amazonPay, .gmoPG, .gmoPGUnproven, .placetoPay, .placetoPaySilent, .testBank: false
    }
  }

  /// False if only refunds of all that is left are certain to end by themselves, with the provider's default settings.
  var findsRefundsInPart: Bool { self != .placetoPay && self != .placetoPaySilent }

  /// True if only a person can find out what became of an operation whose call had a fault: the provider names no refund, has
  /// no key for repetitions, and can refund a part of a payment more than once.
  func leavesToPerson(_ work: ProviderOutcomeTests.Work, _ call: String, _ kind: SandboxFault.Kind) -> Bool {
    self == .placetoPaySilent && call == "reverse" && (work == .refundInPart || kind == .otherAmount)
  }

  /// True if shops can have the provider's form in a page of Ferry's, by `ProviderOptions.menu`.
  var hasMenu: Bool { self == .swedbankPay }

  /// A fault by which the provider declines one refund that it is asked for.
  var declinedRefund: SandboxFault {
    switch self {
    case .amazonPay: SandboxFault(.simulate("AmazonRejected"), onOperation: "createRefund")
    case .gmoPG, .gmoPGUnproven: SandboxFault(.simulate("RefundFailed"), onOperation: "AmazonpayCancel")
    case .placetoPay, .placetoPaySilent: SandboxFault(.simulate("request_not_valid"), onOperation: "reverse")
    case .swedbankPay: SandboxFault(.simulate("forbidden"), onOperation: "reversal")
    case .testBank: SandboxFault(.simulate("too-much"), onOperation: "refund")
    }
  }

  /// A refund in the provider's console, as a request below `/control` that takes an `amount`.
  func consoleRefund(_ checkout: Checkout) -> (path: String, body: [String: String]) {
    switch self {
    case .amazonPay: ("amazon-pay/charges/\(checkout.payment?.reference ?? "")/console", ["action": "refund"])
    case .gmoPG, .gmoPGUnproven:
      ("gmo-pg/transactions/\(checkout.payment?.reference ?? "")/refund", [:])
    case .placetoPay, .placetoPaySilent: ("placetopay/sessions/\(checkout.session ?? "")/refund", [:])
    case .swedbankPay: ("swedbank-pay/orders/\(checkout.session?.split(separator: "/").last ?? "")/reversal", [:])
    case .testBank: ("test-bank/payments/\(checkout.session ?? "")/refund", [:])
    }
  }

  /// A currency that the account does not take.
  var foreignCurrency: Currency {
    switch self {
    case .amazonPay, .gmoPG, .gmoPGUnproven: .eur
    case .placetoPay, .placetoPaySilent: .sek
    case .swedbankPay: .jpy
    case .testBank: .jpy
    }
  }

  // MARK: The form of requests and answers

  enum Proof {
    /// Over the request's content and the time of sending.
    case signature
    case password
  }

  /// Returns true if an operation's requests prove their sender in this way.
  func proves(by proof: Proof, _ operation: String) -> Bool {
    switch self {
    // Sessions are read at Amazon, which wants a signature.
    case .gmoPG, .gmoPGUnproven: (operation == "getCheckoutSession" ? .signature : .password) == proof
    case .amazonPay, .placetoPay, .placetoPaySilent, .testBank: proof == .signature
    case .swedbankPay: proof == .password
    }
  }

  /// A value as answers write it.
  func written(_ value: String) -> String {
    switch self {
    case .gmoPG, .gmoPGUnproven: "Amount=\(value)&"
    // Amounts are whole numbers of minor units.
    case .swedbankPay: value.contains(".") ? ":\(value.filter(\.isNumber))" : "\"\(value)\""
    case .amazonPay, .placetoPay, .placetoPaySilent, .testBank: "\"\(value)\""
    }
  }

  /// False if answers name no currency, because there is one only.
  var namesCurrency: Bool {
    switch self {
    case .gmoPG, .gmoPGUnproven: false
    case .amazonPay, .placetoPay, .placetoPaySilent, .swedbankPay, .testBank: true
    }
  }

  /// False if a truncated answer can look whole, so that the connection alone tells.
  var answersHaveEnd: Bool {
    switch self {
    case .gmoPG, .gmoPGUnproven: false
    case .amazonPay, .placetoPay, .placetoPaySilent, .swedbankPay, .testBank: true
    }
  }

  /// Operations whose answers do not say what they are about, so that the connection alone tells.
  var anonymousAnswers: Set<String> {
    switch self {
    case .gmoPG, .gmoPGUnproven: ["SearchAddressAmazonpay"]
    case .amazonPay, .placetoPay, .placetoPaySilent, .swedbankPay, .testBank: []
    }
  }
}

extension ProviderOptions {
  /// Swedbank Pay's menu in a page of Ferry's.
  static var menu: ProviderOptions {
    get throws { try JSONDecoder().decode(ProviderOptions.self, from: Data(#"{"view":"menu"}"#.utf8)) }
  }
}
