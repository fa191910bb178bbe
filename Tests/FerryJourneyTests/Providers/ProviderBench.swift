import AmazonPayModule
import AmazonPaySandbox
import FerryCheckout
import FerryCore
import FerryModule
import FerrySandbox
import FerryScriptedBuyer
import FerryTestBank
import PlacetoPayModule
import PlacetoPaySandbox
import Testing

/// The providers that the contract runs for. A new provider is one case here; no test names a provider.
enum ProviderBench: String, CaseIterable, Sendable, CustomTestStringConvertible {
  case amazonPay
  case placetoPay
  case testBank

  var testDescription: String { rawValue }

  var module: any ProviderModule.Type {
    switch self {
    case .amazonPay: AmazonPayRegistration.self
    case .placetoPay: PlacetoPayRegistration.self
    case .testBank: BankModule.self
    }
  }

  var sandbox: any (SandboxModule & ProviderSandbox).Type {
    switch self {
    case .amazonPay: AmazonPaySandbox.Sandbox.self
    case .placetoPay: PlacetoPaySandbox.CheckoutSandbox.self
    case .testBank: Bank.self
    }
  }

  /// The order of each checkout. Only a buyer who selects before paying gives an address.
  var order: OrderContent {
    switch self {
    case .amazonPay: ScriptedCheckout.order
    case .placetoPay: Self.tablet(.cop)
    case .testBank: Self.tablet(.eur)
    }
  }

  private static func tablet(_ currency: Currency) -> OrderContent {
    OrderContent(
      currency: currency,
      lines: [OrderLine(sku: "tablet", name: "Tablet", quantity: 1, unitPrice: Money(minorUnits: 8_980, currency))],
      tax: TaxRule(rate: .tenPercent, rounding: .down, included: true), shipping: nil)
  }

  var language: Language { self == .amazonPay ? .japanese : .english }

  /// The details of the buyer's selection, by the provider's names.
  var selection: [String: String] {
    switch self {
    case .amazonPay: ["address": "tokyo", "card": "1111"]
    case .placetoPay, .testBank: [:]
    }
  }

  /// The details by which a payment is declined.
  var decline: [String: String] {
    switch self {
    case .amazonPay: ["card": "3434"]
    case .placetoPay: ["card": "4110760000000016"]
    case .testBank: [:]
    }
  }

  /// The details of another means of payment, after a decline.
  var secondTry: [String: String] {
    switch self {
    case .amazonPay: ["card": "4444"]
    case .placetoPay: ["card": "4110760000000081"]
    case .testBank: [:]
    }
  }

  /// A fault by which the provider declines one refund that it is asked for.
  var declinedRefund: SandboxFault {
    switch self {
    case .amazonPay: SandboxFault(.simulate("AmazonRejected"), onOperation: "createRefund")
    case .placetoPay: SandboxFault(.simulate("request_not_valid"), onOperation: "reverse")
    case .testBank: SandboxFault(.simulate("too-much"), onOperation: "refund")
    }
  }

  /// A refund in the provider's console, as a request below `/control` that takes an `amount`.
  func consoleRefund(_ checkout: Checkout) -> (path: String, body: [String: String]) {
    switch self {
    case .amazonPay: ("amazon-pay/charges/\(checkout.payment?.reference ?? "")/console", ["action": "refund"])
    case .placetoPay: ("placetopay/sessions/\(checkout.session ?? "")/refund", [:])
    case .testBank: ("test-bank/payments/\(checkout.session ?? "")/refund", [:])
    }
  }

  /// A currency that the account does not take.
  var foreignCurrency: Currency {
    switch self {
    case .amazonPay: .eur
    case .placetoPay: .sek
    case .testBank: .jpy
    }
  }
}
