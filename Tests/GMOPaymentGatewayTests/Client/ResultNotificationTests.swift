import FerryCore
import GMOPaymentGateway
import Testing

@Suite("GMO's result notifications")
struct ResultNotificationTests {
  private static let sample = """
    ShopID=tshop00000001&ShopPass=**********&AccessID=\(Transaction.accessID)&AccessPass=\(String(repeating: "*", count: 32))\
    &OrderID=order-0001&Status=SALES&JobCd=SALES&Amount=8980&Tax=0&TranDate=20251121154500&ErrCode=&ErrInfo=&PayType=38\
    &CancelAmount=&CancelTax=
    """

  private func read(_ form: String) throws(ResultNotification.Refusal) -> ResultNotification {
    let account: GMOAccount
    do {
      account = try GMOAccount.sample()
    } catch {
      Issue.record(error)
      throw .unreadable
    }
    return try ResultNotification(form: Array(form.utf8), for: account)
  }

  @Test("A notification says which order changed, and nothing else")
  func changed() throws {
    #expect(try read(Self.sample) == .changed(orderID: "order-0001"))
    #expect(try read(Self.sample.replacing("Status=SALES", with: "Status=RETURN")) == read(Self.sample))
    #expect(
      try read(Self.sample.replacing("ErrCode=&ErrInfo=", with: "ErrCode=M01&ErrInfo=M01074091")) == read(Self.sample))
    #expect(try read("ShopID=tshop00000001&OrderID=a") == .changed(orderID: "a"))
  }

  @Test("A test of the address changes nothing, whatever else it has")
  func connectivityTest() throws {
    #expect(try read("ErrCode=E00&ErrInfo=E00000000") == .connectivityTest)
    #expect(
      try read(Self.sample.replacing("ErrCode=&ErrInfo=", with: "ErrCode=E00&ErrInfo=E00000000")) == .connectivityTest)
  }

  @Test(
    "A notification about something else is refused",
    arguments: [
      ("ShopID=tshop00000001", "ShopID=tshop00000002", ResultNotification.Refusal.otherShop),
      ("ShopID=tshop00000001", "ShopID=", .otherShop), ("PayType=38", "PayType=0", .otherPaymentMethod),
      ("OrderID=order-0001", "OrderID=", .unreadable), ("OrderID=order-0001", "OrderID=a%27b", .unreadable),
      ("OrderID=order-0001", "OrderID=a&OrderID=b", .unreadable),
    ])
  func refused(_ part: String, _ change: String, _ refusal: ResultNotification.Refusal) {
    #expect(throws: refusal) { try read(Self.sample.replacing(part, with: change)) }
  }

  @Test("Bodies that are no form are refused", arguments: ["", "{}", "<html>", "\u{0}"])
  func garbage(_ body: String) {
    #expect(throws: ResultNotification.Refusal.unreadable) { try read(body) }
  }

  @Test("The answer that stops the repetitions is one digit")
  func received() { #expect(ResultNotification.received == "0") }
}
