import FerryCheckout
import FerryCore
import FerryEngine
import FerryProvider
import FerrySQLite
import FerryTesting
import Foundation
import Subprocess
import Testing

@Suite("Looking up checkouts with the tool")
struct LookUpTests {
  /// Two checkouts of one order with references of the provider, and two orders that share a name: the number of one is the
  /// reference of the other.
  private static func fill(_ store: SQLiteStore) async throws {
    try await SampleAttempt.demo("old", order: "o", ago: .seconds(60)).open(in: store)
    try await store.update("old") { file, change in
      _ = try file.checkout.receive(.cancel(.buyer), at: file.checkout.createdAt, for: &file.order)
      change.references = [ProviderReference("session", "S-old")]
    }
    try await SampleAttempt.demo("new", order: "o", ago: .seconds(30)).open(in: store)
    try await store.update("new") { _, change in change.references = [ProviderReference("session", "S-new")] }
    try await store.addPaid(.demo("paid", ago: .seconds(20)), charge: "P-1")
    try await store.update("paid") { _, change in change.references = [ProviderReference("charge", "P-1")] }
    var twin = SampleAttempt.demo("twin")
    twin.reference = "F-order-paid-test"
    try await twin.open(in: store)
    for id in ["paid", "new", "old"] as [CheckoutID] {
      try await store.update(id) { _, change in
        change.webhooks = [.sample(id, 1, endpoint: "shop"), .sample(id, 2, endpoint: "shop")]
      }
    }
  }

  @Test("An id of the provider finds exactly its checkout, everywhere that an id is taken", .timeLimit(.minutes(10)))
  func providerReference() async throws {
    try await ToolBesideServer.run(filling: Self.fill) { ferry async throws in
      #expect(try await ferry("checkouts", "show", "S-old").output.hasPrefix("old  CANCELLED"))
      #expect(try await ferry("checkouts", "show", "S-new").output.hasPrefix("new  OPEN"))
      #expect(try await ferry("payments", "list", "P-1").output.contains("captured ¥4,400"))
      #expect(try await ferry("payments", "refund", "P-1", "--amount", "1").output.contains("The refund of ¥1 "))
      #expect(try await ferry("checkouts", "forget", "S-old").output == "Erased the buyer of old.\n")
      #expect(try await ferry("checkouts", "resolve", "S-new", "ask").errors.contains("open"))
    }
  }

  @Test(
    "Of several checkouts of one order a note says which was taken, and which others there are",
    .timeLimit(.minutes(10)))
  func note() async throws {
    try await ToolBesideServer.run(filling: Self.fill) { ferry in
      let shown = try await ferry("checkouts", "show", "ref-o")
      #expect(shown.status.isSuccess && shown.output.hasPrefix("new  OPEN"), "\(shown.output)")
      #expect(
        shown.errors
          == "Order F-order-o-test has 2 checkouts. Using new (open); the others are old (cancelled).\n")
      #expect(try await ferry("checkouts", "show", "new").errors == "")
    }
  }

  @Test(
    "A name of several orders is refused with the list of their checkouts, and nothing happens",
    .timeLimit(.minutes(10)))
  func ambiguous() async throws {
    try await ToolBesideServer.run(filling: Self.fill) { ferry in
      for arguments in [
        ["checkouts", "show"], ["checkouts", "forget"], ["payments", "list"], ["payments", "refund", "--amount", "1"],
        ["webhooks", "list"], ["webhooks", "retry"],
      ] {
        let end = try await ferry.program.outcome(arguments + ["F-order-paid-test", "--data", ferry.folder])
        #expect(end.status == .exited(1) && end.output == "", "\(arguments): \(end.output)")
        #expect(
          end.errors.hasPrefix("Error: 'F-order-paid-test' matches several checkouts. Use the id of one:\n"),
          "\(end.errors)")
        #expect(end.errors.contains(/\n  twin +open +F-order-paid-test +\S+ +\d{4}-/), "\(end.errors)")
        #expect(end.errors.contains(/\n  paid +paid +ref-paid +F-order-paid-test +/), "\(end.errors)")
      }
      #expect(try await ferry.file("paid")?.checkout.payment?.operations == [])
    }
  }

  @Test("The webhooks of an order are listed, and sent again", .timeLimit(.minutes(10)))
  func webhooks() async throws {
    try await ToolBesideServer.run(filling: Self.fill) { ferry in
      let list = try await ferry("webhooks", "list", "ref-paid")
      let lines = list.output.split(separator: "\n")
      #expect(lines.count == 3 && lines[0].hasPrefix("CREATED "), "\(list.output)\(list.errors)")
      #expect(lines.dropFirst().allSatisfy { $0.contains("msg_paid_") }, "\(list.output)")
      #expect(try await ferry("webhooks", "list", "twin").output == "No messages match.\n")
      let again = try await ferry("webhooks", "retry", "P-1", "msg_new_1")
      #expect(again.output == "Ferry will resend 3 messages.\n", "\(again.errors)")
      #expect(try await ferry("webhooks", "retry", "twin").output == "No messages match.\n")
      // The order has a cancelled checkout and a live one.
      let both = try await ferry("webhooks", "list", "ref-o").output
      for id in ["msg_new_1", "msg_new_2", "msg_old_1", "msg_old_2"] { #expect(both.contains(id), "\(both)") }
      let limited = try await ferry("webhooks", "list", "ref-o", "--limit", "3").output
      #expect(limited.split(separator: "\n").count == 4, "\(limited)")
      #expect(try await ferry("webhooks", "retry", "ref-o").output == "Ferry will resend 4 messages.\n")
    }
  }
}
