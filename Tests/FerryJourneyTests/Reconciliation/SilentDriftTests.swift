import AmazonPay
import AmazonPaySandbox
import FerryCheckout
import FerryCore
import FerryEngine
import FerrySandbox
import FerryTesting
import Testing

@Suite("Reconciliation finds all silent drift, and only the drift")
struct SilentDriftTests {
  @Test(
    "The report lists exactly the unreported changes, and another inquiry repairs those that it can",
    arguments: 1...20)
  func drift(_ seed: UInt64) async throws {
    try await ReconciledWorld.with(seed: seed) { books in
      var random = SplitMix64(seed: seed)
      let lives = (ReconciledWorld.Life.allCases + [.paid, .paid, .authorized, .captured, .paying]).shuffled(
        using: &random)
      let late = lives.filter { $0 == .paying }
      let lived = try await books.world.run {
        var orders: [LivedOrder] = []
        func live(_ lives: [ReconciledWorld.Life]) async throws {
          for life in lives {
            let name = "order-\(orders.count)"
            orders.append(LivedOrder(reference: name, life: life, checkout: try await books.live(life, name)))
          }
        }
        try await live(lives.filter { $0 != .paying })
        // Some commands expire meanwhile; Ferry asks the provider about the rest.
        try await books.time.sleep(for: .seconds(26 * 3600))
        try await live(late)
        try await books.time.sleep(for: .seconds(2 * 3600))
        for index in orders.indices {
          orders[index].row = try await books.stated(orders[index].reference, orders[index].checkout)
        }
        #expect(try await books.discrepancies(orders.compactMap(\.row)) == [], "clean, seed \(seed)")
        return orders
      }

      // No engine runs, so nothing is reported.
      let plan = SilentDrift.allCases.shuffled(using: &random).prefix(Int.random(in: 1...8, using: &random))
      let entry = Int.random(in: 0..<100, using: &random)
      let (orders, marks, invented) = try await books.time.run {
        var orders = lived
        var marks: [DriftMark] = []
        var invented: [StatedOrder] = []
        for drift in plan {
          guard
            let index = orders.indices.first(where: { orders[$0].drift == nil && drift.lives.contains(orders[$0].life) }
            )
          else { continue }
          let (more, rows) = try await books.spoil(&orders[index], drift)
          marks += more
          invented += rows
        }
        try await books.time.sleep(for: .seconds(2 * 3600))
        return (orders, marks, invented)
      }
      #expect(!marks.isEmpty)

      let untouched = orders.first { $0.drift == nil && $0.life == .captured } ?? orders.first { $0.life == .captured }
      let host = try #require(untouched)
      var expected = marks
      if orders.contains(where: { $0.drift == .checkoutUnderAnotherOrder }) {
        expected.append(DriftMark(.paidTwice, host.reference))
      }
      let copy = try books.spoiltCopy { database in
        for order in orders { try books.spoil(order, in: database, entry: entry, other: host.checkout) }
      }
      let rows = orders.compactMap(\.row) + invented
      let found = try await books.time.run { try await books.discrepancies(rows, in: copy) }
      #expect(found.map { "\(DriftMark($0))" }.sorted() == expected.map(\.description).sorted(), "seed \(seed)")

      // The repair is a normal inquiry: the provider is asked, and its answer is applied.
      let again = try InProcessAmazonPay(restarting: books.world)
      let left = try await again.run {
        for discrepancy in found where discrepancy.isForTheProvider {
          _ = try await again.engine.submit(.recheckRequested, to: try #require(discrepancy.checkout))
        }
        try await books.time.sleep(for: .seconds(2 * 3600))
        var rows: [StatedOrder] = invented
        for order in orders {
          // Webhooks report the findings to the shop.
          let isTold = order.drift?.isRepairable ?? false
          if let row = isTold ? try await books.stated(order.reference, order.checkout) : order.row { rows.append(row) }
        }
        return try await books.discrepancies(rows)
      }
      let repaired = Set(orders.filter { $0.drift?.isRepairable ?? false }.map(\.reference))
      let lost = Set(orders.filter { $0.drift?.isInTheDatabase ?? false }.flatMap { [$0.reference, $0.charge ?? ""] })
      // The database itself was never spoilt; the shop's rows and foreign charges stay as they are.
      let staying = marks.filter { !repaired.contains($0.name) && !lost.contains($0.name) }
      #expect(left.map { "\(DriftMark($0))" }.sorted() == staying.map(\.description).sorted(), "repaired, seed \(seed)")
    }
  }
}
