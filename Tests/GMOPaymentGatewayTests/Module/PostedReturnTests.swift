import FerryCheckout
import FerryCore
import FerryTesting
import GMOPaymentGateway
import GMOPaymentGatewayModule
import Testing

/// GMO's page posts the result by the buyer's browser: a hint, whatever its CheckString.
@Suite("GMO: the posted return")
struct PostedReturnTests {
  private func form(
    _ tea: Sale, order: String? = nil, status: String = "AUTH", permission: String = "S03-0000001-0000001",
    errors: String = "", check: String? = nil
  ) throws -> [UInt8] {
    let id = tea.bank.requests[2].fields["OrderID"] ?? ""
    let own = try #require(
      CheckString(
        orderID: id, accessID: ScriptedGMO.accessID, amazonChargePermissionID: permission, for: try .sample()))
    return Array(
      """
      ShopID=tshop00000001&OrderID=\(order ?? id)&Status=\(status)&TranDate=20251121154500\
      &AmazonChargePermissionID=\(permission)&CheckString=\(check ?? own.text)&ErrCode=\(errors.prefix(3))&ErrInfo=\(errors)
      """.utf8)
  }

  @Test("A right CheckString is not noted, and says nothing about the status")
  func genuine() throws {
    let tea = try Sale.paying()
    for status in ["AUTH", "PAYFAIL", "SALES"] {
      #expect(tea.provider.remark(onReturn: try form(tea, status: status), record: tea.record) == nil)
    }
  }

  @Test("A changed or foreign result is noted, without any of its contents")
  func changed() throws {
    let tea = try Sale.paying()
    let forms = [
      try form(tea, order: "order-0002"), try form(tea, check: String(repeating: "0", count: 64)),
      try form(tea, check: ""), try form(tea, check: "short"),
    ]
    for form in forms {
      let remark = try #require(tea.provider.remark(onReturn: form, record: tea.record))
      #expect(!remark.contains("order-0002") && !remark.contains("0000"))
    }
  }

  @Test("A failure with a wrong CheckString is unknown, not forged; a body that is none of GMO's is noted")
  func failure() throws {
    let tea = try Sale.paying()
    let failed = try form(tea, status: "PAYFAIL", errors: "E11010099", check: "")
    #expect(tea.provider.remark(onReturn: failed, record: tea.record) == nil)
    for body in ["", "hello", "OrderID=%00"] {
      let remark = tea.provider.remark(onReturn: Array(body.utf8), record: tea.record)
      #expect(remark == "The buyer's browser brought a form that is not one of GMO's.")
    }
    #expect(tea.provider.remark(onReturn: failed, record: nil) == nil)
    #expect(tea.provider.remark(onReturn: failed, record: [0xFF]) == nil)
  }
}
