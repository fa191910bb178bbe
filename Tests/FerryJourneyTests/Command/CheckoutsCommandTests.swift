import FerryCheckout
import FerryCore
import FerryEngine
import FerryProvider
import FerrySQLite
import FerryTesting
import Foundation
import GRDB
import Subprocess
import Testing

@Suite("ferry checkouts")
struct CheckoutsCommandTests {
  private static let details = BuyerDetails(
    buyer: BuyerBody(name: "山田 花子", email: "hanako@example.com", phone: nil), shippingAddress: nil,
    paymentDescriptor: nil)

  /// An open checkout, and a cancelled one whose buyer is known.
  private static func fill(_ store: SQLiteStore) async throws {
    for (name, shop) in [("open", "demo"), ("ended", "demo"), ("foreign", "books")] as [(CheckoutID, ShopID)] {
      try await SampleAttempt.demo(name.text, shop: shop).open(in: store)
      guard name != "open" else { continue }
      try await store.update(name) { file, _ in
        _ = try file.checkout.receive(.cancel(.buyer), at: file.checkout.createdAt, for: &file.order)
        file.details = details
      }
    }
  }

  @Test(
    "Without a demo the command says what to do, and creates nothing", .timeLimit(.minutes(10)),
    arguments: [["list"], ["show", "co_x"], ["forget", "co_x"], ["resolve", "co_x", "ask"], ["watch"]])
  func noDemo(arguments: [String]) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "ferry-\(SystemRandomness().token())").path
    let end = try await FerryProgram().outcome(["checkouts"] + arguments + ["--data", folder])
    #expect(!end.status.isSuccess)
    let isWatch = arguments == ["watch"]
    #expect(
      end.errors.hasPrefix(
        "Error: \(isWatch ? "There is no database \(folder)/ferry.sqlite" : "No demo has run in \(folder)"). Start"))
    #expect(!end.errors.contains("Usage"), "\(end.errors)")
    #expect(!FileManager.default.fileExists(atPath: folder))
  }

  @Test("An overdue checkout is listed, shown with a remedy, and decided", .timeLimit(.minutes(10)))
  func overdue() async throws {
    let since = SystemTime().now - .seconds(2 * 3_600)
    try await ToolBesideServer.run(filling: { store in
      try await Self.fill(store)
      try await SampleAttempt.demo("late", ago: .seconds(3 * 3_600)).open(in: store)
      try await store.update("late") { file, _ in
        _ = try file.checkout.receive(.leave(change: nil), at: since, for: &file.order)
        let read = try file.checkout.receive(.returned(session: "S-1"), at: since, for: &file.order).commands
        file.outstanding = read.map { StoredCommand(checkout: file.checkout, command: $0, at: since) }
      }
    }) { ferry in
      let list = try await ferry("checkouts", "list", "--overdue")
      #expect(list.output.hasSuffix(" late\n") && list.output.split(separator: "\n").count == 2, "\(list.output)")
      let shown = try await ferry("checkouts", "show", "late")
      #expect(
        shown.output.contains("OVERDUE   since \((since + Checkout.patience).iso8601.dropLast())+00:00"),
        "\(shown.output)")
      #expect(shown.output.contains("ferry checkouts resolve late hold"))
      #expect(shown.output.contains(/to do +read/), "\(shown.output)")
      let decided = try await ferry("checkouts", "resolve", "late", "hold")
      #expect(decided.status.isSuccess, "\(decided.errors)")
      let again = try await ferry("checkouts", "resolve", "late", "hold")
      #expect(again.errors.contains("Nothing of this checkout takes longer than it should."), "\(again.errors)")
      #expect(try await ferry("checkouts", "list", "--overdue").output == "No checkout is overdue.\n")
    }
  }

  @Test("A checkout that does not exist or belongs to another shop is called unknown", .timeLimit(.minutes(10)))
  func unknown() async throws {
    try await ToolBesideServer.run(filling: Self.fill) { ferry in
      for id in ["co_x", "foreign"] {
        for arguments in [["show", id], ["forget", id], ["resolve", id, "ask"]] {
          let end = try await ferry.program.outcome(["checkouts"] + arguments + ["--data", ferry.folder])
          #expect(!end.status.isSuccess, "\(arguments)")
          #expect(
            end.errors.hasPrefix("Error: No checkout, order or provider id matches "), "\(arguments): \(end.errors)")
          #expect(!end.errors.contains("Usage"), "\(end.errors)")
        }
      }
      let list = try await ferry("checkouts", "list", "--limit", "1")
      #expect(list.output.split(separator: "\n").count == 2, "\(list.output)")
      #expect(try await ferry.file("foreign")?.details != nil)
    } stopped: { ferry in
      for arguments in [["list"], ["show", "open"], ["forget", "ended"], ["resolve", "open", "ask"]] {
        let end = try await ferry.program.outcome(["checkouts"] + arguments + ["--data", ferry.folder])
        #expect(end.errors.hasPrefix("Error: Cannot connect to "), "\(arguments): \(end.errors)")
      }
    }
  }

  /// An order with two ended checkouts and a live one, an order with ended ones only, and a checkout with a reference of the
  /// provider.
  private static func fillOrders(_ store: SQLiteStore) async throws {
    let now = SystemTime().now
    for (order, id, ago) in [("o", "first", 6), ("o", "second", 5), ("o", "third", 4), ("p", "p1", 3), ("p", "p2", 2)] {
      try await SampleAttempt(
        id, order: order, shop: "demo", createdAt: now - .seconds(ago), lifetime: .seconds(86_400)
      )
      .open(in: store) { $0.details = details }
      guard id != "third" else { continue }
      try await store.update(CheckoutID(id)) { file, _ in
        _ = try file.checkout.receive(.cancel(.buyer), at: file.checkout.createdAt, for: &file.order)
      }
    }
    try await SampleAttempt.demo("alone", ago: .seconds(3_600)).open(in: store)
    try await store.update("alone") { _, change in change.references = [ProviderReference("session", "S-77")] }
  }

  @Test("A list takes every filter of the server, and says if nothing meets them", .timeLimit(.minutes(10)))
  func filters() async throws {
    try await ToolBesideServer.run(filling: Self.fillOrders) { ferry in
      for (arguments, ids) in [
        (["--phase", "cancelled"], ["p2", "p1", "second", "first"]), (["--phase", "open,paid"], ["third", "alone"]),
        (["--order-reference", "ref-alone"], ["alone"]),
        (["--order-number", "F-order-o-test"], ["third", "second", "first"]),
        (["--reference", "S-77"], ["alone"]), (["--provider", "amazon-pay", "--live"], ["third", "alone"]),
        (["--from", "2020-01-31", "--limit", "1"], ["p2"]),
      ] as [([String], [String])] {
        let list = try await ferry.program.outcome(["checkouts", "list"] + arguments + ["--data", ferry.folder])
        let found = list.output.split(separator: "\n").dropFirst().compactMap {
          $0.split(separator: " ").last.map(String.init)
        }
        #expect(found == ids, "\(arguments): \(list.output)\(list.errors)")
      }
      for arguments in [["--before", "2020-01-31"], ["--provider", "bank"]] {
        let list = try await ferry.program.outcome(["checkouts", "list"] + arguments + ["--data", ferry.folder])
        #expect(list.output == "No checkouts match.\n", "\(arguments)")
      }
      let wrong = try await ferry("checkouts", "list", "--phase", "paid,gone")
      #expect(wrong.errors.contains("Unknown phase 'gone'. Use one of: open, "), "\(wrong.errors)")
    }
  }

  @Test(
    "The reference or number of an order names its checkout; a buyer is erased from all of them",
    .timeLimit(.minutes(10)))
  func orders() async throws {
    try await ToolBesideServer.run(filling: Self.fillOrders) { ferry in
      for name in ["third", "ref-o", "F-order-o-test"] {
        let shown = try await ferry("checkouts", "show", name)
        #expect(shown.output.hasPrefix("third  OPEN"), "\(name): \(shown.output)\(shown.errors)")
      }
      #expect(try await ferry("payments", "list", "ref-o").errors.contains("ferry checkouts show third"))
      for arguments in [["void"], ["capture"], ["refund", "--amount", "1"]] {
        let end = try await ferry.program.outcome(["payments"] + arguments + ["ref-o", "--data", ferry.folder])
        #expect(!end.status.isSuccess && !end.errors.contains("No checkout"), "\(arguments): \(end.errors)")
      }
      #expect(try await ferry("checkouts", "resolve", "ref-o", "ask").errors.contains("open"))
      let early = try await ferry("checkouts", "forget", "ref-o")
      #expect(!early.status.isSuccess)
      // None is live or paid: the latest is meant.
      #expect(try await ferry("checkouts", "show", "ref-p").output.hasPrefix("p2  CANCELLED"))
      let forgotten = try await ferry("checkouts", "forget", "F-order-p-test")
      #expect(
        forgotten.output == "Erased the buyer of p2.\nErased the buyer of p1.\n", "\(forgotten.errors)")
      for id in ["p1", "p2"] as [CheckoutID] { #expect(try await ferry.file(id)?.details == nil, "\(id)") }
      #expect(try await ferry.file("second")?.details != nil)
      let unknown = try await ferry("checkouts", "show", "no order of this name")
      #expect(unknown.errors.contains("matches 'no order of this name'"), "\(unknown.errors)")
    }
  }

  @Test("A list skips a checkout that cannot be read", .timeLimit(.minutes(10)))
  func damaged() async throws {
    try await ToolBesideServer.run(filling: { store in
      try await Self.fill(store)
    }) { ferry in
      try await DatabaseQueue(path: ferry.folder + "/ferry.sqlite").write { other in
        try other.execute(sql: "UPDATE checkouts SET body = 'x' WHERE id = 'ended'")
      }
      let list = try await ferry("checkouts", "list")
      #expect(list.status.isSuccess && list.output.hasSuffix(" open\n"), "\(list.output)\(list.errors)")
      #expect(list.output.split(separator: "\n").count == 2, "\(list.output)")
      let shown = try await ferry("checkouts", "show", "ended")
      #expect(shown.status == .exited(1) && !shown.errors.contains("Usage"), "\(shown.errors)")
    }
  }

  @Test("A held checkout is decided once, and its timeline names the person's decision", .timeLimit(.minutes(10)))
  func resolve() async throws {
    try await ToolBesideServer.run(filling: { store in
      try await Self.fill(store)
      try await SampleAttempt.demo("held").open(in: store)
      try await store.update("held") { file, change in
        let paid = try file.pay(charge: "C-1", at: file.checkout.createdAt)
        let second = Observation(
          sessionReference: "S-1",
          charge: ChargeObservation(
            reference: "C-2", state: .captured, authorized: .yen(1), captured: .yen(1), refunded: .yen(0)))
        let doubt = try file.checkout.receive(
          .performed(1, .observed(second)), at: file.checkout.createdAt, for: &file.order)
        change.ledger = paid + doubt.ledger
      }
    }) { ferry in
      let early = try await ferry("checkouts", "resolve", "open", "accept")
      #expect(!early.status.isSuccess)
      #expect(early.errors.contains("open"), "\(early.errors)")
      let list = try await ferry("checkouts", "list", "--held")
      #expect(list.output.hasSuffix(" held\n") && list.output.split(separator: "\n").count == 2, "\(list.output)")
      let shown = try await ferry("checkouts", "show", "held")
      #expect(shown.output.contains("held      the provider's answers contradict each other"), "\(shown.output)")
      #expect(shown.output.contains("ferry checkouts resolve held accept "), "\(shown.output)")
      // The provider, which is asked before money is returned, does not run.
      let end = try await ferry("checkouts", "resolve", "held", "reject")
      #expect(end.output.contains("The checkout is closing. The provider has not answered yet"), "\(end.errors)")
      #expect(try await ferry.file("held")?.outstanding.map(\.command.kind.name) == ["read"])
      let timeline = try await ferry("checkouts", "show", "held").output
      #expect(timeline.contains(/person decided: reject +→ closing/), "\(timeline)")
      let again = try await ferry("checkouts", "resolve", "held", "accept")
      #expect(!again.status.isSuccess)
      #expect(again.errors.contains("closing"), "\(again.errors)")
    }
  }

  /// Paid checkouts, each with a refund of 1,000 yen of unknown outcome. Of "other" the provider reports 700.
  private static func fillUnknown(_ store: SQLiteStore) async throws {
    for name in ["done", "undone", "other", "known"] {
      try await store.addPaid(.demo(name), charge: "C-\(name)")
      guard name != "known" else { continue }
      try await store.update(CheckoutID(name)) { file, change in
        // So long ago that no request is on its way.
        let now = file.checkout.createdAt - .seconds(300)
        change.ledger = try file.checkout.receive(
          .refund(OperationID("op_\(name)"), .yen(1_000)), at: now, for: &file.order
        ).ledger
        let report = OperationReport("op_other", reference: "R-1", .done, amount: .yen(700))
        let outcome: Outcome = name == "other" ? .observed(Observation(reports: [report])) : .parked
        change.ledger += try file.checkout.receive(
          .performed(file.checkout.lastCommand, outcome), at: now, for: &file.order
        ).ledger
      }
    }
  }

  @Test(
    "An operation of unknown outcome is decided; the only one of a checkout needs no name", .timeLimit(.minutes(10)))
  func operations() async throws {
    try await ToolBesideServer.run(filling: Self.fillUnknown) { ferry in
      let shown = try await ferry("checkouts", "show", "other")
      #expect(shown.output.contains("¥1,000 (reported ¥700)"), "\(shown.output)")
      #expect(
        shown.output.contains("ferry checkouts resolve other happened --operation op_other --amount 700"),
        "\(shown.output)")
      #expect(!shown.output.contains("OVERDUE"))

      let accepted = try await ferry("checkouts", "resolve", "done", "accept")
      #expect(accepted.errors.contains("happened") && accepted.errors.contains("didNotHappen"), "\(accepted.errors)")
      let none = try await ferry("checkouts", "resolve", "known", "happened")
      #expect(none.errors.contains("Checkout known has no operation whose outcome is unknown."), "\(none.errors)")
      let wrong = try await ferry("checkouts", "resolve", "done", "happened", "--operation", "op_other")
      #expect(wrong.errors.contains("Checkout done has no operation op_other."), "\(wrong.errors)")
      let form = try await ferry("checkouts", "resolve", "other", "happened", "--amount", "7.5")
      #expect(form.errors.contains("--amount 7.5"), "\(form.errors)")
      let unnamed = try await ferry("checkouts", "resolve", "other", "happened")
      #expect(!unnamed.status.isSuccess && unnamed.errors.contains("700"), "\(unnamed.errors)")

      for (arguments, result, refunded) in [
        (["done", "happened"], "Recorded the refund op_done as done.", 1_000),
        (["undone", "didNotHappen", "--operation", "op_undone"], "Recorded the refund op_undone as not done.", 0),
        (["other", "happened", "--amount", "700"], "Recorded the refund op_other as done.", 700),
      ] as [([String], String, Int64)] {
        let end = try await ferry.program.outcome(["checkouts", "resolve"] + arguments + ["--data", ferry.folder])
        #expect(end.output.contains("\(result) The checkout is paid."), "\(end.output)\(end.errors)")
        let payment = try await ferry.file(CheckoutID(arguments[0]))?.checkout.payment
        #expect(payment?.refunded == .yen(refunded) && payment?.current == nil, "\(arguments)")
      }
      let timeline = try await ferry("checkouts", "show", "other").output
      #expect(timeline.contains("person decided: happened op_other 700 JPY"), "\(timeline)")
    }
  }

  @Test("A buyer's data is erased once the checkout has ended, and the timeline says so once", .timeLimit(.minutes(10)))
  func forget() async throws {
    try await ToolBesideServer.run(filling: Self.fill) { ferry in
      let early = try await ferry("checkouts", "forget", "open")
      #expect(!early.status.isSuccess)
      #expect(early.errors.contains("open"), "\(early.errors)")
      #expect(try await ferry.file("ended")?.details != nil)
      for _ in 1...2 {
        let end = try await ferry("checkouts", "forget", "ended")
        #expect(end.status.isSuccess, "\(end.errors)")
      }
      #expect(try await ferry.file("ended")?.details == nil)
      let timeline = try await ferry("checkouts", "show", "ended").output
      #expect(timeline.split(separator: "buyer forgotten").count == 2, "\(timeline)")
    }
  }
}
