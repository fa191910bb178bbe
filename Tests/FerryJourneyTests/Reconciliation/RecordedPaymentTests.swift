import AmazonPay
import AmazonPaySandbox
import FerryCheckout
import FerryCore
import FerryEngine
import FerrySQLite
import FerrySandbox
import FerryTesting
import GRDB
import Testing

@Suite("Ferry's books for a reader beside the engine")
struct RecordedPaymentTests {
  @Test("A payment has its ledger, times and references; a checkout that cannot have been paid is left out")
  func recorded() async throws {
    try await ReconciledWorld.with(seed: 1) { books in
      let (id, moved, now) = try await books.world.run {
        _ = try await books.live(.cancelled, "left")
        let id = try await books.live(.refunded, "cart")
        _ = try await books.live(.paying, "page")
        let log = try await books.world.store.log(id, after: 0, limit: 1_000)
        let moved = log.last { if case .money = $0.entry.what { true } else { false } }?.entry.at
        try await books.time.sleep(for: .seconds(100))
        return (id, try #require(moved), books.time.now)
      }
      let reader = try SQLiteReader(path: books.folder + "/ferry.sqlite")
      let day = Duration.seconds(86_400)
      func found(
        _ window: Range<Moment>, mode: Mode = .test, orders: [String] = [], of shop: ShopID? = nil,
        groups: [String] = []
      ) async throws -> [RecordedPayment] {
        try await reader.recordedPayments(
          of: ProviderAccountID(provider: "amazon-pay", mode: mode), window: window, orders: orders, of: shop,
          transactions: groups.map {
            ProviderTransaction(kind: .refund, id: "none", group: $0, amount: .yen(1), at: window.lowerBound)
          })
      }
      let all = try await found((now - day)..<now)
      #expect(Set(all.map(\.orderReference)) == ["cart", "page"])
      let payment = try #require(all.first { $0.checkout == id })
      #expect(payment.totals?.captured == .yen(9_520) && payment.totals?.refunded == .yen(1_234))
      #expect(payment.expected == [.receivable: 8_286, .sales: -8_286] && payment.ledger == payment.expected)
      #expect(payment.movedAt == moved && moved > payment.createdAt)
      #expect(all.first { $0.checkout != id }?.agreedSession != nil)

      // Regardless of its start, it is found by its order and by the reference that its charge shares with a refund.
      let later = now..<(now + day)
      #expect(try await found(later) == [])
      #expect(try await found(later, orders: ["cart", "nothing"], of: "demo") == [payment])
      #expect(try await found(later, orders: ["cart"], of: "other") == [])
      #expect(try await found(later, mode: .live, orders: ["cart"], of: "demo") == [])
      let group = ReconciledWorld.group(ofCharge: try #require(payment.charge))
      var named = payment
      named.references = [group]
      #expect(try await found(later, groups: [group]) == [named])
      #expect(try await found(later, groups: [String(group.dropLast())]) == [])
      // It is named twice, and listed once.
      #expect(try await found((now - day)..<now, orders: ["cart"], of: "demo", groups: [group]).count == 2)
    }
  }

  @Test("Orders that were paid at another account belong to its books")
  func paidElsewhere() async throws {
    try await ReconciledWorld.with(seed: 4) { books in
      try await books.world.run {
        _ = try await books.live(.paid, "cart")
        _ = try await books.live(.cancelled, "left")
      }
      let reader = try SQLiteReader(path: books.folder + "/ferry.sqlite")
      func elsewhere(_ provider: ProviderID, _ shop: ShopID = "demo") async throws -> Set<String> {
        try await reader.orders(
          ["cart", "left", "nothing"], of: shop, paidOutside: ProviderAccountID(provider: provider, mode: .test))
      }
      #expect(try await elsewhere("swedbank-pay") == ["cart"])
      #expect(try await elsewhere("amazon-pay") == [])
      #expect(try await elsewhere("swedbank-pay", "other") == [])
    }
  }

  @Test("A checkout that never agreed is not asked about")
  func neverAgreed() async throws {
    try await ReconciledWorld.with(seed: 4) { books in
      let asked = try await books.world.run {
        let left = try await books.buyer.toReview("left").0.checkout
        let paying = try #require(try await books.world.store.file(try await books.live(.paying, "page"))).checkout
        let first = books.world.sandbox.state.requests.count
        _ = try await books.discrepancies([
          try await books.stated("left", left.id), try await books.stated("page", paying.id),
        ])
        let paths = books.world.sandbox.state.requests.dropFirst(first).map(\.path)
        return try [left, paying].map { checkout in
          let session = try #require(checkout.session)
          return paths.contains { $0.contains(session) }
        }
      }
      #expect(asked == [false, true], "The first has not agreed; the second is at the payment page.")
    }
  }

  @Test("A payment with outstanding work has the time at which it becomes overdue")
  func overdue() async throws {
    try await ReconciledWorld.with(seed: 3) { books in
      let (id, now) = try await books.world.run {
        let id = try await books.live(.paid, "cart")
        let now = books.time.now
        try await books.world.store.update(id) { file, _ in
          file.outstanding = [
            StoredCommand(checkout: file.checkout, command: Command(number: 99, kind: .read), at: now - .seconds(60))
          ]
        }
        return (id, now)
      }
      let reader = try SQLiteReader(path: books.folder + "/ferry.sqlite")
      let found = try await reader.recordedPayments(
        of: ProviderAccountID(provider: "amazon-pay", mode: .test),
        window: (now - .seconds(86_400))..<(now + .seconds(60)))
      let overdueAt = try #require(found.first { $0.checkout == id }?.overdueAt, "Something waits.")
      #expect(overdueAt == now - .seconds(60) + Checkout.patience)
      let books = Reconciliation(payments: found, window: (now - .seconds(86_400))..<overdueAt, grace: .seconds(3_600))
      #expect(books.discrepancies(at: overdueAt).map(\.kind) == [.overdue])
      #expect(books.discrepancies(at: overdueAt - .milliseconds(1)).isEmpty)
    }
  }

  @Test("Ledger entries of a checkout without a payment are a difference, too")
  func entriesAlone() async throws {
    try await ReconciledWorld.with(seed: 2) { books in
      let id = try await books.world.run { try await books.live(.paid, "cart") }
      let copy = try books.spoiltCopy { database in
        try database.execute(
          sql: "UPDATE checkouts SET body = json_remove(body, '$.payment') WHERE id = ?", arguments: [id.text])
      }
      let now = books.time.now + .seconds(7_200)
      let payments = try await SQLiteReader(path: copy + "/ferry.sqlite").recordedPayments(
        of: ProviderAccountID(provider: "amazon-pay", mode: .test), window: (now - .seconds(86_400))..<now)
      let found = Reconciliation(payments: payments, window: (now - .seconds(86_400))..<now, grace: .seconds(3600))
        .discrepancies(at: now)
      #expect(found.map(\.kind) == [.ledger])
      #expect(found.first?.ferry == .yen(0) && found.first?.ledger == .yen(9_520))
    }
  }
}
