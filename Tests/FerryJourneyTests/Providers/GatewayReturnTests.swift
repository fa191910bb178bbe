import DemoShop
import FerryCheckout
import FerryCore
import FerryEngine
import FerrySandbox
import FerrySimulation
import FerryTesting
import Testing

@Suite("The form that GMO's page posts to the shop, over HTTP", .timeLimit(.minutes(10)))
struct GatewayReturnTests {
  private static let bench = ProviderBench.gmoPGUnproven
  private static let wrongCheckString =
    "The buyer's browser brought a result whose CheckString is wrong: it is not as GMO wrote it."
  private static let otherOrder = "The buyer's browser brought the result of another order."
  private static let noForm = "The buyer's browser brought a form that is not one of GMO's."

  private static func expectPaid(_ served: ServedProvider, _ id: String, _ comment: Comment? = nil) async throws {
    let file = try await served.reach(id) { $0.isFinal }
    let total = try #require(file.checkout.agreed).total.minorUnits
    #expect(file.checkout.phase == .paid, comment)
    #expect(served.world.moved(file) == [total, 0], comment)
    #expect(try await served.world.balances() == [.receivable: total, .sales: -total], comment)
    #expect(served.calls("AmazonpaySales") == 1, comment)
  }

  @Test("A genuine form comes without the cookie, and the redirect with it finishes the payment, once")
  func genuine() async throws {
    try await ServedProvider.run(Self.bench) { served in
      let buyer = served.buyer()
      let session = try await buyer.approve(reference: "A-1")
      let form = try #require(try await served.gatewayReturn(session.checkout))
      try await served.post(form)
      #expect(try await served.file(session.checkout).checkout.phase.name == .paying, "The form decided something.")
      try await buyer.comeBackFromPayment(session)
      try await Self.expectPaid(served, session.checkout)
      #expect(try await served.remarks(session.checkout).isEmpty)
    }
  }

  @Test("A form that is repeated before and after the end moves nothing more")
  func repeated() async throws {
    try await ServedProvider.run(Self.bench) { served in
      let buyer = served.buyer()
      let session = try await buyer.approve(reference: "A-1")
      let form = try #require(try await served.gatewayReturn(session.checkout))
      for _ in 1...10 { try await served.post(form) }
      try await buyer.comeBackFromPayment(session)
      try await Self.expectPaid(served, session.checkout)
      let end = try await served.file(session.checkout).checkout.phase
      for _ in 1...10 {
        try await served.post(form)
        try await buyer.comeBackFromPayment(session)
      }
      try await served.world.time.sleep(for: .seconds(3_600))
      #expect(try await served.file(session.checkout).checkout.phase == end)
      try await Self.expectPaid(served, session.checkout)
    }
  }

  /// Another form than GMO's for a payment that the buyer has made.
  enum Change: CaseIterable, Sendable {
    case failed, otherOrder, wrongCheckString, otherBuyers, doubledField, long, noForm, empty

    /// The note in the timeline; nil if the CheckString does not cover the change.
    var remark: String? {
      switch self {
      case .failed: nil
      case .otherOrder, .otherBuyers: GatewayReturnTests.otherOrder
      case .wrongCheckString: GatewayReturnTests.wrongCheckString
      case .doubledField, .long, .noForm, .empty: GatewayReturnTests.noForm
      }
    }
  }

  @Test(
    "A changed form is noted without its contents, and the payment counts as GMO's search shows it",
    arguments: Change.allCases)
  func changed(_ change: Change) async throws {
    try await ServedProvider.run(Self.bench) { served in
      let other = try await served.buyer().openPayment(reference: "B-1")
      let buyer = served.buyer()
      let session = try await buyer.approve(reference: "A-1")
      switch change {
      case .failed: try await served.planReturn("otherStatus")
      case .wrongCheckString: try await served.planReturn("wrongCheckString")
      case .otherOrder, .otherBuyers, .doubledField, .long, .noForm, .empty: break
      }
      var form = try #require(try await served.gatewayReturn(session.checkout))
      var text: String?
      switch change {
      case .failed: #expect(form["Status"] == "PAYFAIL")
      case .wrongCheckString: break
      case .otherOrder: form["OrderID"] = "canary-order"
      case .otherBuyers: form["OrderID"] = other.id
      case .doubledField: text = form.text + "&OrderID=canary-order"
      case .long: text = form.text + "&Canary=" + String(repeating: "x", count: 9_000)
      case .noForm: text = #"{"canary":"%zz"}"#
      case .empty: text = ""
      }
      try await served.post(form, text)
      #expect(try await served.file(session.checkout).checkout.phase.name == .paying)
      try await buyer.comeBackFromPayment(session)
      try await Self.expectPaid(served, session.checkout, "\(change)")
      #expect(try await served.remarks(session.checkout) == [change.remark].compactMap(\.self))
      let timeline = "\(try await served.world.log(CheckoutID(session.checkout)))".lowercased()
      #expect(!timeline.contains("canary") && !timeline.contains(form["CheckString"]))
      #expect(try await served.file(other.checkout).checkout.phase.name == .paying, "The other buyer's checkout moved.")
    }
  }

  @Test(
    "A form that says AUTH pays nothing: neither after a decline, nor while a card decides that is declined later",
    arguments: [false, true])
  func claimedSuccess(_ decidesLater: Bool) async throws {
    try await ServedProvider.run(Self.bench) { served in
      let buyer = served.buyer()
      let session = try await buyer.openPayment(reference: "A-1", card: decidesLater ? "4354" : nil)
      try await buyer.act(session, decidesLater ? "approve" : "decline", card: decidesLater ? "4354" : nil)
      if !decidesLater { try await buyer.act(session, "cancel") }
      var form = try #require(try await served.gatewayReturn(session.checkout))
      #expect(form["Status"] == (decidesLater ? "AUTHPROCESS" : "PAYFAIL"))
      form["Status"] = "AUTH"
      form["ErrCode"] = ""
      form["ErrInfo"] = ""
      try await served.post(form)
      try await buyer.comeBackFromPayment(session)
      let meanwhile = try await served.file(session.checkout).checkout
      #expect(
        meanwhile.phase.name == (decidesLater ? .settling : .declined)
          && meanwhile.payment?.authorized.isPositive != true)
      let file = try await served.reach(session.checkout) { $0.isFinal }
      #expect(file.checkout.phase.name == .declined)
      #expect(served.world.moved(file) == [0, 0])
      #expect(try await served.world.balances().isEmpty)
    }
  }

  @Test("Another payment's form says AUTH on an open page: nothing is paid, and the buyer can still pay")
  func claimedTooEarly() async throws {
    try await ServedProvider.run(Self.bench) { served in
      let other = try await served.buyer().approve(reference: "B-1")
      let buyer = served.buyer()
      let session = try await buyer.openPayment(reference: "A-1")
      #expect(try await served.gatewayReturn(session.checkout) == nil)
      var forged = try #require(try await served.gatewayReturn(other.checkout))
      forged = GatewayReturn(url: session.returnURL, fields: forged.fields)
      forged["OrderID"] = session.id
      try await served.post(forged)
      try await buyer.comeBackFromPayment(session)
      let open = try await served.reach(session.checkout) { $0.name == .settling }
      #expect(served.world.moved(open) == [0, 0])
      #expect(try await served.remarks(session.checkout) == [Self.wrongCheckString])
      try await buyer.act(session, "approve")
      try await buyer.comeBackFromPayment(session)
      let paid = try await served.reach(session.checkout) { $0.isFinal }
      #expect(paid.checkout.phase == .paid)
    }
  }

  @Test("A browser that never had the cookie is shown nothing and gets no code; the payment is found all the same")
  func strangeBrowser() async throws {
    try await ServedProvider.run(Self.bench) { served in
      let session = try await served.buyer().approve(reference: "A-1")
      let form = try #require(try await served.gatewayReturn(session.checkout))
      try await served.post(form)
      let answer = try await served.strangeBrowser().get(form.url)
      let file = try await served.file(session.checkout)
      let shown = String(decoding: answer.body, as: UTF8.self) + (answer.location ?? "")
      #expect(answer.status == 403)
      #expect(!shown.contains("ferry_code"))
      for secret in [file.order.number, session.id, session.checkout, "Tablet", "9,520"] {
        #expect(!shown.contains(secret), "\(secret) is shown.")
      }
      try await Self.expectPaid(served, session.checkout)
    }
  }

  @Test("A buyer who never comes back from GMO's page has paid")
  func never() async throws {
    try await ServedProvider.run(Self.bench) { served in
      let session = try await served.buyer().approve(reference: "A-1")
      try await served.planReturn("never")
      #expect(try await served.gatewayReturn(session.checkout) == nil)
      try await Self.expectPaid(served, session.checkout)
    }
  }

  @Test("A start page at another host gets no form: the checkout ends without money, and the timeline says why")
  func foreignStart() async throws {
    try await ServedProvider.run(Self.bench) { served in
      served.world.editor.edit { $0.replacing(ProviderWorld.sandboxOrigin, with: "https://pt01.mul-pay.jp.example") }
      await #expect(throws: DemoShop.Unexpected.self) {
        _ = try await served.buyer().openPayment(reference: "A-1")
      }
      served.world.editor.edit { $0 }
      let file = try #require(try await served.world.store.checkouts(CheckoutFilter(), limit: 2).first)
      #expect(file.checkout.phase.isFinal && file.checkout.phase != .paid)
      #expect(served.world.moved(file) == [0, 0])
      let remarks = try await served.remarks(file.checkout.id.text)
      #expect(remarks.count == 1 && remarks[0].contains("https://pt01.mul-pay.jp.example"), "\(remarks)")
      // The order is free.
      let next = try await served.buyer().create("A-1", key: "A-1 again")
      #expect(next.id != file.checkout.id.text)
    }
  }

  @Test("A cancellation frees the order at once if GMO's page exists and the answer with its token is lost")
  func lostToken() async throws {
    let world = try ProviderWorld(Self.bench)
    try await world.run {
      let created = try await world.create()
      let review = try await world.toReview(created)
      world.sandbox.plan(.dropAfterExecution, on: "ExecTranAmazonpay")
      let agreed = try #require(review.checkout.quote).total
      let id = created.checkout.id
      _ = try await world.engine.submit(.confirm(revision: review.checkout.revision, total: agreed), to: id)
      try await world.time.sleep(for: .seconds(120))
      #expect(try await world.file(id).checkout.phase.name == .authorizing)
      _ = try await world.engine.submit(.cancel(.buyer), to: id)
      let ended = try await world.reach(id, within: .seconds(10)) { $0.isFinal }
      #expect(ended.checkout.phase.name == .cancelled)
      let second = try await world.pay()
      #expect(second.checkout.id != id)
      #expect(second.checkout.phase == .paid)
      #expect(world.moved(second) == [agreed.minorUnits, 0])
    }
  }
}
