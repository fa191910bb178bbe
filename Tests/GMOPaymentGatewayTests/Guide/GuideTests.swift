import FerryCore
import FerryHTTP
import GMOPaymentGateway
import Testing

/// `Documentation/GMOPaymentGateway.md` and its Japanese version show this code; it runs here against a scripted GMO.
@Suite("The guide to the client of GMO")
struct GuideTests {
  private func shop(_ gmo: ScriptedGMO) throws -> GuideShop {
    GuideShop(client: GMOPaymentGatewayClient(try .sample(), transport: gmo), orders: GuideOrders())
  }

  @Test("The guide's purchase and refund")
  func purchase() async throws {
    let gmo = ScriptedGMO()
    let guide = try shop(gmo)
    let start = try await guide.pay(Transaction.sessionID, total: .yen(5_500))
    #expect(guide.form(start).map(\.name) == ["AccessID", "Token"])
    let id = try #require(gmo.requests.first?.fields["OrderID"])
    let form = Array("ShopID=tshop00000001&OrderID=\(id)&Status=AUTH".utf8)
    #expect(try await guide.finish(form) == .requestAccepted, "The form alone pays nothing.")
    gmo.set { $0.status = "AUTH" }
    #expect(try await guide.finish(form) == .sales)
    #expect(try await guide.finish(form) == .sales, "A reload captures nothing twice.")
    #expect(gmo.course == "entry exec search search sales search")

    let entered = try #require(await guide.orders.order(id)?.entered)
    #expect(try await guide.refund(.yen(1_000), of: id, entered) == .sales)
    #expect(await guide.orders.totals[id] == [.yen(5_500), nil])
    #expect(gmo.course.hasSuffix("search cancel"))
  }

  @Test("A payment page at another address is none, another amount is not captured, and unknown orders are ignored")
  func refused() async throws {
    let gmo = ScriptedGMO()
    let guide = try shop(gmo)
    _ = try await guide.pay(Transaction.sessionID, total: .yen(5_500))
    let id = try #require(gmo.requests.first?.fields["OrderID"])
    gmo.set {
      $0.status = "AUTH"
      $0.amount = "55"
    }
    #expect(try await guide.finish(Array("OrderID=\(id)".utf8)) == .authorized)
    #expect(try await guide.finish(Array("OrderID=other".utf8)) == nil)
    #expect(!gmo.course.contains("sales"))
    gmo.set { $0.startURL = "https://pages.example/start" }
    await #expect(throws: GuideShop.NoPaymentPage.self) {
      try await guide.pay(Transaction.sessionID, total: .yen(5_500))
    }
  }

  @Test("Each kind of failure has an advice")
  func failures() throws {
    let guide = try shop(ScriptedGMO())
    let advice = GMOFailure.Kind.allCases.map { guide.advice(for: GMOFailure($0, .sales)) }
    #expect(Set(advice).count == 4)
    #expect(guide.advice(for: .noAnswer(to: .cancel, sent: true)).contains("search the transaction"))
  }
}
