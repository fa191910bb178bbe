import FerryCore
import FerryHTTP
import SwedbankPay
import Testing

@Suite("New payment orders")
struct NewPaymentOrderTests {
  private func body(
    _ order: NewPaymentOrder, _ version: APIVersion = .v3_1
  ) throws -> UntypedJSON? {
    try SwedbankPayCall.createPaymentOrder(order, version: version).json?["paymentorder"]
  }

  @Test("A purchase has its fields, without members that were not set")
  func purchase() throws {
    let order = try #require(try body(.sample()))
    #expect(
      order == [
        "operation": "Purchase", "currency": "SEK", "amount": 1500, "vatAmount": 300, "description": "Two cups",
        "language": "sv-SE",
        "urls": [
          "hostUrls": ["https://shop.example"], "completeUrl": "https://shop.example/paid",
          "cancelUrl": "https://shop.example/cart", "callbackUrl": "https://api.shop.example/callback",
        ],
        "payeeInfo": ["payeeReference": "AB832", "orderReference": "or-123456"],
      ])
  }

  @Test("Version 3.0 names the product and has order items")
  func version3() throws {
    let order = try NewPaymentOrder.sample { $0.orderItems = [.sample()] }
    #expect(try body(order, .v3)?["productName"] == "Checkout3")
    #expect(try body(order, .v3_1)?["productName"] == nil)
    #expect(try body(order, .v2)?["productName"] == nil)
    for version in [APIVersion.v2, .v3] {
      #expect(try refused(.purchase, version) { _ in } == "/paymentorder/orderItems")
      #expect(
        try refused(.purchase, version) {
          $0.orderItems = [.sample()]
          $0.orderItems[0].description = nil
        } == "/paymentorder/orderItems/0/description")
    }
  }

  @Test("Every optional field is sent by its name")
  func everything() throws {
    let order = try #require(
      try body(
        .sample {
          $0.implementation = .known(.enterprise)
          $0.instrument = .known(.creditCard)
          $0.restrictedToInstruments = [.known(.swish), .unknown("Pigeon")]
          $0.generatedTokens = [.payment, .unscheduled]
          $0.token = StoredToken(.payment, "token-1")
          $0.disableStoredPaymentDetails = true
          $0.enablePaymentDetailsConsentCheckbox = true
          $0.expandFirstInstrument = false
          $0.disablePaymentMenu = true
          $0.metadata = ["a": "b", "c": 3, "d": true]
          $0.payee.subsite = "S1"
          $0.payee.siteId = "1"
          $0.urls.paymentUrl = "https://shop.example/pay?id=1"
          $0.payer = Payer(payerReference: "p1", firstName: "Ana", email: "ana@shop.example", msisdn: "+46739000001")
          $0.payer?.nationalIdentifier = NationalIdentifier("199710202392", countryCode: "SE")
          $0.payer?.shippingAddress = PostalAddress(addressee: "Ana Ek", zipCode: "17674", countryCode: "SE")
          $0.payer?.accountInfo = AccountInfo()
          $0.payer?.accountInfo?.accountAgeIndicator = 4
          $0.riskIndicator = RiskIndicator()
          $0.riskIndicator?.deliveryEmailAddress = "ana@shop.example"
          $0.riskIndicator?.shipping = .pickUp
          $0.riskIndicator?.preOrderDate = "20280229"
          $0.riskIndicator?.pickUpAddress = .init(name: "Kiosk", streetAddress: "Gatan 1", countryCode: "SE")
        }))
    #expect(order["implementation"] == "Enterprise")
    #expect(order["instrument"] == "CreditCard")
    #expect(order["restrictedToInstruments"] == ["Swish", "Pigeon"])
    #expect(order["generatePaymentToken"] == true)
    #expect(order["generateUnscheduledToken"] == true)
    #expect(order["generateRecurrenceToken"] == nil)
    #expect(order["paymentToken"] == "token-1")
    #expect(order["metadata"] == ["a": "b", "c": 3, "d": true])
    #expect(order["payer"]?["payerReference"] == "p1")
    #expect(order["payer"]?["nationalIdentifier"]?["socialSecurityNumber"] == "199710202392")
    #expect(order["payer"]?["accountInfo"] == ["accountAgeIndicator": "04"])
    #expect(order["riskIndicator"]?["shipIndicator"] == "04")
    #expect(order["riskIndicator"]?["deliveryEmailAddress"] == "ana@shop.example")
    #expect(order["riskIndicator"]?["pickUpAddress"]?["name"] == "Kiosk")
  }

  @Test("A verification has no amount, and makes a token")
  func verify() throws {
    let order = try NewPaymentOrder.sample(.verify) {
      $0.amount = .sek(0)
      $0.vatAmount = .sek(0)
      $0.generatedTokens = [.transactionOnFile]
    }
    let sent = try body(order)
    #expect(sent?["operation"] == "Verify")
    #expect(sent?["amount"] == nil)
    #expect(sent?["vatAmount"] == nil)
    #expect(sent?["generateTransactionOnFileToken"] == true)
    #expect(try refused(.verify) { $0.generatedTokens = [.unscheduled] } == "/paymentorder/amount")
    #expect(
      try refused(.verify) {
        $0.amount = .sek(0)
        $0.vatAmount = .sek(0)
        $0.orderItems = [.sample(0, vat: 0)]
      } == "/paymentorder/orderItems")
    #expect(
      try refused(.verify) {
        $0.amount = .sek(0)
        $0.vatAmount = .sek(0)
      } == "/paymentorder/operation")
    #expect(
      try refused { $0.generatedTokens = [.transactionOnFile] } == "/paymentorder/generateTransactionOnFileToken")
  }

  @Test("A charge without a payer has its token, and a callback's address at most")
  func withoutPayer() throws {
    let recur = try NewPaymentOrder.sample(.recur) {
      $0.token = StoredToken(.recurrence, "r-1")
      $0.payer = Payer(payerReference: "p1")
      $0.urls = PaymentOrderURLs(callbackUrl: "https://api.shop.example/callback")
    }
    let sent = try body(recur)
    #expect(sent?["recurrenceToken"] == "r-1")
    #expect(sent?["urls"] == ["callbackUrl": "https://api.shop.example/callback"])
    #expect(
      try refused(.unscheduledPurchase) { $0.token = StoredToken(.unscheduled, "u-1") } == "/paymentorder/urls")
    for token in [nil, StoredToken(.unscheduled, "u"), StoredToken(.payment, "p")] {
      #expect(
        try refused(.recur) {
          $0.token = token
          $0.urls = PaymentOrderURLs()
        } == "/paymentorder/operation")
    }
    #expect(
      try refused(.unscheduledPurchase) {
        $0.token = StoredToken(.unscheduled, "")
        $0.urls = PaymentOrderURLs()
      } == "/paymentorder/unscheduledToken")
  }
}
