import FerryCheckout
import FerryCore
import FerryProvider
import FerryTesting
import Foundation
import GMOPaymentGateway
import GMOPaymentGatewayModule
import Testing

@Suite("GMO: selecting, authorizing, capturing")
struct PaymentCallTests {
  @Test("The buyer and their address come from GMO's search, and the selection holds no personal data")
  func selected() throws {
    var tea = try Sale()
    try tea.select()
    #expect(tea.checkout.phase == .reviewing)
    #expect(tea.bank.course == "address")
    #expect(tea.bank.requests[0].fields["AmazonCheckoutSessionID"] == Sale.session)
    let address = try #require(tea.details?.shippingAddress)
    #expect(address.name == "髙橋 﨑子" && address.region == "東京都" && address.lines == ["１～３", "①号棟"])
    #expect(tea.details?.buyer?.email == "a+b@example.com")
    #expect(tea.details?.paymentDescriptor == "JCB ****1111 (Amazon Pay)")
    #expect(tea.checkout.selection?.region == "東京都" && tea.checkout.selection?.country == "JP")
    let selection = "\(String(describing: tea.checkout.selection))"
    #expect(!selection.contains("髙橋") && !selection.contains("example.com"))
    #expect(tea.references == [ProviderReference("session", Sale.session)])
  }

  @Test("Empty fields of an address count as missing: the county is the prefecture")
  func county() throws {
    let gmo = ScriptedGMO()
    gmo.set {
      $0.buyer =
        "ShippingStateOrRegion=&ShippingCounty=%93%8C%8B%9E%93%73&ShippingCity=&ShippingDistrict=%8F%61%92%4A%8B%E6&AmazonBuyerID=A"
    }
    var tea = try Sale(gmo)
    try tea.select()
    #expect(tea.checkout.selection?.region == "東京都")
    #expect(tea.details?.shippingAddress?.region == "東京都" && tea.details?.shippingAddress?.city == "渋谷区")
  }

  @Test("A buyer who comes back before they have selected has to leave again")
  func nothingSelected() throws {
    for answer in ["AmazonBuyerID=&ShippingName=", "ErrCode=M01&ErrInfo=M01073004"] {
      let gmo = ScriptedGMO()
      gmo.set { $0.buyer = answer }
      var tea = try Sale(gmo)
      try tea.select()
      #expect(tea.checkout.mustRestart && tea.checkout.session == nil, "\(answer)")
    }
  }

  @Test("Entry, then Exec: one OrderID for all calls, the authorization first, and the page in an hour")
  func authorized() throws {
    let options = try JSONDecoder().decode(
      ProviderOptions.self, from: Data(#"{"description": "ご購入ありがとうございます。"}"#.utf8))
    let tea = try Sale.paying(options: options)
    #expect(tea.checkout.phase.name == .paying)
    #expect(tea.bank.course == "address address entry exec")
    let entry = tea.bank.requests[2].fields
    #expect(entry["JobCd"] == "AUTH" && entry["AmazonpayType"] == "4" && entry["Amount"] == "5500")
    #expect(entry["OrderID"]?.utf8.count == 26)
    let exec = tea.bank.requests[3].fields
    #expect(exec["OrderID"] == entry["OrderID"] && exec["AccessID"] == ScriptedGMO.accessID)
    #expect(exec["AccessPass"] == ScriptedGMO.accessPass && exec["ShopPass"] == "pass0001")
    #expect(exec["PaymentTermSec"] == "3600" && exec["AmazonCheckoutSessionID"] == Sale.session)
    #expect(exec["ClientField1"] == "F0123456789ABCD")
    #expect(
      exec["Description"]
        == "%82%B2%8D%77%93%FC%82%A0%82%E8%82%AA%82%C6%82%A4%82%B2%82%B4%82%A2%82%DC%82%B7%81%42")
    #expect(exec["RetURL"]?.contains("%2Fpay") == true)
  }

  @Test("The authorized amount is compared before anything is captured")
  func captured() throws {
    let tea = try Sale.paid()
    #expect(tea.bank.course == "address address entry exec search sales search")
    #expect(tea.bank.requests[5].fields["Amount"] == "5500")
    #expect(tea.payment?.captured == Sale.total)
    #expect(tea.payment?.reference == tea.bank.requests[2].fields["OrderID"])
  }

  @Test("Another amount is held, and nothing is captured", arguments: ["5501", "5499", "550000"])
  func otherAmount(_ amount: String) throws {
    var tea = try Sale.paying()
    tea.bank.set {
      $0.status = "AUTH"
      $0.amount = amount
    }
    try tea.apply(.returned(session: nil))
    #expect(tea.checkout.phase == .held(.amountMismatch))
    #expect(!tea.bank.course.contains("sales"))
  }

  @Test(
    "Zeros and a float's tail in GMO's amounts count as the nearest yen", arguments: ["5500.00", "5499.99999999999"])
  func tail(_ amount: String) throws {
    var tea = try Sale.paying()
    tea.bank.set {
      $0.status = "AUTH"
      $0.amount = amount
    }
    try tea.apply(.returned(session: nil))
    #expect(tea.checkout.phase == .paid && tea.bank.course.contains("sales"))
    #expect(
      tea.remarks.contains { $0.contains("5499.99999999999 JPY, which counts as 5500 JPY") } == (amount != "5500.00"))
  }

  @Test("An amount that cannot be read is held with its text; accepted, it is captured as it was asked for")
  func unreadableAmount() throws {
    var tea = try Sale.paying()
    tea.bank.set {
      $0.status = "AUTH"
      $0.amount = "5,500"
    }
    try tea.apply(.returned(session: nil))
    #expect(tea.checkout.phase == .held(.amountMismatch) && !tea.bank.course.contains("sales"))
    #expect(tea.checkout.amountMismatch?.unreadable == "5,500 JPY")
    #expect(tea.remarks.contains("GMO names an amount that cannot be read: 5,500 JPY."))
    try tea.apply(.resolve(.accept))
    #expect(tea.checkout.phase == .paid && tea.payment?.captured == Sale.total)
    #expect(tea.bank.requests.last { $0.operation == "AmazonpaySales" }?.fields["Amount"] == "5500")
  }

  @Test("An authorization for later is not captured before the shop asks, and lapses after the account's term")
  func manual() throws {
    var tea = try Sale.paid(capture: .manual)
    #expect(!tea.bank.course.contains("sales"))
    #expect(tea.payment?.lapsesAt == ScriptedGMO.start + .seconds(30 * 86_400))
    tea.bank.set { $0.elapsed = .seconds(31 * 86_400) }
    try tea.apply(.recheckRequested)
    #expect(tea.payment?.release == .lapsed)
  }

  @Test("GMO's refusal of an authorization that was there means that it has lapsed")
  func expiredHold() throws {
    var tea = try Sale.paid(capture: .manual)
    tea.bank.set { $0.status = "EXPIRED" }
    try tea.apply(.recheckRequested)
    #expect(tea.payment?.release == .lapsed && tea.payment?.capturable.isZero == true)
  }

  @Test(
    "The status decides about the buyer's payment",
    arguments: [
      ("REQSUCCESS", PhaseName.paying), ("AUTHPROCESS", .paying), ("PAYFAIL", .declined), ("EXPIRED", .expired),
      ("CANCEL", .cancelled),
    ])
  func statuses(_ status: String, _ phase: PhaseName) throws {
    var tea = try Sale.paying()
    tea.bank.set { $0.status = status }
    try tea.apply(.returned(session: nil))
    #expect(tea.checkout.phase.name == phase)
  }

  @Test(
    "While GMO decides and the buyer is back, the payment is pending until the decision",
    arguments: [("CAPTURE", PhaseName.paid), ("PAYFAIL", .declined)])
  func deciding(_ status: String, _ phase: PhaseName) throws {
    var tea = try Sale.paying()
    tea.bank.set { $0.status = "AUTHPROCESS" }
    tea.hasComeBack = true
    try tea.apply(.returned(session: nil))
    #expect(tea.checkout.phase.name == .settling)
    tea.bank.set { $0.status = status }
    try tea.apply(.recheckRequested)
    #expect(tea.checkout.phase.name == phase)
  }

  @Test("A status that is not known decides nothing: GMO is asked again, and the payment is found")
  func unknownStatus() throws {
    var tea = try Sale.paying()
    tea.bank.set {
      $0.status = "AUTH"
      $0.replies["SearchTradeMulti"] = { state in
        state.elapsed < .seconds(60) ? .answer(state.trade.replacing("Status=AUTH", with: "Status=TELEPORTED")) : nil
      }
    }
    try tea.apply(.returned(session: nil))
    #expect(tea.checkout.phase == .paid)
    #expect(tea.bank.course.hasSuffix("search search sales search"))
    tea.bank.set { $0.replies["SearchTradeMulti"] = { .answer($0.trade.replacing("SALES", with: "TELEPORTED")) } }
    try tea.apply(.recheckRequested)
    #expect(tea.checkout.phase == .paid && tea.payment?.captured == Sale.total)
    #expect(tea.remarks.contains { $0.contains("TELEPORTED") })
  }

  @Test("A page that nobody has opened is over after its term and the grace, whatever GMO's status says")
  func grace() throws {
    var tea = try Sale.paying()
    tea.bank.set {
      $0.replies["SearchTradeMulti"] = { .answer($0.trade) }
      $0.elapsed = .seconds(3_600 + 599)
    }
    try tea.apply(.recheckRequested)
    #expect(tea.checkout.phase.name == .paying)
    tea.bank.set { $0.elapsed = .seconds(3_600 + 600) }
    try tea.apply(.recheckRequested)
    #expect(tea.checkout.phase == .expired)
  }

  @Test("The buyer's cancel at Amazon cancels the checkout, and what they authorize on the page later is voided")
  func cancelled() throws {
    var tea = try Sale.paying()
    try tea.apply(.returnedToShop)
    #expect(tea.checkout.phase == .cancelled(.buyer))
    #expect(tea.checkout.wakeAt != nil)
    var authorized = tea
    tea.bank.set { $0.status = "EXPIRED" }
    try tea.apply(.recheckRequested)
    #expect(!String(decoding: tea.record ?? [], as: UTF8.self).contains(ScriptedGMO.accessPass))
    authorized.bank.set { $0.status = "AUTH" }
    try authorized.apply(.recheckRequested)
    #expect(authorized.checkout.phase == .cancelled(.buyer))
    #expect(authorized.payment?.voided == Sale.total)
    #expect(authorized.payment?.captured == .zero(.jpy))
  }

  @Test("A payment that GMO shows when the buyer's cancel comes counts")
  func paidBeforeCancel() throws {
    var tea = try Sale.paying()
    tea.bank.set { $0.status = "AUTH" }
    try tea.apply(.returnedToShop)
    #expect(tea.checkout.phase == .paid)
    #expect(tea.payment?.captured == Sale.total)
  }

  @Test("When a transaction is final, neither its AccessPass nor its token is stored any more")
  func secretsDeleted() throws {
    var tea = try Sale.paying()
    func stored(_ tea: Sale) -> String { String(decoding: tea.record ?? [], as: UTF8.self) }
    #expect(stored(tea).contains(ScriptedGMO.accessPass) && stored(tea).contains("Ab+cd/EF=="))
    tea.bank.set { $0.status = "PAYFAIL" }
    try tea.apply(.returned(session: nil))
    #expect(!stored(tea).contains(ScriptedGMO.accessPass) && !stored(tea).contains("Ab+cd"))
  }

  @Test("A whole refund ends the transaction, and its AccessPass with it")
  func returned() throws {
    var tea = try Sale.paid()
    try tea.apply(.refund("all", Sale.total))
    #expect(tea.state("all") == .succeeded)
    #expect(!String(decoding: tea.record ?? [], as: UTF8.self).contains(ScriptedGMO.accessPass))
  }
}
