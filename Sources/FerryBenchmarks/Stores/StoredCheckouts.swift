#if PostgreSQL
  import AsyncHTTPClient
  import FerryCore
  import FerryPostgres
  import Foundation
  import NIOHTTP1

  /// The latency of one buyer's checkout and of lists, in databases that differ in the number of stored checkouts.
  struct StoredCheckouts: Sendable {
    let shop: ServedShop
    let postgres: LocalPostgres
    let scale: Scale

    /// Checkouts that are really paid. All others are copies of them.
    private static let originals = 100
    private static let rounds = 10
    /// Of each list, in one round.
    private static let listings = 20

    /// Measures the databases in turn, so that whatever else the machine does strikes all.
    func section() async throws -> Report.Section {
      let databases = try await filled()
      let (times, names) = try await shop.running(databases.map { .postgres(postgres.address(of: $0.name)) }) {
        servers in
        try await measured(servers)
      }
      var rows: [Report.Row] = []
      for name in names {
        for (database, times) in zip(databases, times) {
          rows.append(
            Report.Row(
              name: "\(name), \(Self.text(database.count)) stored", value: times[name, default: []].median, unit: "ms"))
        }
        for (database, times) in zip(databases, times).dropFirst() {
          let ratio = "\(name), \(Self.text(database.count)) stored / \(Self.text(databases[0].count))"
          rows.append(
            Report.Row(
              name: ratio, value: times[name, default: []].median / rows[rows.count - databases.count].value,
              unit: "times", aim: name.hasPrefix("search") ? "at most 1.5" : "at most 1.2", key: ratio))
        }
      }
      for database in databases {
        try await CheckoutCopies.with(postgres.address(of: database.name)) { copies in
          let bytes = try await copies.searchIndexBytes()
          rows.append(
            Report.Row(
              name: "search index per checkout, \(Self.text(database.count)) stored",
              value: Double(bytes) / Double(database.count), unit: "bytes", aim: "at most 1000"))
        }
      }
      return Report.Section(
        title: "Many stored checkouts in PostgreSQL",
        note: """
          Medians of \(scale.alone) checkouts and \(Self.rounds * Self.listings) lists, one at a \
          time; from the request to the whole answer. PostgreSQL has its usual settings, but max_wal_size = 4GB.
          """,
        rows: rows)
    }

    private static func text(_ count: Int) -> String {
      count >= 1_000_000 ? "\(count / 1_000_000) million" : "\(count / 1000) thousand"
    }

    // MARK: Filling

    /// Each database is a copy of the one before, with more checkouts.
    private func filled() async throws -> [(name: String, count: Int)] {
      var databases: [(name: String, count: Int)] = [("stored", Self.originals)]
      try await postgres.createDatabase("stored")
      let first = ServedShop.Database.postgres(postgres.address(of: "stored"))
      try await shop.create(first)
      try await shop.running([first]) { servers in
        _ = try await shop.load(servers).pay(Self.originals, buyers: 4)
      }
      try await CheckoutCopies.with(postgres.address(of: "stored")) { try await $0.keepOriginals(Self.originals) }
      for count in scale.inPostgres {
        let name = "stored_\(count)"
        let last = databases[databases.count - 1]
        print("\n  Storing \(count - last.count) more checkouts in PostgreSQL …")
        fflush(nil)
        try await postgres.createDatabase(name, from: last.name)
        try await CheckoutCopies.with(postgres.address(of: name)) { copies in
          try await copies.copy(last.count / Self.originals..<count / Self.originals)
        }
        try await postgres.vacuum(name)
        databases.append((name, count))
      }
      return Array(databases.dropFirst())
    }

    // MARK: Measuring

    private typealias Times = [String: [Double]]

    /// - Returns: Milliseconds for each server, and the names of all figures in their order.
    private func measured(_ servers: [ServedShop.Server]) async throws -> ([[String: [Double]]], [String]) {
      var times = [Times](repeating: [:], count: servers.count)
      for round in 0...Self.rounds {
        for (index, server) in servers.enumerated() {
          let own = try await self.round(server)
          // The first round warms up.
          if round > 0 { times[index].merge(own) { $0 + $1 } }
        }
      }
      return (times, ["whole checkout"] + Benchmarks.lists.map(\.0) + Benchmarks.searches.map(\.name))
    }

    private func round(_ server: ServedShop.Server) async throws -> Times {
      let load = shop.load([server])
      var times: Times = [:]
      for _ in 0..<scale.alone / Self.rounds {
        times["whole checkout", default: []].append(try await load.pay(1, buyers: 1) / .milliseconds(1))
      }
      let lists = Benchmarks.lists.map { (name: $0.0, path: $0.1, text: String?.none) }
      let searches = Benchmarks.searches.map { (name: $0.name, path: "/v1/checkouts/search", text: String?($0.text)) }
      for (name, path, text) in lists + searches {
        var request = HTTPClientRequest(url: server.address + path)
        if let text {
          request.method = .POST
          request.headers.add(name: "content-type", value: "application/json")
          request.body = .bytes(try JSONEncoder().encode(["text": text]))
        }
        request.headers.add(name: shop.authorization.name, value: shop.authorization.value)
        for _ in 0..<Self.listings {
          let duration = try await ContinuousClock().measure { _ = try await shop.client.text(request) }
          times[name, default: []].append(duration / .milliseconds(1))
        }
      }
      return times
    }
  }
#endif
