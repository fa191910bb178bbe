import AmazonPay
import CryptoExtras
import FerryCore
import FerryHTTP
import FerryTesting
import Foundation
import Testing

@Suite("Button scripts")
struct ButtonScriptTests {
  private func session(_ review: String = "https://shop.example/review") -> NewCheckoutSession {
    NewCheckoutSession(storeId: TestAccount.storeId, checkoutReviewReturnUrl: review)
  }

  /// The argument of the call, read as JSON.
  private func configuration(_ script: ButtonScript) throws -> [String: UntypedJSON] {
    let text = script.text
    let start = try #require(text.firstIndex(of: "{"))
    let end = try #require(text.lastIndex(of: "}"))
    return try #require(
      JSONDecoder().decode(UntypedJSON.self, from: Data(text[start...end].utf8)).object)
  }

  @Test("A button has the merchant, its appearance, and the signed payload")
  func button() throws {
    let button = CheckoutButton(
      .payAndShip(session()), placement: .cart, language: "ja_JP", color: .gold, estimatedOrderAmount: .yen(9878))
    let script = try ButtonScript(.renderButton(selector: "#AmazonPayButton"), button, for: TestAccount.make())
    #expect(script.source == "https://static-fe.payments-amazon.com/checkout.js")
    #expect(script.text.hasPrefix(##"amazon.Pay.renderButton("#AmazonPayButton", {"##))
    #expect(script.text.hasSuffix("});"))
    let configuration = try configuration(script)
    #expect(configuration["merchantId"] == "A1B2C3D4E5F6G7")
    #expect(configuration["ledgerCurrency"] == "JPY")
    #expect(configuration["sandbox"] == true)
    #expect(configuration["checkoutLanguage"] == "ja_JP")
    #expect(configuration["productType"] == "PayAndShip")
    #expect(configuration["placement"] == "Cart")
    #expect(configuration["buttonColor"] == "Gold")
    #expect(configuration["estimatedOrderAmount"] == ["amount": "9878", "currencyCode": "JPY"])
    let signed = try #require(configuration["createCheckoutSessionConfig"]?.object)
    #expect(signed["publicKeyId"] == .string(TestAccount.publicKeyId))
    #expect(signed["algorithm"] == "AMZN-PAY-RSASSA-PSS-V2")
    let payload = try #require(signed["payloadJSON"]?.string)
    #expect(payload == (try ButtonPayload(session(), in: .sandbox).json))
    let publicKey = try _RSA.Signing.PublicKey(pemRepresentation: SigningTestKey.publicKey)
    let base64 = try #require(signed["signature"]?.string)
    let signature = try #require(Data(base64Encoded: base64))
    #expect(
      publicKey.isValidSignature(
        .init(rawRepresentation: signature), of: RequestSigner.stringToSign(payloadJSON: payload, .v2), .v2))
  }

  @Test("initCheckout has neither selector nor colour")
  func initCheckout() throws {
    let account = try TestAccount.make(sandboxURL: "http://127.0.0.1:3081")
    var button = CheckoutButton(.payOnly(session()), placement: .checkout)
    let script = try ButtonScript(.initCheckout, button, for: account)
    #expect(script.text.hasPrefix("amazon.Pay.initCheckout({"))
    #expect(script.source == "http://127.0.0.1:3081/checkout.js")
    #expect(try configuration(script)["productType"] == "PayOnly")
    #expect(try configuration(script)["buttonColor"] == nil)
    button.color = .gold
    #expect(throws: InvalidField(field: "buttonColor", .onlyWith("renderButton"))) {
      try ButtonScript(.initCheckout, button, for: account)
    }
  }

  @Test("A sign-in button has a signInConfig")
  func signIn() throws {
    let signIn = ButtonPayload.SignIn(storeId: TestAccount.storeId, signInReturnUrl: "https://shop.example/in")
    let script = try ButtonScript(
      .renderButton(selector: "#a"), CheckoutButton(.signIn(signIn), placement: .home), for: TestAccount.make())
    let configuration = try configuration(script)
    #expect(configuration["productType"] == "SignIn")
    #expect(configuration["createCheckoutSessionConfig"] == nil)
    #expect(configuration["signInConfig"]?.object?["payloadJSON"] != nil)
  }

  @Test("No value ends the script element or a line, and each one decodes unchanged")
  func hostileValues() throws {
    var session = session()
    let note = "</script><!-- & \u{2028}\u{2029} \" \\ あ 🎁 <script>"
    session.merchantMetadata = MerchantMetadata(noteToBuyer: note)
    let selector = "#a\"]</script>"
    let script = try ButtonScript(
      .renderButton(selector: selector), CheckoutButton(.payAndShip(session), placement: .cart),
      for: TestAccount.make())
    for forbidden in ["<", ">", "&", "\u{2028}", "\u{2029}", "\n"] {
      #expect(!script.text.unicodeScalars.contains { String($0) == forbidden }, "\(forbidden.debugDescription)")
    }
    #expect(script.text.hasPrefix(##"amazon.Pay.renderButton("#a\"]\u003C/script\u003E", {"##))
    let text = script.text.dropFirst(##"amazon.Pay.renderButton("#a\"]\u003C/script\u003E", "##.count).dropLast(2)
    let value = try JSONDecoder().decode(UntypedJSON.self, from: Data(text.utf8))
    let payload = value.object?["createCheckoutSessionConfig"]?.object?["payloadJSON"]?.string
    #expect(payload == (try ButtonPayload(session, in: .sandbox).json))
  }

  @Test(
    "The language has to be one of the region's",
    arguments: [
      (AmazonPayRegion.japan, "ja_JP", true), (.japan, "en_US", false), (.japan, "ja", false),
      (.europe, "de_DE", true), (.europe, "es_ES", true), (.europe, "en_US", false), (.northAmerica, "en_US", true),
      (.northAmerica, "es_ES", false),
    ])
  func languages(region: AmazonPayRegion, language: String, fits: Bool) throws {
    let account = try TestAccount.make(region: region)
    let button = CheckoutButton(.payOnly(session()), placement: .other, language: language)
    if fits {
      _ = try ButtonScript(.initCheckout, button, for: account)
    } else {
      #expect(throws: InvalidField(field: "checkoutLanguage", .notOneOf(region.checkoutLanguages))) {
        try ButtonScript(.initCheckout, button, for: account)
      }
    }
  }

  @Test(
    "A buyer reads Amazon's pages in their language where they exist, else in the region's",
    arguments: [(Language.spanish, ["en_US", "es_ES", "ja_JP"]), (.swedish, ["en_US", "en_GB", "ja_JP"])])
  func pages(language: Language, expected: [String]) {
    #expect(AmazonPayRegion.allCases.map { $0.checkoutLanguage(for: language) } == expected)
  }

  @Test("A checkout without review needs an address for a delivery only")
  func addresses() throws {
    var session = NewCheckoutSession(
      storeId: TestAccount.storeId, processOrder: RequestedPayment(.authorizeWithCapture, .yen(9878)),
      checkoutResultReturnUrl: "https://shop.example/paid")
    let account = try TestAccount.make()
    #expect(throws: InvalidField(field: "addressDetails", .missing)) {
      try ButtonScript(.initCheckout, CheckoutButton(.payAndShip(session), placement: .checkout), for: account)
    }
    _ = try ButtonScript(.initCheckout, CheckoutButton(.payOnly(session), placement: .checkout), for: account)
    session.addressDetails = NewCheckoutSessionTests.address
    _ = try ButtonScript(.initCheckout, CheckoutButton(.payAndShip(session), placement: .checkout), for: account)
    #expect(throws: InvalidField(field: "addressDetails", .onlyWith("productType PayAndShip"))) {
      try ButtonScript(.initCheckout, CheckoutButton(.payOnly(session), placement: .checkout), for: account)
    }
  }

  @Test("The estimate has the ledger's currency, except in Europe")
  func estimates() throws {
    let dollars = Money(minorUnits: 100, .usd)
    let button = CheckoutButton(.payOnly(session()), placement: .cart, estimatedOrderAmount: dollars)
    #expect(throws: InvalidField(field: "estimatedOrderAmount", .otherCurrency("JPY"))) {
      try ButtonScript(.initCheckout, button, for: TestAccount.make())
    }
    _ = try ButtonScript(.initCheckout, button, for: TestAccount.make(region: .europe))
  }
}
