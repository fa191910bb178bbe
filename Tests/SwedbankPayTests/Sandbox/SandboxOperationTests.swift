import FerryCore
import FerrySandbox
import FerryTesting
import Testing

@testable import SwedbankPaySandbox

@Suite("Operations after payment in Swedbank Pay's sandbox")
struct SandboxOperationTests {
  private let shop: TestShop

  init() throws { shop = try TestShop() }

  @Test("An authorization is captured in parts, and the rest is released; the order stays paid")
  func parts() async throws {
    let id = try await shop.paid()
    let paid = try await shop.get(id)
    #expect(paid.order == "Paid" && paid["paymentOrder.remainingCaptureAmount"] == 1_500)
    #expect(paid.rels == ["capture", "cancel", "view-checkout", "redirect-checkout"])
    let captured = try await shop.operate(id, "captures", "C1", amount: 600)
    #expect(captured["paymentOrder.remainingCaptureAmount"] == 900)
    #expect(captured["paymentOrder.remainingReversalAmount"] == 600)
    #expect(captured.rels.contains("reversal"))
    let cancelled = try await shop.operate(id, "cancellations", "X1")
    #expect(cancelled.order == "Paid" && cancelled["paymentOrder.remainingCaptureAmount"] == nil)
    let reversed = try await shop.operate(id, "reversals", "V1", amount: 600)
    #expect(reversed.order == "Reversed" && reversed.rels.isEmpty)
    let money = try #require(shop.sandbox.money.first)
    #expect(money.order == "order-R1" && money.authorized.minorUnits == 1_500 && money.held.isZero)
    #expect(money.captured.minorUnits == 600 && money.refunded.minorUnits == 600)
    let list = try await shop.get(id, expand: "financialTransactions")
    #expect(
      list["paymentOrder.financialTransactions.financialTransactionsList"]?.elements?.compactMap { $0["type"]?.text }
        == ["Authorization", "Capture", "Cancellation", "Reversal"])
  }

  @Test("An authorization that is released as a whole ends the order")
  func cancelled() async throws {
    let id = try await shop.paid()
    let cancelled = try await shop.operate(id, "cancellations", "X1")
    #expect(cancelled.order == "Cancelled" && cancelled.rels.isEmpty)
    #expect(try await shop.get(id, expand: "cancelled")["paymentOrder.cancelled.cancelReason"] == "Parcel")
    #expect(try await shop.operate(id, "captures", "C1").problem == "403 forbidden Capture")
  }

  @Test("A sale is captured at once, and is reversed in parts")
  func sale() async throws {
    let id = try await shop.paid(method: "Swish")
    let paid = try await shop.get(id, expand: "paid")
    #expect(paid["paymentOrder.paid.transactionType"] == "Sale" && paid.rels.first == "reversal")
    #expect(try await shop.operate(id, "captures", "C1").status == 403)
    #expect(try await shop.operate(id, "reversals", "V1", amount: 1).order == "Paid")
    #expect(try await shop.operate(id, "reversals", "V2", amount: 1_499).order == "Reversed")
  }

  @Test("An amount above the rest is refused, and five refusals in a row lock the operation")
  func aboveRest() async throws {
    let id = try await shop.paid()
    for number in 1...5 {
      let refused = try await shop.operate(id, "captures", "C\(number)", amount: 1_501)
      #expect(refused.problem == "403 forbidden Capture")
      #expect(refused["problems.0.description"]?.text?.contains("too high") == true)
    }
    #expect(
      try await shop.operate(id, "captures", "C6", amount: 1)["problems.0.description"]?.text?.contains("locked")
        == true)
    let failed = try await shop.get(id, expand: "postPurchaseFailedAttempts")
    let list = failed["paymentOrder.postPurchaseFailedAttempts.postPurchaseFailedAttemptList"]?.elements
    #expect(list?.count == 6 && list?.first?["operation"] == "Capture")
    let other = try await shop.paid("R2")
    for number in 1...4 { try await shop.operate(other, "captures", "D\(number)", amount: 1_501) }
    #expect(try await shop.operate(other, "captures", "D5", amount: 1).status == 200)
    for number in 6...9 { try await shop.operate(other, "captures", "D\(number)", amount: 1_501) }
    #expect(try await shop.operate(other, "captures", "D10", amount: 1).status == 200)
  }

  @Test("An authorization that nobody captures lapses after 180 days")
  func lapse() async throws {
    let id = try await shop.paid()
    shop.time.advance(by: .seconds(180 * 86_400))
    #expect(try await shop.operate(id, "captures", "C1").status == 403)
    #expect(try await shop.get(id)["paymentOrder.remainingCaptureAmount"] == nil)
    #expect(shop.sandbox.money.map(\.held.minorUnits) == [0])
  }

  @Test(
    "A decline is a failed attempt, and the order goes on",
    arguments: [
      (TestCard.rejected, Int64(1_500), "creditcard/authenticationstatusrejected"),
      ("4000000000000000", 1_500, "creditcard/carddeclined"),
      (TestCard.approved, 900_361, "creditcard/acquirerinsufficientfunds"),
      (TestCard.approved, 900_343, "creditcard/acquirercardstolen"),
    ])
  func declined(_ card: String, _ amount: Int64, _ problem: String) async throws {
    let id = try await shop.create(amount: amount).id
    let step = try shop.act(.approve, id, ["card": card])
    #expect(step.step == "pay" && step.reason == problem)
    let order = try await shop.get(id, expand: "failedAttempts")
    #expect(order.order == "Initialized")
    #expect(order["paymentOrder.failedAttempts.failedAttemptList.0.status"] == "Failed")
    #expect(
      order["paymentOrder.failedAttempts.failedAttemptList.0.problem.type"]?.text
        == "https://api.payex.com/psp/errordetail/\(problem)")
    #expect(shop.sandbox.money.isEmpty)
    guard amount == 1_500 else { return }
    #expect(try shop.act(.approve, id).url == "https://shop.example/complete")
    #expect(try await shop.get(id).order == "Paid")
  }

  @Test(
    "The description of an order decides about Swish",
    arguments: [
      ("RF07", "swishdeclined"), ("TM01", "swishtimeout"), ("BANKIDCL", "bankidcancelled"),
    ])
  func swish(_ description: String, _ problem: String) async throws {
    let id = try await shop.create("R1", ["description": .string(description)]).id
    #expect(try shop.act(.approve, id, ["method": "Swish"]).reason == problem)
  }

  @Test("Planned faults lose answers, change them and refuse requests")
  func faults() async throws {
    let id = try await shop.paid()
    shop.sandbox.state.plan(SandboxFault(.errorAfterExecution(503), onOperation: "capture"))
    #expect(try await shop.operate(id, "captures", "C1", amount: 100).status == 503)
    #expect(shop.sandbox.money.map(\.captured.minorUnits) == [100])
    shop.sandbox.state.plan(SandboxFault(.simulate("forbidden"), onOperation: "capture"))
    #expect(try await shop.operate(id, "captures", "C2", amount: 100).status == 403)
    #expect(shop.sandbox.money.map(\.captured.minorUnits) == [100])
    shop.sandbox.state.plan(SandboxFault(.unknownState, onOperation: "getOrder"))
    #expect(try await shop.get(id).order == "Teleported")
    shop.sandbox.state.plan(SandboxFault(.otherAmount, onOperation: nil))
    #expect(try await shop.get(id)["paymentOrder.amount"] == 11_500)
    let log = shop.sandbox.state.requests
    #expect(log.filter(\.wasStruck).count == 4 && log.contains { $0.reasonCode == "forbidden" })
  }
}
