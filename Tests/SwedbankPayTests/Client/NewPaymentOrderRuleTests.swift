import FerryCore
import FerryHTTP
import SwedbankPay
import Testing

@Suite("Rules of new payment orders")
struct NewPaymentOrderRuleTests {
  @Test("Payment and recurrence tokens need the payer's reference")
  func payerReference() throws {
    let pointer = "/paymentorder/payer/payerReference"
    #expect(try refused { $0.generatedTokens = [.recurrence] } == pointer)
    #expect(try refused { $0.generatedTokens = [.payment] } == pointer)
    #expect(try refused { $0.token = StoredToken(.payment, "t") } == pointer)
    #expect(try refused { $0.generatedTokens = [.unscheduled] } == nil)
    #expect(
      try refused {
        $0.generatedTokens = [.recurrence]
        $0.payer = Payer(payerReference: "p1")
      } == nil)
  }

  @Test("Every length and alphabet is checked before sending")
  func limits() throws {
    let long = String(repeating: "a", count: 51)
    let cases: [(String, (inout NewPaymentOrder) -> Void)] = [
      ("/amount", { $0.amount = .sek(0) }), ("/amount", { $0.amount = .sek(-1) }),
      ("/vatAmount", { $0.vatAmount = .sek(1501) }), ("/vatAmount", { $0.vatAmount = .sek(-1) }),
      ("/vatAmount", { $0.vatAmount = Money(minorUnits: 300, .eur) }),
      ("/description", { $0.description = String(repeating: "a", count: 41) }),
      ("/description", { $0.description = "" }),
      ("/enablePaymentDetailsConsentCheckbox", { $0.enablePaymentDetailsConsentCheckbox = true }),
      ("/metadata/m", { $0.metadata = ["m": ["n": 1]] }), ("/metadata/m", { $0.metadata = ["m": .null] }),
      ("/payeeInfo/productCategory", { $0.payee.productCategory = long }),
      ("/payeeInfo/orderReference", { $0.payee.orderReference = long }),
      ("/payeeInfo/subsite", { $0.payee.subsite = "a-b" }),
      ("/payeeInfo/subsite", { $0.payee.subsite = String(repeating: "a", count: 41) }),
      ("/payeeInfo/siteId", { $0.payee.siteId = String(repeating: "1", count: 16) }),
      ("/urls/hostUrls", { $0.urls.hostUrls = [] }), ("/urls/hostUrls/0", { $0.urls.hostUrls = ["shop.example"] }),
      ("/urls/completeUrl", { $0.urls.completeUrl = nil }),
      ("/urls/completeUrl", { $0.urls.completeUrl = "http://shop.example/" }),
      ("/urls/cancelUrl", { $0.urls.cancelUrl = nil }), ("/urls", { $0.urls.cancelUrl = $0.urls.completeUrl }),
      ("/urls", { $0.urls.paymentUrl = $0.urls.completeUrl }),
      ("/urls/paymentUrl", { $0.urls.paymentUrl = "/pay" }),
      ("/urls/callbackUrl", { $0.urls.callbackUrl = "http://api.shop.example/" }),
      ("/urls/termsOfServiceUrl", { $0.urls.termsOfServiceUrl = "javascript:alert(1)" }),
      ("/urls/logoUrl", { $0.urls.logoUrl = "x" }), ("/payer/msisdn", { $0.payer = Payer(msisdn: "0739000001") }),
      ("/payer/msisdn", { $0.payer = Payer(msisdn: "+1234567") }),
      ("/payer/msisdn", { $0.payer = Payer(msisdn: "+1234567890123456") }),
      ("/payer/payerReference", { $0.payer = Payer(payerReference: "") }),
      (
        "/payer/consumerProfileRef",
        {
          $0.payer = Payer()
          $0.payer?.consumerProfileRef = "c"
        }
      ),
      (
        "/payer/shippingAddress/countryCode",
        {
          $0.payer = Payer()
          $0.payer?.shippingAddress = PostalAddress(countryCode: "Sweden")
        }
      ),
      (
        "/payer/accountInfo/shippingNameIndicator",
        {
          $0.payer = Payer()
          $0.payer?.accountInfo = AccountInfo()
          $0.payer?.accountInfo?.shippingNameIndicator = 3
        }
      ),
      (
        "/riskIndicator/preOrderDate",
        {
          $0.riskIndicator = RiskIndicator()
          $0.riskIndicator?.preOrderDate = "20270229"
        }
      ),
      (
        "/riskIndicator/pickUpAddress",
        {
          $0.riskIndicator = RiskIndicator()
          $0.riskIndicator?.pickUpAddress = .init(name: "Kiosk")
        }
      ),
      (
        "/riskIndicator/pickUpAddress/streetAddress",
        {
          $0.riskIndicator = RiskIndicator()
          $0.riskIndicator?.shipping = .pickUp
          $0.riskIndicator?.pickUpAddress = .init(streetAddress: long)
        }
      ),
    ]
    for (pointer, change) in cases { #expect(try refused(.purchase, .v3_1, change) == "/paymentorder\(pointer)") }
  }

  @Test("An app's own scheme is a page to return to, and only the Seamless View does without a cancel page")
  func pages() throws {
    #expect(try refused { $0.urls.paymentUrl = "shopapp://pay?id=1" } == nil)
    let change = { (order: inout NewPaymentOrder) in
      order.orderItems = [.sample()]
      order.urls.cancelUrl = nil
    }
    #expect(try refused(.purchase, .v3, change) == "/paymentorder/urls/cancelUrl")
    #expect(
      try refused(.purchase, .v3) {
        change(&$0)
        $0.urls.paymentUrl = "https://shop.example/pay?id=1"
      } == nil)
  }
}
