#if PostgreSQL
  import FerryCheckout
  import FerryCore
  import FerryEngine
  import FerryProvider
  import FerryTesting
  import Synchronization
  import Testing

  @testable import FerryPostgres

  @Suite("Several connections at once")
  struct RaceTests {
    @Test("change two attempts of one order one after the other, so that each decides once, by what the other has left")
    func attempts() async throws {
      try await withStore { store in
        let decisions = Mutex(0)
        for round in 1...10 {
          let ids = ["one", "two"].map { CheckoutID("\($0)-\(round)") }
          for id in ids {
            try await SampleAttempt(id.text, order: "\(round)").open(in: store)
            try await cancel(id, in: store)
          }
          let stated = try CheckedOrder(reference: "ref-\(round)", content: SampleAttempt.content)
          let won = try await concurrently(2) { number -> Bool in
            do {
              try await store.update(ids[number - 1]) { file, _ in
                decisions.withLock { $0 += 1 }
                try file.order.open(file.checkout.id, stated: stated)
              }
              return true
            } catch is Order.AttemptRefusal {
              return false
            }
          }
          #expect(won.count { $0 } == 1)
          #expect(decisions.withLock(\.self) == 2 * round)
        }
      }
    }

    private func cancel(_ id: CheckoutID, in store: PostgresStore) async throws {
      try await store.update(id) { file, _ in
        _ = try file.checkout.receive(.cancel(.buyer), at: SampleAttempt.start, for: &file.order)
      }
    }

    @Test("open one order once, from stores of several servers")
    func opening() async throws {
      try await withDatabase { address in
        try await store(address).running { first in
          try await store(address).running { second in
            let results = try await concurrently(30) { number in
              try await SampleAttempt("a\(number)", order: "o").open(in: number.isMultiple(of: 2) ? first : second)
            }
            let created = results.compactMap { if case .created(let id) = $0 { id } else { nil } }
            #expect(created.count == 1)
            #expect(results.count { $0 == .existing(created[0]) } == 29)
          }
        }
      }
    }

    @Test("use an idempotency key once, whatever order it comes with")
    func keys() async throws {
      try await withStore { store in
        let key = CreationKey(key: "key", digest: "digest")
        let results = try await concurrently(20) { number in
          try await SampleAttempt("a\(number)").open(in: store, key: key)
        }
        let created = results.compactMap { if case .created(let id) = $0 { id } else { nil } }
        #expect(created.count == 1)
        #expect(results.count { $0 == .replayed(created[0]) } == 19)
      }
    }

    @Test("count references without a number twice and without a gap")
    func counting() async throws {
      try await withStore { store in
        for number in 1...8 { try await SampleAttempt("\(number)").open(in: store) }
        let numbers = try await concurrently(40) { number in
          try await store.update(CheckoutID("\(number % 8 + 1)")) { _, change in
            [change.countReference(), change.countReference()]
          }
        }
        #expect(numbers.flatMap(\.self).sorted() == Array(1...80))
      }
    }

    @Test("give a reference to one checkout")
    func references() async throws {
      try await withStore { store in
        for number in 1...8 { try await SampleAttempt("\(number)").open(in: store) }
        let results = try await concurrently(8) { number -> Bool in
          do {
            try await store.update(CheckoutID("\(number)")) { file, change in
              file.record = [1]
              change.references = [.sample("S-1")]
            }
            return true
          } catch StoreError.referenceTaken {
            return false
          }
        }
        #expect(results.count { $0 } == 1)
        let owner = try #require(try await store.checkout(SampleAttempt.account, reference: .sample("S-1")))
        #expect(try await store.file(owner)?.record == [1])
        #expect(try await store.checkouts(CheckoutFilter(), limit: 9).count { $0.record != nil } == 1)
      }
    }

    @Test("never leave a notification unmatched whose reference is entered at the same time")
    func unmatched() async throws {
      try await withStore { store in
        try await SampleAttempt("one").open(in: store)
        for number in 1...30 {
          let entry = InboxEntry(
            account: SampleAttempt.account, identity: "m-\(number)", isAuthenticated: true, kind: "CHANGE",
            references: [.sample("C-\(number)")], body: nil, receivedAt: SampleAttempt.start)
          #expect(try await store.accept(entry, limits: InboxLimits()) == .kept)
          let inbox = try await store.due(at: SampleAttempt.start, limit: 99).notifications
          let due = try #require(inbox.first { $0.checkout == nil })
          let later = SampleAttempt.start + .seconds(3600)
          async let left = store.leaveUnmatched(due.number, until: later, at: SampleAttempt.start)
          async let entered: Void = store.update("one") { _, change in change.references = [.sample("C-\(number)")] }
          _ = try await (left, entered)
          let found = try await store.due(at: SampleAttempt.start, limit: 99).notifications
          #expect(found.contains { $0.number == due.number && $0.checkout == "one" })
        }
      }
    }

    @Test("accept a notification once")
    func notifications() async throws {
      try await withStore { store in
        let results = try await concurrently(20) { _ in
          try await store.accept(
            InboxEntry(
              account: SampleAttempt.account, identity: "m", isAuthenticated: true, kind: "CHANGE",
              references: [.sample("C-1")], body: nil, receivedAt: SampleAttempt.start), limits: InboxLimits())
        }
        #expect(results.count { $0 == .kept } == 1)
        #expect(results.count { $0 == .repeated } == 19)
      }
    }

    @Test("commit log entries in another order than their positions, and a reader of all misses none")
    func log() async throws {
      try await withStore { store in
        for id in ["slow", "fast"] { try await SampleAttempt(id).open(in: store) }
        let checkout = try #require(try await store.file("slow")?.checkout)
        let (holding, isHolding) = AsyncStream<Void>.makeStream()
        let mayCommit = Mutex(false)
        async let slow: Void = store.pool.write { transaction in
          try transaction.enter([LogEntry(at: SampleAttempt.start, .remark("slow"))], of: checkout)
          // It has its position.
          _ = try transaction.rows("SELECT 1")
          isHolding.yield()
          while !mayCommit.withLock(\.self) { _ = try transaction.rows("SELECT pg_sleep(0.01)") }
        }
        for await _ in holding { break }
        try await store.update("fast") { _, change in
          change.log = [LogEntry(at: SampleAttempt.start, .remark("fast"))]
        }
        // Its own reader sees it, and a reader of all does not go past the one that is to come.
        #expect(try await store.log("fast", after: 0, limit: 9).count == 1)
        #expect(try await store.log(nil, after: 0, limit: 9) == [])
        mayCommit.withLock { $0 = true }
        try await slow
        #expect(
          try await store.log(nil, after: 0, limit: 9).map(\.entry.what) == [.remark("slow"), .remark("fast")])
      }
    }

    @Test("write the log from many connections, and a reader who goes on from the last position has every entry")
    func logReader() async throws {
      try await withStore { store in
        for number in 0..<8 { try await SampleAttempt("\(number)").open(in: store) }
        let isOver = Mutex(false)
        async let read = Task {
          var records: [LogRecord] = []
          while true {
            let wasOver = isOver.withLock(\.self)
            let next = try await store.log(nil, after: records.last?.position ?? 0, limit: 50)
            records += next
            if wasOver, next.isEmpty { return records }
          }
        }.value
        try await concurrently(200) { number in
          try await store.update(CheckoutID("\(number % 8)")) { _, change in
            change.log = [LogEntry(at: SampleAttempt.start, .remark("\(number)"))]
          }
        }
        isOver.withLock { $0 = true }
        let remarks = try await read.map(\.entry.what)
        #expect(remarks.count == 200)
        #expect(Set(remarks) == Set((1...200).map { .remark("\($0)") }))
      }
    }
  }

  /// Runs work for the numbers from 1 on, all at once.
  @discardableResult
  func concurrently<Result: Sendable>(
    _ count: Int, _ work: @escaping @Sendable (Int) async throws -> Result
  ) async throws -> [Result] {
    try await withThrowingTaskGroup(of: Result.self) { group in
      for number in 1...count { group.addTask { try await work(number) } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
  }
#endif
