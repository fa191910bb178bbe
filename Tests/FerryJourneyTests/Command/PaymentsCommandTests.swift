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
  /// Runs a test beside a server with a paid and an open checkout of the demo's shop, and a paid one of another shop.
  private func withPayments(
    _ test: (ToolBesideServer) async throws -> Void, stopped: (ToolBesideServer) async throws -> Void = { _ in }
  ) async throws {
    try await ToolBesideServer.run(
      filling: { store in
        try await SampleAttempt.demo("open").open(in: store)
        try await store.addPaid(.demo("paid", ago: .seconds(60)))
        try await store.addPaid(.demo("foreign", shop: "books"), charge: "C-2")
      }, test, stopped: stopped)
  }

  @Test("A refund is requested from the running server once, and the lists show it", .timeLimit(.minutes(10)))
  func refund() async throws {
    try await withPayments { ferry in
      for _ in 1...2 {
        let end = try await ferry("payments", "refund", "paid", "--amount", "1000", "--idempotency-key", "r-1")
        #expect(end.status.isSuccess, "\(end.errors)")
        #expect(end.output.contains(/The refund of ¥1,000 \(op_[^)]+\) is pending/), "\(end.output)")
      }
      let other = try await ferry("payments", "refund", "paid", "--amount", "1000")
      #expect(!other.status.isSuccess)
      #expect(other.errors.hasPrefix("Error: Another operation on this payment is under way."), "\(other.errors)")
      #expect(try await ferry.file("paid")?.checkout.payment?.operations.map(\.amount) == [.yen(1_000)])
      let shown = try await ferry("payments", "list", "paid")
      #expect(shown.output.contains(/refund +¥1,000 +pending +\d{4}-\S+\+00:00 +op_/), "\(shown.output)")
      #expect(shown.output.contains("¥3,400 can be refunded"), "\(shown.output)")
      let list = try await ferry("payments", "list", "--pending")
      #expect(list.output.contains(/paid +¥4,400 +¥0 +¥0 +¥3,400 +- +refund pending +ref-paid/), "\(list.output)")
      let all = try await ferry("payments", "list").output
      #expect(all.split(separator: "\n").count == 2, "\(all)")
      #expect(all.hasPrefix("CREATED ") && all.contains(" CAPTURABLE  REFUNDABLE "), "\(all)")
    }
  }

  @Test("A line is refunded by its id, and the lists name it", .timeLimit(.minutes(10)))
  func refundLine() async throws {
    try await withPayments { ferry in
      let shown = try await ferry("checkouts", "show", "paid").output
      #expect(shown.contains("  line      BOOK-1: 2 × ¥2,200, Sea charts"), "\(shown)")
      #expect(shown.contains("  tax       ¥400 included, 10 % of ¥4,000"), "\(shown)")
      let end = try await ferry("payments", "refund", "paid", "--line", "BOOK-1=1", "--idempotency-key", "r-1")
      #expect(end.output.contains(/The refund of ¥2,200 \(op_[^)]+\) is pending/), "\(end.output) \(end.errors)")
      let list = try await ferry("payments", "list", "paid").output
      #expect(list.contains(" LINES\n") && list.contains("BOOK-1=1"), "\(list)")
    }
  }

  @Test("A refund is requested with a reason and a note, and list and timeline have both", .timeLimit(.minutes(10)))
  func refundReason() async throws {
    try await withPayments { ferry in
      let refund = [
        "payments", "refund", "paid", "--amount", "1000", "--reason", "defective", "--idempotency-key", "r-1",
      ]
      let end = try await ferry.program.outcome(refund + ["--note", "The bag was torn", "--data", ferry.folder])
      #expect(end.status.isSuccess, "\(end.errors)")
      let other = try await ferry.program.outcome(refund + ["--data", ferry.folder])
      #expect(
        !other.status.isSuccess && other.errors.contains("Use a new key for a new operation"), "\(other.errors)")
      let list = try await ferry("payments", "list", "paid").output
      #expect(list.contains(" REASON\n") && list.contains("defective: The bag was torn"), "\(list)")
      let shown = try await ferry("checkouts", "show", "paid").output
      #expect(shown.contains("refund asked: defective: The bag was torn"), "\(shown)")
      let wrong = try await ferry("payments", "refund", "paid", "--reason", "moon")
      #expect(!wrong.status.isSuccess && wrong.errors.contains("not-received"), "\(wrong.errors)")
    }
  }

  @Test("An impossible operation is explained in one sentence, and nothing changes", .timeLimit(.minutes(10)))
  func refused() async throws {
    let cases: [([String], String)] = [
      (["refund", "paid", "--amount", "4401"], "Error: That is more than is left: 4400 JPY."),
      (
        ["refund", "paid", "--amount", "4401", "--beyond-capture"],
        "Error: That is more than is left of the captured amount: 4400 JPY. Ferry cannot refund more than was captured"
      ),
      (
        ["refund", "paid", "--amount", "12.50"],
        "Error: --amount 12.50 is not an amount in JPY. JPY has no decimals, and no point separates thousands; write 3000"
      ),
      (["refund", "paid", "--amount", "0"], "Error: Name an amount above zero"),
      (["refund", "paid", "--line", "BOOK-2"], "Error: The order has no line with the id"),
      (["refund", "paid", "--line", "BOOK-1=3"], "Error: Of the line \"BOOK-1\", name 1 to 2 pieces"),
      (["refund", "paid", "--amount=-5"], "Error: --amount must be positive: -5."),
      (["capture", "paid", "--amount", "-5.50"], "Error: --amount must be positive: -5.50."),
      (["refund", "paid", "--amount", "1,000"], "Error: --amount 1,000 is not an amount in JPY. Write digits"),
      (["capture", "paid"], "Error: All of it is captured already."),
      (["void", "paid"], "Error: All of it is captured already."),
      (["refund", "open", "--amount", "1"], "Error: Checkout open has no payment."),
      (["void", "nobody"], "Error: No checkout, order or provider id matches "),
      (["refund", "foreign"], "Error: No checkout, order or provider id matches "),
      (["list", "foreign"], "Error: No checkout, order or provider id matches "),
      (["void", "../webhooks"], "Error: No checkout, order or provider id matches "),
      (["list", "open"], "Error: Checkout open has no payment."),
    ]
    try await withPayments { ferry in
      for (arguments, message) in cases {
        let end = try await ferry.program.outcome(["payments"] + arguments + ["--data", ferry.folder])
        #expect(!end.status.isSuccess, "\(arguments)")
        #expect(end.errors.hasPrefix(message), "\(arguments): \(end.errors)")
        #expect(!end.errors.contains("Usage"), "\(arguments): \(end.errors)")
      }
      for id: CheckoutID in ["paid", "foreign"] {
        #expect(try await ferry.file(id)?.checkout.payment?.operations == [], "\(id)")
      }
    }
  }

  @Test(
    "A wrong key is reported, and without a running server the command says how to start it", .timeLimit(.minutes(10)))
  func keys() async throws {
    try await withPayments({ ferry in
      let file = ferry.folder + "/wrong-key"
      try Data("sk_test_wrong\n".utf8).write(to: URL(filePath: file))
      let wrong = try await ferry("payments", "refund", "paid", "--key-file", file)
      #expect(!wrong.status.isSuccess)
      #expect(wrong.errors.contains("rejected the secret key in the file \(file)."), "\(wrong.errors)")
      let address = try String(contentsOfFile: ferry.folder + "/server-address", encoding: .utf8)
      let environment = ["FERRY_KEY_FILE": ferry.folder + "/shop-secret-key"]
      let named = try await ferry.program.outcome(["payments", "list", "--server", address], environment)
      #expect(named.output.contains("paid"), "\(named.errors)")
    }) { ferry in
      for arguments in [["refund", "paid"], ["capture", "paid"], ["void", "paid"], ["list"]] {
        let end = try await ferry.program.outcome(["payments"] + arguments + ["--data", ferry.folder])
        #expect(!end.status.isSuccess)
        #expect(end.errors.hasPrefix("Error: Cannot connect to http://localhost:"), "\(end.errors)")
        #expect(end.errors.contains("Start it with `ferry demo --data \(ferry.folder)`."), "\(end.errors)")
      }
      #expect(try await ferry.file("paid")?.checkout.payment?.operations == [])
    }
  }
}
