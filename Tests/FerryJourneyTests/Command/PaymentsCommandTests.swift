import FerryCheckout
import FerryCore
import FerryEngine
import FerrySQLite
import FerryTesting
import Foundation
import Subprocess
import Testing

@Suite("ferry payments")
struct PaymentsCommandTests {
  /// Runs a test with the tool, on a store that holds a paid checkout and an open one, and that nobody else has open.
  private func withPayment(
    _ test: (_ ferry: (String...) async throws -> FerryProgram.Outcome, _ database: String) async throws -> Void
  ) async throws {
    try await withTool("payments", test: test) { store in
      try await SampleAttempt("open").open(in: store)
      try await SampleAttempt("paid").open(in: store)
      try await store.update("paid") { file, change in change.ledger = try file.pay(charge: "C-1") }
    }
  }

  @Test("A refund is written down to be done when the server starts, once, and the list shows it")
  func refund() async throws {
    try await withPayment { ferry, database in
      let end = try await ferry("refund", "paid", "--amount", "1000", "--key", "r-1")
      #expect(end.status.isSuccess, "\(end.errors)")
      #expect(end.output.contains("The refund of ¥1,000 is written down (op_r-1)."))
      let again = try await ferry("refund", "paid", "--amount", "1000", "--key", "r-1")
      #expect(again.status.isSuccess)
      let other = try await ferry("refund", "paid", "--amount", "1000")
      #expect(!other.status.isSuccess)
      #expect(other.errors.hasPrefix("Error: Another operation on this payment is under way."), "\(other.errors)")
      let file = try await SQLiteReader(path: database).file("paid")
      #expect(file?.outstanding.map(\.command.kind) == [.refund("op_r-1", .yen(1_000))])
      let shown = try await ferry("list", "paid")
      #expect(shown.output.contains(/refund +¥1,000 +asked for +op_r-1/), "\(shown.output)")
      #expect(shown.output.contains("¥3,400 can be refunded"))
      let list = try await ferry("list", "--pending")
      #expect(list.output.contains("captured ¥4,400") && list.output.contains("refund asked for"), "\(list.output)")
      let all = try await ferry("list").output
      #expect(all.split(separator: "\n").count == 1)
      #expect(all.contains("capturable ¥0  refundable ¥3,400"), "\(all)")
    }
  }

  @Test(
    "What cannot be is said in a sentence, and nothing is written",
    arguments: [
      (["refund", "paid", "--amount", "4401"], "Error: That is more than is left: 4400 JPY."),
      (
        ["refund", "paid", "--amount", "12.50"],
        "Error: --amount 12.50 is no amount in JPY. Write a whole number in digits alone, such as 1250"
      ),
      (["refund", "paid", "--amount", "0"], "Error: Name an amount above zero"),
      (["refund", "paid", "--amount=-1"], "Error: Name an amount above zero"),
      (["refund", "paid", "--amount", "1,000"], "Error: --amount 1,000 is no amount in JPY. Write a whole number"),
      (["capture", "paid"], "Error: All of it is captured already."),
      (["void", "paid"], "Error: All of it is captured already."),
      (["refund", "open"], "Error: The checkout is open, and there is no money."),
      (["void", "nobody"], "Error: There is no checkout nobody."),
      (["list", "open"], "Error: The checkout is open, and there is no money."),
    ])
  func refused(_ arguments: [String], _ message: String) async throws {
    try await withPayment { _, database in
      let folder = String(database.dropLast("/ferry.sqlite".count))
      let end = try await FerryProgram().outcome(["payments"] + arguments + ["--data", folder])
      #expect(!end.status.isSuccess)
      #expect(end.errors.hasPrefix(message), "\(end.errors)")
      #expect(!end.errors.contains("Usage"))
      #expect(try await SQLiteReader(path: database).file("paid")?.outstanding == [])
    }
  }

  @Test("Beside a running server it is said which call does the same")
  func running() async throws {
    try await withPayment { ferry, database in
      try await SQLiteStore(path: database).running { _ in
        let refund = try await ferry("refund", "paid", "--amount", "1000")
        #expect(!refund.status.isSuccess)
        #expect(
          refund.errors.contains(
            #"POST /v1/checkouts/paid/refund with {"amount": {"amount": "1000", "currency": "JPY"}} and an Idempotency-Key"#
          ), "\(refund.errors)")
        let list = try await ferry("list")
        #expect(list.status.isSuccess && list.output.contains("paid"))
      }
    }
  }
}
