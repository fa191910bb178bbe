import FerryCore
import FerryHTTP
import GMOPaymentGateway
import Testing

@Suite("The form that returns with the buyer")
struct PaymentReturnTests {
  private func read(_ form: String) -> PaymentReturn? { PaymentReturn(form: Array(form.utf8)) }

  @Test("A success has ids, status and time, and a CheckString that fits the account and the transaction")
  func success() throws {
    let account = try GMOAccount.sample()
    for errors in ["", "&ErrCode=&ErrInfo="] {
      let payment = try #require(read(Answers.settled + errors))
      #expect(payment.shopID == "tshop00000001")
      #expect(payment.orderID == "order-0001")
      #expect(payment.status == .known(.authorized))
      #expect(payment.processedAt?.iso8601 == "2025-11-21T06:45:00Z")
      #expect(payment.amazonChargePermissionID == Transaction.permissionID)
      #expect(payment.errors.isEmpty)
      #expect(payment.isGenuine(accessID: Transaction.accessID, for: account))
      #expect(!payment.isGenuine(accessID: Transaction.accessPass, for: account))
      #expect(!payment.isGenuine(accessID: Transaction.accessID, for: try .sample(shopPass: "pass0002")))
    }
  }

  @Test(
    "A changed id is noticed; a changed status is not, and so decides nothing",
    arguments: [
      ("OrderID=order-0001", "OrderID=order-0002", false), ("S03-0000001", "S03-0000002", false),
      ("AmazonChargePermissionID=S03-0000001-0000001", "AmazonChargePermissionID=", false),
      ("CheckString=1ce3", "CheckString=1ce4", false), ("&CheckString=", "&Other=", false),
      ("Status=AUTH", "Status=PAYFAIL", true), ("TranDate=20251121154500", "TranDate=", true),
    ])
  func changes(_ part: String, _ change: String, _ isGenuine: Bool) throws {
    let payment = try #require(read(Answers.settled.replacing(part, with: change)))
    #expect(payment.isGenuine(accessID: Transaction.accessID, for: try .sample()) == isGenuine)
  }

  @Test("A failure has errors, and its CheckString may be over an empty permission")
  func failure() throws {
    let digest = CheckStringTests.samples[4].text
    let payment = try #require(
      read(
        "OrderID=order-0001&Status=PAYFAIL&AmazonChargePermissionID=&CheckString=\(digest)&ErrCode=M01&ErrInfo=M01074091"
      ))
    #expect(payment.status == .known(.failed))
    #expect(payment.errors.map(\.meaning) == [.startURLExpired])
    #expect(payment.isGenuine(accessID: Transaction.accessID, for: try .sample()))
  }

  @Test(
    "A body without a legal OrderID, or with two values of a field, is not read",
    arguments: [
      "", "Status=AUTH", "OrderID=", "OrderID=a_b", "OrderID=%81", "OrderID=\(String(repeating: "a", count: 28))",
      "OrderID=a&OrderID=b", "OrderID=a&Status=AUTH&status=PAYFAIL", "{\"orderID\":\"a\"}",
    ])
  func unreadable(_ form: String) { #expect(read(form) == nil) }

  @Test("An unreadable time is none, and an unknown status is kept")
  func lenient() throws {
    let payment = try #require(read("OrderID=a&Status=NEW&TranDate=x"))
    #expect(payment.status == .unknown("NEW"))
    #expect(payment.processedAt == nil)
    #expect(payment.checkString == nil)
    #expect(read("OrderID=a")?.status == nil)
  }
}
