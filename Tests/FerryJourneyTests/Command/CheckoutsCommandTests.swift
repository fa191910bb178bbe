import FerryCheckout
import FerryCore
import FerryEngine
import FerrySQLite
import FerryTesting
import Foundation
import GRDB
import Subprocess
import Testing

@Suite("ferry checkouts")
struct CheckoutsCommandTests {
  /// Runs a test with a folder that a store may lie in.
  private func withFolder(_ test: (_ folder: String, _ database: String) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "ferry-\(SystemRandomness().token())")
    defer { try? FileManager.default.removeItem(at: folder) }
    try await test(folder.path, folder.path + "/ferry.sqlite")
  }

  /// Opens a checkout, ends another one, and lets the store go.
  private func fill(_ database: String) async throws -> (open: CheckoutID, ended: CheckoutID) {
    try await SQLiteStore(path: database).running { store in
      let buyer = InProcessBuyer(world: try InProcessAmazonPay(store: store))
      let open = try await buyer.create("cart-1").checkout.id
      let ended = try await buyer.create("cart-2").checkout.id
      _ = try await buyer.world.engine.submit(.cancel(.buyer), to: ended)
      try await store.update(ended) { file, _ in
        file.details = BuyerDetails(
          buyer: BuyerBody(name: "山田 花子", email: "hanako@example.com", phone: nil), shippingAddress: nil,
          paymentDescriptor: nil)
      }
      return (open, ended)
    }
  }

  @Test(
    "Without a database it is said what to do, and none is made",
    arguments: [["list"], ["show", "co_x"], ["watch"], ["forget", "co_x"], ["resolve", "co_x", "ask"]])
  func noDatabase(arguments: [String]) async throws {
    try await withFolder { folder, _ in
      let end = try await FerryProgram().outcome(["checkouts"] + arguments + ["--data", folder])
      #expect(!end.status.isSuccess)
      #expect(end.errors.hasPrefix("Error: There is no database in \(folder). Start the server first"), "\(end.errors)")
      #expect(!end.errors.contains("Usage"))
      #expect(!FileManager.default.fileExists(atPath: folder))
    }
  }

  @Test(
    "What is overdue is listed, shown with a way out, in the books that are compared, and decided while no server runs")
  func overdue() async throws {
    try await withFolder { folder, database in
      let program = try FerryProgram()
      let ids = try await fill(database)
      let none = try await program.outcome(["checkouts", "list", "--overdue", "--data", folder])
      #expect(none.output.contains("No checkout is overdue."))
      let since = SystemTime().now - .seconds(2 * 3_600)
      try await SQLiteStore(path: database).running { store in
        try await store.update(ids.open) { file, _ in
          _ = try file.checkout.receive(.leave(change: nil), at: since, for: &file.order)
          let read = try file.checkout.receive(.returned(session: "S-1"), at: since, for: &file.order).commands
          file.outstanding = read.map { StoredCommand(checkout: file.checkout, command: $0, at: since) }
        }
      }
      let list = try await program.outcome(["checkouts", "list", "--overdue", "--data", folder])
      #expect(list.output.contains(ids.open.text) && !list.output.contains(ids.ended.text))
      let shown = try await program.outcome(["checkouts", "show", ids.open.text, "--data", folder])
      #expect(shown.output.contains("OVERDUE   since \((since + Checkout.patience).iso8601)"))
      #expect(shown.output.contains("ferry checkouts resolve \(ids.open) hold"))
      let decided = try await program.outcome(["checkouts", "resolve", ids.open.text, "hold", "--data", folder])
      #expect(decided.status.isSuccess, "\(decided.errors)")
      let again = try await program.outcome(["checkouts", "resolve", ids.open.text, "hold", "--data", folder])
      #expect(again.errors.contains("Nothing of this checkout takes longer than it should."), "\(again.errors)")
    }
  }

  @Test("A checkout that is not there is called unknown, without a lesson in usage", arguments: ["show", "forget"])
  func unknown(command: String) async throws {
    try await withFolder { folder, database in
      _ = try await fill(database)
      let end = try await FerryProgram().outcome(["checkouts", command, "co_x", "--data", folder])
      #expect(!end.status.isSuccess)
      #expect(end.errors.hasPrefix("Error: There is no checkout co_x."), "\(end.errors)")
      #expect(!end.errors.contains("Usage"))
    }
  }

  @Test("What is damaged, or another version has written, is called that", arguments: ["list", "show", "forget"])
  func otherVersion(command: String) async throws {
    try await withFolder { folder, database in
      let id = try await fill(database).ended
      try await DatabaseQueue(path: database).write { try $0.execute(sql: "UPDATE checkouts SET body = '{}'") }
      let end = try await FerryProgram().outcome(
        ["checkouts", command] + (command == "list" ? [] : [id.text]) + ["--data", folder])
      #expect(!end.status.isSuccess)
      #expect(end.errors.contains("in the database \(database). It is damaged, or another version"), "\(end.errors)")
      #expect(end.errors.split(separator: "\n").count == 1)
    }
  }

  @Test("A list passes over a checkout that cannot be read, and warns of it")
  func passedOver() async throws {
    try await withFolder { folder, database in
      let (open, ended) = try await fill(database)
      try await DatabaseQueue(path: database).write { other in
        try other.execute(sql: "UPDATE checkouts SET body = 'x' WHERE id = ?", arguments: [ended.text])
      }
      let list = try await FerryProgram().outcome(["checkouts", "list", "--data", folder])
      #expect(list.status.isSuccess)
      #expect(list.output.split(separator: "\n").count == 1 && list.output.contains(open.text))
      #expect(list.errors.hasPrefix("Warning: Ferry cannot read the checkout \(ended) in the database \(database)."))
    }
  }

  @Test(
    "A held checkout is decided while no server runs, and the timeline says that a person did; else it is said why not")
  func resolve() async throws {
    try await withFolder { folder, database in
      let program = try FerryProgram()
      let open = try await fill(database).open
      func resolve(_ id: CheckoutID, _ decision: String) async throws -> FerryProgram.Outcome {
        try await program.outcome(["checkouts", "resolve", id.text, decision, "--data", folder])
      }
      let early = try await resolve(open, "accept")
      #expect(!early.status.isSuccess)
      #expect(early.errors.hasPrefix("Error: The checkout is open, and there is nothing to decide."), "\(early.errors)")
      let none = try await program.outcome(["checkouts", "list", "--held", "--data", folder])
      #expect(none.output.contains("No checkout is held."))

      try await SQLiteStore(path: database).running { store in
        try await store.update(open) { file, change in
          let paid = try file.pay(charge: "C-1", at: file.checkout.createdAt)
          let second = Observation(
            sessionReference: "S-1",
            charge: ChargeObservation(
              reference: "C-2", state: .captured, authorized: .yen(1), captured: .yen(1), refunded: .yen(0)))
          let doubt = try file.checkout.receive(
            .performed(1, .observed(second)), at: file.checkout.createdAt, for: &file.order)
          change.ledger = paid + doubt.ledger
        }
        let refused = try await resolve(open, "reject")
        #expect(!refused.status.isSuccess)
        #expect(refused.errors.contains("POST /v1/checkouts/\(open)/resolve"), "\(refused.errors)")
        #expect(try await store.file(open)?.checkout.phase.name == .held)
      }
      let list = try await program.outcome(["checkouts", "list", "--held", "--data", folder])
      #expect(list.output.split(separator: "\n").count == 1 && list.output.contains(open.text))
      let shown = try await program.outcome(["checkouts", "show", open.text, "--data", folder])
      #expect(shown.output.contains("the provider has said what cannot both be"))

      let end = try await resolve(open, "reject")
      #expect(end.status.isSuccess, "\(end.errors)")
      #expect(end.output.contains("The checkout is cancelled. When the server starts it does this: refund, read."))
      let reader = try SQLiteReader(path: database)
      #expect(
        try await reader.log(open, after: 0, limit: 100).contains {
          $0.entry.what == .event("person decided: reject", phase: "cancelled")
        })
      #expect(try await reader.file(open)?.outstanding.map(\.command.kind.name) == ["refund", "read"])
      let again = try await resolve(open, "accept")
      #expect(again.errors.hasPrefix("Error: The checkout is cancelled"), "\(again.errors)")
    }
  }

  @Test("Who bought is forgotten once a checkout has ended and while no server runs, and it is said why not otherwise")
  func forget() async throws {
    try await withFolder { folder, database in
      let program = try FerryProgram()
      let (open, ended) = try await fill(database)
      let early = try await program.outcome(["checkouts", "forget", open.text, "--data", folder])
      #expect(!early.status.isSuccess)
      #expect(early.errors.hasPrefix("Error: The checkout is open"), "\(early.errors)")

      try await SQLiteStore(path: database).running { store in
        let refused = try await program.outcome(["checkouts", "forget", ended.text, "--data", folder])
        #expect(!refused.status.isSuccess)
        #expect(refused.errors.contains("DELETE /v1/checkouts/\(ended)/buyer"), "\(refused.errors)")
        #expect(try await store.file(ended)?.details != nil)
      }
      for _ in 1...2 {
        let end = try await program.outcome(["checkouts", "forget", ended.text, "--data", folder])
        #expect(end.status.isSuccess, "\(end.errors)")
      }
      let reader = try SQLiteReader(path: database)
      #expect(try await reader.file(ended)?.details == nil)
      let forgettings = try await reader.log(ended, after: 0, limit: 100).filter {
        $0.entry.what == .event("buyer forgotten", phase: "cancelled")
      }
      #expect(forgettings.count == 1)
    }
  }
}
