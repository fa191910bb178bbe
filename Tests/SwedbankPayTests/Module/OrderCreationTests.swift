import FerryCheckout
import FerryCore
import FerryHTTP
import FerryProvider
import FerryTesting
import Foundation
import SwedbankPay
import SwedbankPayModule
import Testing

/// The creation of payment orders, and their pages.
@Suite("Swedbank Pay: making payment orders")
struct OrderCreationTests {
  @Test("A reference that was used before is replaced: nobody has the page of the order that has it")
  func usedReference() throws {
    let bank = ScriptedSwedbankPay()
    bank.set { $0.create = { $0.orders < 3 ? .answer(400, referenceRefusal) : .answer(201, $0.order) } }
    #expect(try Sale(bank).checkout.phase.name == .paying)
    let references = bank.sent("create").map(\.reference)
    #expect(references.count == 3 && Set(references).count == 3)
  }

  @Test("After three references the attempt ends, the order is free for another, and the timeline names the contract")
  func everyReferenceRefused() throws {
    let bank = ScriptedSwedbankPay()
    bank.set { $0.create = { _ in .answer(400, referenceRefusal) } }
    let cups = try Sale(bank)
    #expect(cups.checkout.phase == .declined(.notStarted))
    #expect(cups.remarks.contains { $0.contains("set references to digits") })
    #expect(bank.sent("create").count == 3)
  }

  @Test("A creation whose answer is lost is repeated with the same content, then under a new reference")
  func lost() throws {
    let bank = ScriptedSwedbankPay()
    bank.set { $0.create = { [.lost, .answer(400, referenceRefusal), .answer(201, $0.order)][$0.orders - 1] } }
    #expect(try Sale(bank).checkout.phase.name == .paying)
    let sent = bank.sent("create")
    #expect(sent.count == 3 && sent[0].body == sent[1].body)
    #expect(sent[1].reference != sent[2].reference)
  }

  @Test(
    "A payment order that Swedbank Pay refuses ends the attempt",
    arguments: [("inputerror", 400), ("configurationerror", 403), ("forbidden", 403)])
  func refused(_ problem: (type: String, status: Int)) throws {
    let bank = ScriptedSwedbankPay()
    bank.set { state in
      state.create = { _ in .answer(problem.status, Answers.problem("paymentorders/\(problem.type)", problem.status)) }
    }
    #expect(try Sale(bank).checkout.phase == .declined(.notStarted))
    #expect(bank.sent("create").count == 1)
  }

  @Test(
    "A page at another host gets no buyer",
    arguments: [
      "https://evil.example/checkout/aa01", "http://ecom.payex.com/checkout/aa01",
      "https://ecom.swedbankpay.com/checkout/aa01",
      "https://checkout.externalintegration.swedbankpay.com/checkout/aa01",
    ])
  func foreignPage(_ page: String) throws {
    let bank = ScriptedSwedbankPay()
    bank.set { $0.page = page }
    let cups = try Sale(bank)
    #expect(cups.checkout.phase == .declined(.notStarted))
    #expect(cups.remarks.contains { $0.contains("payerURLs") })
    #expect(cups.record.map { String(decoding: $0, as: UTF8.self).contains("aa01") } != true)
    #expect(bank.course == "create get", "The order is read once more.")
  }

  @Test("A page and a menu by the other name of Swedbank Pay's site get the buyer", arguments: [false, true])
  func otherName(_ isMenu: Bool) throws {
    let site = "https://ecom.externalintegration.swedbankpay.com"
    let bank = ScriptedSwedbankPay()
    bank.set { $0.page = "\(site)/checkout/aa01" }
    let options = try JSONDecoder().decode(ProviderOptions.self, from: Data(#"{"view":"menu"}"#.utf8))
    let cups = try Sale(options: isMenu ? options : nil, bank)
    #expect(cups.checkout.phase.name == .paying && bank.course == "create")
    switch try action(cups, 0) {
    case .redirect(let address): #expect(!isMenu && address == "\(site)/checkout/aa01")
    case .page(let page): #expect(isMenu && page.source == "\(site)/client/aa01")
    default: Issue.record("The buyer goes nowhere.")
    }
    let policy = cups.provider.pagePolicy
    #expect(policy.page.scripts.contains(site) && policy.page.frames.contains("https://*.swedbankpay.com"))
    #expect(policy.formActions.contains(site))
  }

  @Test("If only the first answer names a page at another host, the buyer pays on the page of the next")
  func foreignPageOnce() throws {
    let bank = ScriptedSwedbankPay()
    bank.set { state in
      let page = state.page
      state.page = "https://evil.example/checkout/aa01"
      state.read = { state in
        state.page = page
        return .answer(200, state.order)
      }
    }
    #expect(try Sale(bank).checkout.phase.name == .paying)
  }

  @Test("The operator gets Swedbank Pay's own message about an order that it refuses, and none of the payer's data")
  func refusalMessage() throws {
    func remark(_ name: String, _ text: String) throws -> String {
      let bank = ScriptedSwedbankPay()
      bank.set { state in
        state.create = { _ in
          .answer(
            400,
            Answers.problem(
              "paymentorders/inputerror", 400, #","problems":[{"name":"\#(name)","description":"\#(text)"}]"#))
        }
      }
      return try #require(try Sale(bank).remarks.last)
    }
    let currency = try remark("PaymentOrder.Currency", "PLN is not allowed for this merchant.")
    #expect(currency.contains("PaymentOrder.Currency: PLN is not allowed for this merchant."))
    #expect(try !remark("PaymentOrder.Payer.Email", "astrid@shop.example is not valid.").contains("astrid"))
  }

  @Test(
    "A script at another host is not loaded, although the page beside it is Swedbank Pay's",
    arguments: [
      "https://evil.example/", "https://ecom.externalintegration.payex.com.evil.example/",
      "http://ecom.externalintegration.payex.com/", "https://ecom.payex.com/",
    ])
  func foreignScript(_ site: String) throws {
    let bank = ScriptedSwedbankPay()
    bank.set {
      $0.create = {
        .answer(201, $0.order.replacing("https://ecom.externalintegration.payex.com/client/", with: site + "client/"))
      }
    }
    let menu = try JSONDecoder().decode(ProviderOptions.self, from: Data(#"{"view":"menu"}"#.utf8))
    let cups = try Sale(options: menu, bank)
    #expect(throws: ProviderFailure.self) { try action(cups, 0) }
    #expect(!String(decoding: try #require(cups.record), as: UTF8.self).contains(site))
    let usual = try Sale(options: menu)
    guard case .page(let page) = try action(usual, 0) else {
      Issue.record("The menu is not shown.")
      return
    }
    #expect(page.source == "https://ecom.externalintegration.payex.com/client/aa01")
  }

  @Test("Pages of ours load from Swedbank Pay's sites and the wallets' only, and with a sandbox from the sandbox only")
  func policy() throws {
    let usual = SwedbankPayProvider(try .sample()).pagePolicy
    let sandbox = SwedbankPayProvider(
      try .sample(apiURL: "http://127.0.0.1:3091", payerURLs: ["http://127.0.0.1:3092"])
    ).pagePolicy
    let pages = ["https://ecom.externalintegration.payex.com", "https://ecom.externalintegration.swedbankpay.com"]
    let (loaded, theirs) = (usual.page, sandbox.page)
    for sites in [loaded.scripts, loaded.frames, loaded.connections, loaded.images, loaded.styles] {
      #expect(sites.contains("https://*.payex.com") && sites.contains("https://*.swedbankpay.com"))
      #expect(sites.filter { $0.wholeMatch(of: /https:\/\/\*\.[a-z-]+\.com/) == nil } == pages)
    }
    #expect(usual.formActions == pages)
    for sites in [theirs.scripts, theirs.frames, theirs.connections, sandbox.formActions] {
      #expect(sites == ["http://127.0.0.1:3092"])
    }
  }

  /// The next action of a buyer who leaves the shop.
  private func action(_ cups: Sale, _ seconds: Int) throws -> NextAction {
    try cups.provider.nextAction(.pay, for: cups.input(.seconds(seconds)))
  }

  @Test("An answer that does not repeat the reference is compared with the payment order before it counts")
  func silentAnswer() throws {
    let bank = ScriptedSwedbankPay()
    bank.set { $0.create = { .answer(201, $0.order.replacing("payeeReference", with: "other")) } }
    #expect(try Sale(bank).checkout.phase.name == .paying)
    #expect(bank.course == "create get")
  }

  @Test("An answer with another request's payment order is not believed", arguments: [true, false])
  func foreignOrder(_ isCreation: Bool) throws {
    let bank = ScriptedSwedbankPay()
    if isCreation {
      bank.set { $0.create = { .answer(201, $0.order.replacing($0.payee, with: "ANOTHER")) } }
      #expect(throws: ProviderFailure.self) { try Sale(bank) }
    } else {
      var cups = try Sale(bank)
      bank.set { $0.read = { .answer(200, $0.order.replacing($0.payee, with: "ANOTHER")) } }
      #expect(throws: ProviderFailure.self) { try cups.pay() }
      #expect(cups.checkout.payment == nil)
    }
  }

  @Test("The address of the page is good for a minute, then asked for again, and there is none after the payment")
  func page() throws {
    var cups = try Sale()
    #expect(try action(cups, 59) == .redirect("https://ecom.externalintegration.payex.com/checkout/aa01"))
    #expect(try action(cups, 60) == .askFirst)
    guard case .paying(let paying) = cups.checkout.phase else { throw ProviderFailure.unreadable(reason: "") }
    #expect(paying.page == "https://ecom.externalintegration.payex.com")
    try cups.pay()
    #expect(try action(cups, 1) == .spent)
    #expect(!String(decoding: try #require(cups.record), as: UTF8.self).contains("aa01"))
  }
}
