#if PostgreSQL
  import FerryCheckout
  import FerryCore
  import FerryEngine
  import FerryHTTP
  import FerryProvider
  import FerryTesting
  import HTTPTypes
  import Synchronization
  import Testing

  @testable import FerryPostgres

  @Suite("Several servers that share a database", .timeLimit(.minutes(10)))
  struct ServersTests {
    @Test("meet the contract of shared stores", arguments: SharedStoreContract.checks)
    func contract(_ check: SharedStoreContract.Check) async throws {
      try await withServers { stores, _ in try await check.run(stores) }
    }

    @Test("take over what another has left behind, each checkout once and under one new fence")
    func claims() async throws {
      try await withDatabase { address in
        try await store(address, leases: .short).running { first in
          for number in 1...20 {
            try await SampleAttempt("\(number)").open(in: first) { file in
              file.outstanding = [StoredCommand(checkout: file.checkout, command: .read, at: SampleAttempt.start)]
            }
          }
        }
        // Nobody owns them now.
        try await store(address, leases: .short).running { second in
          try await store(address, leases: .short).running { third in
            let dues = try await concurrently(8) { number in
              try await (number.isMultiple(of: 2) ? second : third).due(at: SampleAttempt.start, limit: 20).commands
            }
            let rest = [
              try await second.due(at: SampleAttempt.start, limit: 20).commands,
              try await third.due(at: SampleAttempt.start, limit: 20).commands,
            ]
            #expect((dues + rest).joined().allSatisfy { $0.fence == 1 })
            #expect(Set(rest[0].map(\.checkout)).isDisjoint(with: rest[1].map(\.checkout)))
            #expect(rest.joined().count == 20)
          }
        }
      }
    }

    @Test("keep their checkouts for a second after a lease has ended, for its renewal may just not be visible yet")
    func margin() async throws {
      try await withStore { store in
        try await SampleAttempt("one").open(in: store)
        let server = try #require(store.lease)
        for (milliseconds, claimed) in [(0, 0), (1000, 1)] {
          let fences = try await store.pool.write { transaction in
            let other = try transaction.row(
              """
              INSERT INTO servers (name, until) VALUES ('other', clock_timestamp() - $1 * interval '1 ms')
              RETURNING id
              """, [.int(milliseconds)])
            try transaction.run("UPDATE checkouts SET owner = $1", [.int(other?.int(0))])
            return try transaction.claim(["one"], for: server)
          }
          #expect(fences.count == claimed)
        }
      }
    }

    @Test("have one clock, the database's, whatever their own say")
    func time() async throws {
      try await withStore { store in
        let before = store.time.now
        let milliseconds = try await store.pool.read {
          try $0.row("SELECT \(PostgresTransaction.clock)")?.int(0)
        }
        let database = Moment(milliseconds: try #require(milliseconds))
        let after = store.time.now
        #expect(before - .seconds(1) <= database && database <= after + .seconds(1))
      }
      let time = DatabaseTime()
      let start = ContinuousClock.now
      let hourAgo = SystemTime().now - .seconds(3600)
      time.learn(hourAgo, readBetween: start, and: start + .milliseconds(10))
      #expect(time.now.since(hourAgo) < .seconds(60))
      // A reading that agrees within its own uncertainty changes nothing, so that the clock does not jump.
      let learnt = time.now
      time.learn(
        hourAgo + .seconds(60) - .milliseconds(400), readBetween: start + .seconds(59), and: start + .seconds(61))
      #expect(time.now.since(learnt) < .seconds(30))
      time.learn(hourAgo + .seconds(90), readBetween: start, and: start + .milliseconds(10))
      #expect(time.now.since(hourAgo) > .seconds(89))
    }

    @Test("end the lease of a dead one in time, also after the database's clock was set back by an hour")
    func clockSetBack() async throws {
      try await withStore { store in
        let rows = try await store.pool.write { transaction in
          try transaction.run(
            """
            INSERT INTO servers (name, until) VALUES ('dead', clock_timestamp() + interval '1 hour'),
              ('slow', clock_timestamp() + interval '19 s')
            """)
          _ = try transaction.renew(ServerLease(name: "late", LeaseTimes()))
          return try transaction.rows(
            """
            SELECT name, \(PostgresTransaction.isAlive), until > clock_timestamp() + interval '11 s'
            FROM servers ORDER BY name
            """
          ).map { (name: $0.text(0), isAlive: $0.bool(1), isAhead: $0.bool(2)) }
        }
        #expect(rows.map { $0.name } == ["dead", "late", "slow", "test"])
        #expect(rows.allSatisfy { $0.isAlive })
        #expect(rows.filter { $0.isAhead }.map { $0.name } == ["slow"])
      }
    }

    @Test("get no lease while another database is copied into theirs")
    func copying() async throws {
      try await withStore { store in
        try await store.pool.writeOnce { try $0.beginCopy() }
        let lease = ServerLease(name: "late", LeaseTimes())
        await #expect(throws: StoreError.unavailable("a copy into the database is not finished")) {
          try await store.pool.writeOnce { try $0.renew(lease) }
        }
        let servers = try await store.pool.writeOnce { try $0.keepServersOut() }
        #expect(servers == ["test"])
      }
    }

    @Test("wait for their first lease without an error, and begin their work with it")
    func firstLease() async throws {
      try await withDatabase { address in
        let log = RecordedLog()
        let server = try store(address)
        try await SampleAttempt("one").open(in: server)
        let engine = Engine(
          store: server, providers: [], transport: ScriptedTransport([]), time: server.time,
          randomness: SystemRandomness(),
          logger: log.logger
        ) { _ in ProviderReturnURLs(select: "", pay: "", cancel: "") }
        let work = Task { try await engine.run() }
        try await Task.sleep(for: .milliseconds(300))
        try await server.running { server in
          // The timer of the checkout has fired long ago.
          try await until { try await server.file("one")?.fence == 1 }
          work.cancel()
          _ = await work.result
        }
        #expect(!log.messages.contains { $0.contains("store") })
      }
    }

    @Test("hear at once that one of them has stopped", .timeLimit(.minutes(3)))
    func stopped() async throws {
      try await withDatabase { address in
        var times = LeaseTimes()
        times.length = .seconds(7200)
        times.interval = .seconds(3600)
        let staying = try store(address, name: "staying", leases: times)
        let changes = staying.changesElsewhere()
        let running = Task { try await staying.run() }
        let stopping = try store(address, name: "stopping", leases: times)
        try await stopping.running { _ in
          // The first renewal is the only one.
          for await _ in changes { break }
        }
        for await change in changes {
          #expect(change == .any)
          break
        }
        running.cancel()
        try await running.value
      }
    }

    @Test("do no work without a lease, and change checkouts all the same")
    func lapse() async throws {
      try await withServers { stores, server in
        let first = try #require(stores.first as? PostgresStore)
        try await server.pause()
        await #expect(throws: StoreError.unavailable("this server has no lease")) {
          try await first.due(at: SampleAttempt.start)
        }
        // A change needs no lease.
        try await SampleAttempt("one").open(in: first)
        try await server.resume()
        #expect(try await first.due(at: SampleAttempt.start + .seconds(7200)).wakings.map(\.checkout) == ["one"])
      }
    }
  }

  extension LeaseTimes {
    static var short: LeaseTimes {
      var times = LeaseTimes()
      // No machine is so slow that a lease lapses by itself.
      times.length = .seconds(2)
      times.interval = .milliseconds(100)
      return times
    }
  }

  /// Hands two servers' stores over one database to the body, of which the first can be paused.
  func withServers(_ body: (SharedStores, PausableServer) async throws -> Void) async throws {
    try await withDatabase { address in
      let first = try store(address, name: "first", leases: .short)
      let second = try store(address, name: "second", leases: .short)
      let running = Task { try await first.run() }
      let server = PausableServer(first, running, try PostgresAddress(address))
      let result: Result<Void, any Error>
      do {
        try await second.running { _ in
          try await until { first.servers == 2 && second.servers == 2 && first.lease != nil }
          let stores = SharedStores(
            first: first, second: second, pause: server.pause, resume: server.resume, stop: server.stop)
          try await body(stores, server)
        }
        result = .success(())
      } catch { result = .failure(error) }
      try await server.resume()
      try await server.stop()
      try result.get()
    }
  }

  /// Returns once a condition is met.
  func until(_ condition: () async throws -> Bool) async throws {
    while try await !condition() { try await Task.sleep(for: .milliseconds(5)) }
  }

  /// A server whose lease can be kept from being renewed, as by a machine that stands still.
  final class PausableServer: Sendable {
    private let store: PostgresStore
    private let running: Task<Void, any Error>
    private let pool: PostgresPool
    private let isPaused = Mutex(false)
    private let holding = Mutex<Task<Void, any Error>?>(nil)

    init(_ store: PostgresStore, _ running: Task<Void, any Error>, _ address: PostgresAddress) {
      self.store = store
      self.running = running
      pool = PostgresPool(address, connections: 2, name: "pause", logger: quiet)
    }

    /// Holds the row of the lease until it has lapsed, here and by the database's clock, and others may claim its
    /// checkouts.
    @Sendable func pause() async throws {
      let server = try #require(store.lease)
      isPaused.withLock { $0 = true }
      let holding = Task { [self] in
        try await pool.write { [self] transaction in
          _ = try transaction.rows("SELECT 1 FROM servers WHERE id = $1 FOR UPDATE", [.int(server)])
          while isPaused.withLock(\.self) { _ = try transaction.rows("SELECT pg_sleep(0.005)") }
        }
      }
      self.holding.withLock { $0 = holding }
      try await until {
        let keepsCheckouts = try await pool.read {
          let sql = "SELECT 1 FROM servers WHERE id = $1 AND \(PostgresTransaction.keepsCheckouts)"
          return try $0.row(sql, [.int(server)]) != nil
        }
        return store.lease == nil && !keepsCheckouts
      }
    }

    /// Returns when the server has a lease again.
    @Sendable func resume() async throws {
      guard let holding = holding.withLock({ $0.take() }) else { return }
      isPaused.withLock { $0 = false }
      try await holding.value
      try await until { store.lease != nil }
    }

    @Sendable func stop() async throws {
      running.cancel()
      try await running.value
      await pool.close()
    }
  }
#endif
