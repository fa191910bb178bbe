import FerryCheckout
import FerryCore
import FerryEngine
import FerryTesting
import Foundation
import Subprocess
import Testing

@Suite("ferry disputes")
struct DisputesCommandTests {
  private struct Shown: Decodable { let disputes: [DisputeBody] }

  @Test("A dispute is recorded, listed until it ends, and stands in the way of refunds", .timeLimit(.minutes(10)))
  func life() async throws {
    try await ToolBesideServer.run(filling: { try await $0.addPaid(.demo("paid")) }) { ferry in
      let none = try await ferry("disputes", "list")
      #expect(none.output == "No dispute is open.\n", "\(none.output)\(none.errors)")
      #expect(try await ferry("disputes", "show", "paid").output == "The payment of paid has no dispute.\n")

      let recorded = try await ferry(
        "disputes", "record", "ref-paid", "case-77", "--state", "needsResponse", "--amount", "4000", "--reason",
        "notReceived", "--respond-by", "2099-01-31")
      #expect(
        recorded.output == "Recorded the dispute case-77 of paid as needsResponse. ¥400 can be refunded.\n",
        "\(recorded.output)\(recorded.errors)")
      let list = try await ferry("disputes", "list").output
      #expect(
        list.contains(/2099-01-31T23:59:59\+00:00 +needsResponse +¥4,000 +notReceived +ref-paid +\S+ +paid +case-77/),
        "\(list)")
      let payments = try await ferry("payments", "list", "--disputed").output
      #expect(payments.contains(/paid +¥4,400 +¥0 +¥0 +¥400 +¥4,000 +- +ref-paid/), "\(payments)")
      let shown = try await ferry("checkouts", "show", "paid").output
      #expect(shown.contains("disputed ¥4,000") && shown.contains(/case-77 +needsResponse +¥4,000/), "\(shown)")
      #expect(shown.contains("dispute recorded from a person"), "\(shown)")

      let refused = try await ferry("payments", "refund", "paid", "--amount", "1000")
      #expect(!refused.status.isSuccess && refused.errors.contains("case-77"), "\(refused.errors)")
      let refunded = try await ferry("payments", "refund", "paid", "--amount", "1000", "--despite-dispute")
      #expect(refunded.output.contains("The refund of ¥1,000"), "\(refunded.output)\(refunded.errors)")

      #expect(try await ferry("disputes", "record", "paid", "case-77", "--state", "won").status.isSuccess)
      #expect(try await ferry("disputes", "list").output == "No dispute is open.\n")
      let ended = try await ferry("disputes", "show", "paid", "--json").output
      let disputes = try JSONDecoder().decode(Shown.self, from: Data(ended.utf8)).disputes
      #expect(disputes.map(\.state) == ["won"] && disputes.map(\.reason) == ["notReceived"])
      #expect(disputes.map(\.source) == ["person"])
    }
  }

  @Test("A dispute that cannot be recorded is explained in one sentence", .timeLimit(.minutes(10)))
  func refused() async throws {
    try await ToolBesideServer.run(filling: { store in
      try await SampleAttempt.demo("open").open(in: store)
      try await store.addPaid(.demo("paid"))
    }) { ferry in
      for (arguments, message) in [
        (["open", "case-1", "--state", "lost"], "Error: "),
        (["open", "case-1", "--state", "lost", "--amount", "1"], "Error: Checkout open has no payment."),
        (["paid", "case 1", "--state", "lost"], "Error: Name the dispute with 1 to 64 letters, digits, - and _."),
        (["paid", "case-1", "--state", "lost", "--amount=-1"], "Error: --amount must be positive: -1."),
        (["nobody", "case-1", "--state", "lost"], "Error: No checkout, order or provider id matches "),
        (["paid", "case-1", "--state", "moon"], "Error: The value 'moon' is invalid for '--state <word>'"),
        (["paid", "case-1"], "Error: Missing expected argument '--state <word>'"),
      ] {
        let end = try await ferry.program.outcome(["disputes", "record"] + arguments + ["--data", ferry.folder])
        #expect(!end.status.isSuccess, "\(arguments)")
        #expect(end.errors.hasPrefix(message), "\(arguments): \(end.errors)")
      }
      #expect(try await ferry.file("paid")?.checkout.payment?.disputes == [])
    }
  }
}
