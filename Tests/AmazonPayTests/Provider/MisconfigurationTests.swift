import AmazonPay
import AmazonPayModule
import FerryCheckout
import FerryCore
import FerryHTTP
import FerryProvider
import HTTPTypes
import Testing

@Suite("What a person is told about a misconfigured account")
struct MisconfigurationTests {
  /// The reason and the fix of Amazon's refusal to update a session.
  private func told(_ code: String, _ message: String, _ status: Int = 400) throws -> (reason: String, fix: String) {
    let record = #"{"version":1,"session":"\#(Answers.sessionId)"}"#
    let exchange = try ProviderExchange(.authorize(.yen(4400)), record: record)
    let body = #"{"reasonCode":"\#(code)","message":"\#(message)"}"#
    guard case .failed(.misconfigured(let reason, let fix)) = exchange.reaction(status, Array(body.utf8)) else {
      Issue.record("\(code) is no misconfiguration.")
      return ("", "")
    }
    return (reason, fix)
  }

  @Test("They read Amazon's reason code and message, and what to compare")
  func message() throws {
    let message = "The value 'PLN' provided for 'paymentDetails.chargeAmount.currencyCode' is invalid."
    let told = try told("InvalidParameterValue", message)
    #expect(told.reason.contains("InvalidParameterValue") && told.reason.contains(message))
    #expect(told.fix.contains("currency"))
  }

  @Test("Of a return address with its secret only the site is shown")
  func address() throws {
    let url = "https://shop.example/ferry/return/co_1/s3cr3t/pay?nonce=abc"
    let told = try told("InvalidParameterValue", "The domain of '\(url)' is not registered.")
    #expect(told.reason.contains("'https://shop.example…"))
    #expect(!told.reason.contains("s3cr3t") && !told.reason.contains("nonce"))
  }

  @Test("A message about the buyer, and that of a refused signature, are not shown")
  func hidden() throws {
    #expect(try !told("InvalidParameterValue", "buyer.email 'taro' is invalid").reason.contains("taro"))
    #expect(try !told("InvalidRequestSignature", "Signed [AMZN-PAY-RSASSA-PSS 0f0f]", 403).reason.contains("0f0f"))
  }

  @Test("An account in Europe takes the currencies that Amazon takes, and no others")
  func currencies() throws {
    func pointer(_ code: String, _ region: AmazonPayRegion) throws -> String? {
      let currency = try #require(Currency(code))
      let content = OrderContent(
        currency: currency,
        lines: [OrderLine(sku: "a", name: "A", quantity: 1, unitPrice: Money(minorUnits: 10_000, currency))],
        tax: TaxRule(.tenPercent, rounding: .down, included: true), shipping: nil)
      let provider = try AmazonPayProvider(TestAccount.make(region: region))
      do throws(OrderProblem) {
        try provider.check(content)
        return nil
      } catch {
        return error.pointer
      }
    }
    for code in ["PLN", "CZK", "HUF", "CAD", "COP"] { #expect(try pointer(code, .europe) == "/order/currency") }
    for code in ["EUR", "GBP", "USD", "SEK", "NOK", "DKK", "CHF", "JPY", "AUD", "HKD", "NZD", "ZAR"] {
      #expect(try pointer(code, .europe) == nil, "\(code)")
    }
    #expect(try pointer("EUR", .japan) == "/order/currency")
    #expect(try pointer("JPY", .japan) == nil)
  }
}

extension MisconfigurationTests {
  @Test("What is left to pay is compared with Amazon's maximum, and a delivery that leaves nothing is not")
  func leftToPay() throws {
    let provider = try AmazonPayProvider(TestAccount.make(region: .japan))
    var content = OrderContent(
      currency: .jpy, lines: [OrderLine(sku: "a", name: "A", quantity: 1, unitPrice: .yen(10_000_001))],
      tax: TaxRule(.tenPercent, rounding: .down, included: true))
    #expect(throws: OrderProblem.self) { try provider.check(content) }
    content.discounts = [NamedAmount("Coupon", .yen(1))]
    try provider.check(content)
    (content.discounts, content.paidOtherwise) = (nil, [NamedAmount("Gift card", .yen(1))])
    try provider.check(content)
    content.lines[0].unitPrice = .yen(1)
    content.shipping = ShippingRule(standard: .yen(600), zones: [.init(regions: ["Hokkaido"], price: .yen(0))])
    try provider.check(content)
  }
}

@Suite("Messages of providers")
struct ProviderMessageTests {
  @Test(
    "Words that may be a secret or personal are hidden, and the rest stays",
    arguments: [
      ("La moneda USD no está permitida para este sitio", "La moneda USD no está permitida para este sitio"),
      ("a\u{0}b\u{1B}[31m\n\t c \u{202E}d", "a b [31m c d"),
      ("Call +46701234567 or 4111111111111111", "Call … or …"),
      ("Ask astrid@shop.example now", "Ask … now"),
      ("Token 'd8f3a7c2e91b4056' expired", "Token … expired"),
      ("See https://user:pass@shop.example/x", "See …"),
      ("https://pay.example:8443/checkout/aa01?token=1", "https://pay.example:8443…"),
      ("https://pay.example", "https://pay.example"),
      ("GMO: 契約がありません。", "GMO: 契約がありません。"),
    ])
  func hidden(_ message: String, _ text: String) {
    #expect(ProviderMessage(message)?.text == text)
  }

  @Test(
    "Nothing is left of a message about a buyer, of blanks, and of a secret alone",
    arguments: [
      nil, "", " \u{0}\n", "d8f3a7c2e91b4056", "The payer's name 'Astrid' is too long", "El nombre 'Ana' no es válido",
      "billingAddress.line1 is invalid: Storgatan",
    ] as [String?])
  func nothing(_ message: String?) {
    #expect(ProviderMessage(message) == nil)
  }

  @Test("A long message is cut off after 200 characters")
  func long() throws {
    let text = try #require(ProviderMessage(String(repeating: "wrong ", count: 1_000))?.text)
    #expect(text.count == 200 && text.hasSuffix("…"))
  }
}
