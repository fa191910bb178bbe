import FerryCheckout
import FerryCore
import FerryEngine
import FerrySQLite
import FerryTesting
import Foundation
import GRDB
import Testing

@Suite("Erased data is in no file of the database")
struct ErasureTests {
  private static let canary = "canarytaro7f3a"

  /// The database's files that hold the canary.
  private func traces(_ path: String) -> [String] {
    ["", "-wal", "-shm"].filter { suffix in
      guard let bytes = FileManager.default.contents(atPath: path + suffix) else { return false }
      return bytes.range(of: Data(Self.canary.utf8)) != nil
    }
  }

  /// Opens checkouts, one of them with a buyer.
  private func fill(_ store: SQLiteStore) async throws {
    for id in ["before", "one", "after"] {
      try await SampleAttempt(id).open(in: store) { file in
        let name = id == "one" ? Self.canary : "Somebody"
        file.details = BuyerDetails(
          buyer: BuyerBody(name: name, email: "\(name)@example.com", phone: nil), shippingAddress: nil,
          paymentDescriptor: nil)
        file.buyerFacts = BuyerFacts(email: "\(name)@shop.example")
      }
    }
  }

  @Test("A buyer's data is gone from the file and its write-ahead log when the erasure is answered")
  func forgotten() async throws {
    try await withDatabasePath { path in
      try await SQLiteStore(path: path).running { store in
        try await fill(store)
        #expect(traces(path) == ["-wal"])
        try await store.forget("one")
        #expect(traces(path) == [])
      }
    }
  }

  @Test("The same holds for a change of the checkout that discards its buyer")
  func updated() async throws {
    try await withDatabasePath { path in
      try await SQLiteStore(path: path).running { store in
        try await fill(store)
        try await store.update("one") { file, _ in
          file.details = nil
          file.buyerFacts = nil
        }
        #expect(traces(path) == [])
        #expect(try await store.file("before")?.details?.buyer?.name == "Somebody")
      }
    }
  }

  @Test("Evidence is gone from the files with the command that has sent it")
  func evidence() async throws {
    try await withDatabasePath { path in
      try await SQLiteStore(path: path).running { store in
        try await SampleAttempt("one").open(in: store)
        let now = SampleAttempt.start
        let evidence = Evidence(
          EvidencePart(.receipt, .pdf), Array(repeating: 7, count: 9000) + Array(Self.canary.utf8))
        try await store.update("one") { file, change in
          change.ledger = try file.pay(charge: "C-1")
          let read = Outcome.observed(Observation(disputes: [DisputeReport("D-1", state: .needsResponse)]))
          let answer = Event.answerDispute("D-1", "a", digest: "d", [evidence.part])
          _ = try file.checkout.receive(.disputeNoticed("D-1"), at: now, for: &file.order)
          _ = try file.checkout.receive(.performed(file.checkout.lastCommand, read), at: now, for: &file.order)
          let decision = try file.checkout.receive(answer, at: now, for: &file.order)
          file.outstanding = decision.commands.map { StoredCommand(checkout: file.checkout, command: $0, at: now) }
          change.evidence = [evidence]
        }
        #expect(traces(path) == ["-wal"])
        try await store.update("one") { file, _ in
          file.outstanding = []
          file.checkout.forgetDisputeCommands(besides: [])
        }
        #expect(traces(path) == [])
      }
    }
  }

  @Test("No index of e-mail addresses remembers one that is erased among many")
  func manyBuyers() async throws {
    try await withDatabasePath { path in
      try await SQLiteStore(path: path).running { store in
        // Enough to split the pages of the indexes.
        for number in 1...400 {
          try await SampleAttempt("\(number)").open(in: store) { file in
            let email = "\(Self.canary)-\(number * 7919 % 400)@example.com"
            file.details = BuyerDetails(
              buyer: BuyerBody(name: nil, email: email, phone: nil), shippingAddress: nil, paymentDescriptor: nil)
            file.buyerFacts = BuyerFacts(email: email)
          }
        }
        for number in 1...400 { try await store.forget(CheckoutID("\(number)")) }
        #expect(traces(path) == [])
      }
    }
  }

  @Test(
    "While another program reads the former data, the erasure is postponed to a later commit", arguments: [true, false])
  func delayed(_ isByCommit: Bool) async throws {
    try await withDatabasePath { path in
      try await SQLiteStore(path: path).running { store in
        try await fill(store)
        var configuration = Configuration()
        configuration.allowsUnsafeTransactions = true
        let reading = try DatabaseQueue(path: path, configuration: configuration)
        try await reading.writeWithoutTransaction { database in
          try database.execute(sql: "BEGIN; SELECT count(*) FROM checkouts")
        }
        try await store.forget("one")
        #expect(traces(path) == ["-wal"])
        try await reading.writeWithoutTransaction { try $0.execute(sql: "COMMIT") }
        guard isByCommit else { return }
        // A commit empties the log after it has answered: the second one comes after that.
        for number in [1, 2] as [UInt8] { try await store.update("after") { file, _ in file.record = [number] } }
        #expect(traces(path) == [])
      }
      #expect(traces(path) == [])
    }
  }

  @Test("Data that a killed process left in the write-ahead log is gone when the file is reopened")
  func killed() async throws {
    try await withDatabasePath { path in
      try await withDatabasePath { left in
        try await SQLiteStore(path: path).running { store in
          try await fill(store)
          // Files of a process that ended before it emptied the log.
          try await DatabaseQueue(path: path).writeWithoutTransaction { other in
            try other.execute(
              sql: """
                PRAGMA secure_delete = ON; DELETE FROM buyer_details WHERE checkout = 'one';
                DELETE FROM search_postings; DELETE FROM search_words
                """)
          }
          let folder = URL(filePath: left).deletingLastPathComponent()
          try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
          for suffix in ["", "-wal"] { try FileManager.default.copyItem(atPath: path + suffix, toPath: left + suffix) }
        }
        #expect(traces(left) == ["-wal"])
        let store = try SQLiteStore(path: left)
        #expect(traces(left) == [])
        #expect(try await store.file("one")?.details == nil)
      }
    }
  }
}
