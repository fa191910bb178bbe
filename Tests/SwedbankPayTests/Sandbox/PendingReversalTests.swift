import FerryCore
import FerrySandbox
import FerryTesting
import FerryWeb
import Foundation
import HTTPTypes
import Testing

@testable import SwedbankPaySandbox

/// Reversals of transfers, which a bank decides about after the answer.
@Suite("Pending reversals in Swedbank Pay's sandbox")
struct PendingReversalTests {
  private let shop: TestShop

  init() throws { shop = try TestShop() }

  /// An order that was paid by a transfer and whose reversal is pending.
  private func pending(_ shop: TestShop, amount: Int64 = 1_500) async throws -> String {
    let id = try await shop.paid(method: "Trustly")
    #expect(try await shop.operate(id, "reversals", "V1", amount: amount).status == 202)
    return id
  }

  private func decide(_ id: String, _ act: String) async throws -> TestShop.Answer {
    try await shop.control("swedbank-pay/orders/\(id.split(separator: "/").last ?? "")/\(act)", [:])
  }

  private func transactions(_ id: String) async throws -> [String] {
    let order = try await shop.get(id, expand: "financialTransactions")
    let list = order["paymentOrder.financialTransactions.financialTransactionsList"]?.elements ?? []
    return list.compactMap { $0["type"]?.text }
  }

  @Test(
    "A reversal of a transfer is accepted, and the order shows neither transaction nor operations until the bank decides"
  )
  func accepted() async throws {
    let id = try await shop.paid(method: "Trustly")
    let answer = try await shop.operate(id, "reversals", "V1", amount: 1_000)
    #expect(answer.status == 202 && answer.order == "Paid" && answer.rels.isEmpty)
    #expect(try await transactions(id) == ["Sale"])
    #expect(shop.sandbox.money.map(\.refunded.minorUnits) == [0])
    #expect(try shop.callbacks.count == 1)
    #expect(try await shop.operate(id, "reversals", "V1", amount: 500).problem.hasPrefix("400"))
    #expect(try await shop.operate(id, "reversals", "V2", amount: 500).problem == "403 forbidden Reversal")
  }

  @Test(
    "The bank carries out a reversal: the order has its transaction, and a callback is sent", arguments: [1_500, 600])
  func succeeds(_ amount: Int64) async throws {
    let id = try await pending(shop, amount: amount)
    let isWhole = amount == 1_500
    #expect(try await decide(id, "confirmReversal")["status"] == (isWhole ? "Reversed" : "Paid"))
    #expect(try await transactions(id) == ["Sale", "Reversal"])
    let list = try await shop.get(id, expand: "financialTransactions")
    #expect(
      list["paymentOrder.financialTransactions.financialTransactionsList.1.payeeReference"] == "V1")
    #expect(shop.sandbox.money.map(\.refunded.minorUnits) == [amount])
    #expect(try shop.callbacks.count == 2 && shop.callbacks.allSatisfy { $0["paymentOrder"]?["id"]?.text == id })
    #expect(list.rels.contains("reversal") != isWhole)
    #expect(try await decide(id, "confirmReversal").status == 403)
  }

  @Test(
    "The bank refuses a reversal: it is a failed attempt after the purchase, a callback is sent, and another is possible"
  )
  func fails() async throws {
    let id = try await pending(shop)
    #expect(try await decide(id, "failReversal")["status"] == "Paid")
    #expect(try await transactions(id) == ["Sale"])
    let order = try await shop.get(id, expand: "postPurchaseFailedAttempts,history")
    let path = "paymentOrder.postPurchaseFailedAttempts.postPurchaseFailedAttemptList"
    #expect(order["\(path).0.operation"] == "Reversal" && order["\(path).0.instrument"] == "Trustly")
    #expect(order[path]?.elements?.count == 1)
    #expect(
      order["paymentOrder.history.historyList"]?.elements?.last?["name"]?.text?.hasSuffix("ReversedFailed") == true)
    #expect(try shop.callbacks.count == 2 && shop.sandbox.money.map(\.refunded.minorUnits) == [0])
    #expect(order.rels.first == "reversal")
    #expect(try await shop.operate(id, "reversals", "V2").status == 202)
    #expect(try await decide(id, "confirmReversal")["status"] == "Reversed")
  }

  @Test("Without an act of the bank's the reversal succeeds after three days")
  func time() async throws {
    let id = try await pending(shop)
    shop.time.advance(by: .seconds(3 * 86_400 - 1))
    #expect(try await transactions(id) == ["Sale"])
    shop.time.advance(by: .seconds(1))
    #expect(try await shop.get(id).order == "Reversed")
    #expect(try shop.callbacks.count == 2)
  }

  @Test("A failed reversal is not carried out later, when its successor is still pending")
  func successor() async throws {
    let id = try await pending(shop, amount: 500)
    shop.time.advance(by: .seconds(86_400))
    _ = try await decide(id, "failReversal")
    try await shop.operate(id, "reversals", "V2", amount: 700)
    shop.time.advance(by: .seconds(2 * 86_400))
    #expect(shop.sandbox.money.map(\.refunded.minorUnits) == [0])
    shop.time.advance(by: .seconds(86_400))
    #expect(shop.sandbox.money.map(\.refunded.minorUnits) == [700])
  }

  @Test("Before version 3.1 the transaction of a pending reversal is not completed", arguments: ["2.0", "3.0"])
  func old(_ version: String) async throws {
    let id = try await shop.paid(method: "Trustly", version: version)
    let answer = try await shop.operate(id, "reversals", "V1", version: version)
    #expect(answer.status == 202 && answer["reversal.transaction.state"] == "Initialized")
    #expect(answer["reversal.transaction.payeeReference"] == "V1")
  }

  @Test("The console shows a pending reversal, and decides about it")
  func console() async throws {
    let browser = ScriptlessBrowser(shop.sandbox)
    let id = try await pending(shop)
    let path = "/console/orders/\(id.split(separator: "/").last ?? "")"
    #expect(try await browser.get("/console").html.contains("a bank decides"))
    let detail = try await browser.get(path).html
    #expect(
      detail.contains("confirmReversal") && detail.contains("failReversal") && !detail.contains("value=\"reversal\""))
    #expect(try await browser.post(path, [("act", "failReversal")], origin: TestShop.origin).status == 200)
    #expect(try await !browser.get("/console").html.contains("a bank decides"))
    #expect(try await browser.post(path, [("act", "confirmReversal")], origin: TestShop.origin).status == 422)
  }

  @Test("A pending reversal survives a restart, with its time and its reference")
  func journal() async throws {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent(
      "swedbank-pay-reversal-\(UInt64.random(in: 0 ... .max)).journal"
    ).path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let time = HandClock(TestShop.start)
    let id: String
    do {
      let shop = try TestShop(time: time, journal: path)
      id = try await pending(shop)
      try await shop.sandbox.state.written()
    }
    let shop = try await reopening { try TestShop(time: time, journal: path) }
    #expect(try await shop.get(id).rels.isEmpty)
    #expect(try await shop.call(.post, "/psp/paymentorders", TestShop.request("V1")).status == 400)
    time.advance(by: .seconds(3 * 86_400))
    #expect(try await shop.get(id).order == "Reversed")
  }
}
