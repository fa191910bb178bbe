import FerryCheckout
import FerryCore
import FerryProvider
import FerryTesting
import Foundation
import GMOPaymentGateway
import GMOPaymentGatewayModule
import Testing

@Suite("GMO: where the buyer's browser goes")
struct NextActionTests {
  @Test("The selection is Amazon's script with a signed payload that names GMO as the processor")
  func selection() throws {
    let tea = try Sale()
    guard case .script(let script) = try tea.provider.nextAction(.select, for: tea.input()) else {
      Issue.record("There is no script.")
      return
    }
    #expect(script.source == "https://static-fe.payments-amazon.com/checkout.js")
    #expect(script.function == ["amazon", "Pay", "initCheckout"])
    let configuration = try #require(
      try JSONSerialization.jsonObject(with: Data(script.arguments[0].utf8)) as? [String: Any])
    let session = try #require(configuration["createCheckoutSessionConfig"] as? [String: Any])
    let payload = try #require(session["payloadJSON"] as? String)
    #expect(payload.contains(#""processorSpecifications":{"name":"gmopg"}"#))
    #expect(payload.contains(Sale.returnURLs.select) && payload.contains(Sale.returnURLs.cancel))
  }

  @Test("The payment page is opened by a form with AccessID and Token, kept byte for byte, and no password")
  func form() throws {
    let tea = try Sale.paying()
    guard case .form(let form) = try tea.provider.nextAction(.pay, for: tea.input()) else {
      Issue.record("There is no form.")
      return
    }
    #expect(form.action == "https://pt01.mul-pay.jp/payment/AmazonpayStart.idPass")
    #expect(form.fields.map(\.name) == ["AccessID", "Token"])
    #expect(form.fields.map(\.value) == [ScriptedGMO.accessID, "Ab+cd/EF=="])
    #expect(tea.provider.pagePolicy.formActions.contains("https://pt01.mul-pay.jp"))
  }

  @Test(
    "A payment page at another address than the account's is refused, and nobody is sent there",
    arguments: [
      "https://pt01.mul-pay.jp.evil.example/payment/AmazonpayStart.idPass",
      "https://pt01-mul-pay.jp/payment/AmazonpayStart.idPass", "https://evil@pt01x.mul-pay.jp/payment",
      "http://pt01.mul-pay.jp/payment/AmazonpayStart.idPass", "https://pt01.mul-pay.jp:8443/payment",
      "https://evil.mul-pay/jp/", "//pt01.mul-pay.jp/payment",
    ])
  func foreignPage(_ url: String) throws {
    let gmo = ScriptedGMO()
    gmo.set { $0.startURL = url }
    let tea = try Sale.paying(gmo)
    #expect(tea.checkout.phase == .declined(.notStarted))
    #expect(throws: Never.self) {
      guard case .spent = try tea.provider.nextAction(.pay, for: tea.input()) else {
        Issue.record("Somebody is sent to \(url).")
        return
      }
    }
  }

  @Test("The page opens once: a form that may have been used is asked about first, and is spent once GMO has seen it")
  func once() throws {
    var tea = try Sale.paying()
    var again = tea.input(.seconds(60))
    guard case .form = try tea.provider.nextAction(.pay, for: again) else {
      Issue.record("A page that no browser was sent to is spent.")
      return
    }
    again.formGivenAt = tea.input(.seconds(1)).now
    #expect(try tea.provider.nextAction(.pay, for: again) == .askFirst)
    tea.bank.set { $0.elapsed = .seconds(60) }
    try tea.apply(.recheckRequested)
    again.record = tea.record
    guard case .form = try tea.provider.nextAction(.pay, for: again) else {
      Issue.record("An unopened page is spent.")
      return
    }
    tea.bank.set { $0.status = "AUTHPROCESS" }
    try tea.apply(.recheckRequested)
    #expect(try tea.provider.nextAction(.pay, for: tea.input()) == .spent)
    // The buyer has cancelled on Amazon's page: GMO's status is the first one again, and the token is used.
    tea.bank.set { $0.status = "REQSUCCESS" }
    try tea.apply(.recheckRequested)
    #expect(try tea.provider.nextAction(.pay, for: tea.input()) == .spent)
  }

  @Test("After its time the page is spent")
  func late() throws {
    let tea = try Sale.paying()
    #expect(try tea.provider.nextAction(.pay, for: tea.input(.seconds(3_600))) == .spent)
  }

  @Test("Before there is a page, there is nothing to leave with, and the reason is told")
  func early() throws {
    let tea = try Sale()
    #expect(throws: ProviderFailure.self) { try tea.provider.nextAction(.pay, for: tea.input()) }
    #expect(throws: ProviderFailure.self) { try tea.provider.nextAction(.change(.address), for: tea.input()) }
  }
}
