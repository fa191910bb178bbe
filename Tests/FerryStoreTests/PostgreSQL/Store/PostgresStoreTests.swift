#if PostgreSQL
  import FerryCheckout
  import FerryCore
  import FerryEngine
  import FerryPostgres
  import FerryTesting
  import Logging
  import Testing

  @testable import FerryPostgres

  @Suite("A store in PostgreSQL")
  struct PostgresStoreTests {
    @Test("meets the contract of every store", arguments: StoreContract.checks)
    func contract(_ check: StoreContract.Check) async throws {
      try await withStore { try await check.run($0) }
    }

    @Test("finds everything after a restart, and under the same constraints")
    func restart() async throws {
      try await withDatabase { address in
        let key = CreationKey(key: "key", digest: "digest")
        let (before, ledger) = try await store(address).running { store in
          try await SampleAttempt("one").open(in: store, key: key) { file in
            file.record = [1, 2]
            file.details = BuyerDetails(buyer: nil, shippingAddress: nil, paymentDescriptor: "Card")
          }
          let file = try await store.update("one") { file, change in
            change.references = [.sample("S-1")]
            change.ledger = try file.pay(charge: "C-1")
            return file
          }
          return (file, try await store.ledger("one"))
        }
        try await store(address).running { store in
          let after = try await store.file("one")
          #expect(after == before)
          #expect(try await SampleAttempt("two").open(in: store, key: key) == .replayed("one"))
          #expect(try await store.checkout(SampleAttempt.account, reference: .sample("S-1")) == "one")
          #expect(!ledger.isEmpty)
          #expect(try await store.ledger("one") == ledger)
        }
      }
    }

    @Test(
      "takes two round trips for a change of a checkout, and another to look at more than the checkout",
      arguments: [
        CountedTrips("nothing, which nobody waits to see undone", 1) { _, _ in },
        CountedTrips("the checkout", 2) { file, _ in file.record = [1] },
        CountedTrips("everything of it", 2) { file, change in
          file.outstanding = [StoredCommand(checkout: file.checkout, command: .read, at: SampleAttempt.start)]
          file.buyerFacts = BuyerFacts(email: "taro@example.com")
          change.ledger = try file.pay(charge: "C-1")
          change.log = ["a", "b"].map { LogEntry(at: SampleAttempt.start, .remark($0)) }
          change.references = [.sample("S-1"), .sample("C-1")]
          change.webhooks = [.sample("one", 1), .sample("one", 2)]
        },
        CountedTrips("counted references, with a look at the last one", 3) { _, change in _ = change.countReference() },
        CountedTrips("a delivery, with a look at it", 3) { file, change in
          file.record = [1]
          change.deliveries = [WebhookUpdate(.sample("one", 9), .delivered(at: SampleAttempt.start, result: "x"))]
        },
      ])
    func roundTrips(_ example: CountedTrips) async throws {
      // One connection: another one's settings are a round trip of their own.
      try await withStore(connections: 1) { store in
        try await SampleAttempt("one").open(in: store)
        // Statements are prepared at their first use, in the same round trips.
        let before = store.roundTrips
        try await store.update("one") { file, change in try example.decide(&file, &change) }
        #expect(store.roundTrips - before == example.count)
      }
    }

    @Test("takes one round trip to read a checkout, and one to look for all that is due")
    func readingTrips() async throws {
      try await withStore(connections: 1) { store in
        try await SampleAttempt("one").open(in: store)
        let demand = CommandDemand(SampleAttempt.account, limit: 10)
        func trips(_ read: () async throws -> Void) async throws -> Int {
          let before = store.roundTrips
          try await read()
          return store.roundTrips - before
        }
        let now = SampleAttempt.start
        // Each comes after the end of another transaction, whose answer is still unread.
        for _ in 1...2 {
          #expect(try await trips { _ = try await store.file("one") } == 1)
          #expect(
            try await trips {
              _ = try await store.due(at: now, commands: [demand], notifications: [demand], wakings: 10)
            } == 1)
          #expect(try await trips { _ = try await store.dueDeliveries(at: now, [WebhookDemand("a", limit: 10)]) } == 1)
        }
      }
    }

    @Test("refuses changes that break a rule of the schema", arguments: brokenRules)
    func rules(_ statement: String) async throws {
      try await withStore { store in
        try await SampleAttempt("one").open(in: store)
        try await store.update("one") { file, change in
          change.ledger = try file.pay(charge: "C-1")
          change.references = [.sample("S-1")]
        }
        await #expect(throws: (any Error).self) { try await store.pool.write { _ = try $0.count(statement) } }
      }
    }

    private static let brokenRules = [
      "UPDATE orders SET paid_by = 'other'", "UPDATE orders SET paid_by = NULL", "UPDATE ledger SET amount = 1",
      "DELETE FROM ledger", "TRUNCATE ledger", "UPDATE provider_references SET checkout = 'one'",
      "UPDATE checkouts SET order_id = 'nobody'", "UPDATE checkouts SET mode = 'other'",
      "UPDATE checkouts SET returned_at = 1", "INSERT INTO log (checkout, at, body) VALUES ('nobody', 1, '{}')",
    ]

    @Test("has checkouts that wait for a person in its books whenever they began")
    func undecided() async throws {
      try await withDatabase { address in
        try await store(address).running { store in
          try await store.addUndecidedCheckouts()
          let reader = try await PostgresReader(try PostgresAddress(address), logger: quiet)
          try await reader.expectUndecided()
          await reader.close()
        }
      }
    }

    @Test("finds no other order for a reference with a NUL")
    func nul() async throws {
      try await withDatabase { address in
        try await store(address).running { store in
          try await store.addUndecidedCheckouts()
          let reader = try await PostgresReader(try PostgresAddress(address), logger: quiet)
          try await reader.expectNoOrderBeforeNUL()
          await reader.close()
        }
      }
    }

    @Test("skips rows that cannot be read in lists, and names them when they are read alone")
    func damage() async throws {
      try await withDatabase { address in
        try await store(address).running { store in
          for number in 1...4 {
            try await SampleAttempt("\(number)", createdAt: SampleAttempt.start + .seconds(number)).open(in: store) {
              file in
              file.outstanding = [StoredCommand(checkout: file.checkout, command: .read, at: SampleAttempt.start)]
            }
          }
          for spoil in [
            "UPDATE checkouts SET body = substr(body, 1, 100) WHERE id = '2'",
            "UPDATE commands SET body = 'x' WHERE checkout = '3'",
          ] {
            try await store.pool.write { try $0.run(spoil) }
          }
          #expect(try await store.checkouts(CheckoutFilter(), limit: 9).map(\.checkout.id) == ["4", "1"])
          #expect(try await store.checkouts(CheckoutFilter(), limit: 1).map(\.checkout.id) == ["4"])
          #expect(try await store.checkouts(CheckoutFilter(), limit: 2).map(\.checkout.id) == ["4", "1"])
          let error = await #expect(throws: PostgresStoreError.self) { try await store.file("2") }
          #expect(error?.description.contains("cannot read the checkout 2") == true)
          let update = await #expect(throws: PostgresStoreError.self) {
            try await store.update("3") { file, _ in file.record = nil }
          }
          #expect(update?.description.contains("cannot read the checkout 3") == true)
          #expect(store.unreadable.count == 2)
          let due = try await store.due(at: SampleAttempt.start, limit: 2)
          #expect(due.commands.map(\.checkout) == ["1", "4"])

          let reader = try await PostgresReader(try PostgresAddress(address), logger: quiet)
          let payments = try await reader.recordedPayments(
            of: SampleAttempt.account, window: SampleAttempt.start..<SampleAttempt.start + .seconds(99))
          #expect(payments.isEmpty)
          #expect(reader.unreadable.count == 2)
          await reader.close()
        }
      }
    }
  }

  /// A change, and the round trips that it takes.
  struct CountedTrips: Sendable, CustomStringConvertible {
    let description: String
    let count: Int
    let decide: @Sendable (inout CheckoutFile, inout Change) throws -> Void

    init(
      _ description: String, _ count: Int,
      _ decide: @escaping @Sendable (inout CheckoutFile, inout Change) throws -> Void
    ) {
      self.description = description
      self.count = count
      self.decide = decide
    }
  }

  extension Command {
    static let read = Command(number: 7, kind: .read)
  }

  // MARK: Databases

  let quiet = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

  /// Hands the address of a database with the tables to the body.
  func withDatabase<Success: Sendable>(_ body: (String) async throws -> Success) async throws -> Success {
    try await withTemporaryDatabase(like: "ferry_tables", prepare: createTables) { try await body($0.address) }
  }

  @Sendable func createTables(_ address: String) async throws {
    try await PostgresSchema.create(try PostgresAddress(address), logger: quiet)
  }

  func store(
    _ address: String, connections: Int = 6, name: String = "test", leases: LeaseTimes = LeaseTimes()
  ) throws -> PostgresStore {
    PostgresStore(
      try PostgresAddress(address), connections: connections, name: name, leases: leases, deadlines: .patient,
      logger: quiet)
  }

  /// Hands a running store in a database of its own to the body.
  func withStore<Success: Sendable>(
    connections: Int = 6, _ body: (PostgresStore) async throws -> Success
  ) async throws -> Success {
    try await withDatabase { address in try await store(address, connections: connections).running(body) }
  }
#endif
