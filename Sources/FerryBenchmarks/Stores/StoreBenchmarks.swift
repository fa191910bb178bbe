#if PostgreSQL
  import AsyncHTTPClient
  import FerryCore
  import FerryPostgres
#endif

/// SQLite beside PostgreSQL: several servers on one database, and many stored checkouts.
struct StoreBenchmarks: Sendable {
  let program: DemoProgram
  let scale: Scale
  let folder: String

  /// Adds its sections, or one that says why there are none.
  func run(_ report: inout Report) async throws {
    #if PostgreSQL
      do {
        try await measure(&report)
      } catch LocalPostgresError.missing {
        report.add(leftOut("\(LocalPostgresError.missing)"))
      }
    #else
      report.add(leftOut("This program was built without PostgreSQL: STORE=postgres make bench builds it with."))
    #endif
  }

  private func leftOut(_ reason: String) -> Report.Section {
    Report.Section(title: "PostgreSQL", note: "Not measured. \(reason)", rows: [])
  }

  #if PostgreSQL
    private func measure(_ report: inout Report) async throws {
      var options = LocalPostgresOptions()
      options.isTemporary = true
      // Filling writes gigabytes.
      options.settings = ["max_wal_size": "4GB"]
      try await withLocalPostgres(in: folder + "/postgres", options) { postgres in
        try await HTTPClient.withHTTPClient(configuration: .load) { client in
          let shop = ServedShop(program, folder: folder + "/served", client: client)
          try await shop.withSandbox {
            for section in try await StoreThroughput(shop: shop, postgres: postgres, scale: scale).sections() {
              report.add(section)
            }
            report.add(try await StoredCheckouts(shop: shop, postgres: postgres, scale: scale).section())
          }
        }
      }
    }
  #endif
}

#if PostgreSQL
  /// Whole checkouts of many buyers at a time: in SQLite, and in PostgreSQL with several servers on one database.
  struct StoreThroughput: Sendable {
    let shop: ServedShop
    let postgres: LocalPostgres
    let scale: Scale

    /// A store with its servers.
    private struct Setup {
      let name: String
      let database: ServedShop.Database
      let servers: Int
      var isPostgres: Bool { if case .postgres = database { true } else { false } }
    }

    /// Figures of one checkout, and checkouts of a second.
    private struct Round: Sendable {
      let perSecond: Double
      /// CPU seconds of all servers.
      let servers: Double
      /// CPU seconds of all processes of PostgreSQL.
      let postgres: Double
      let flushes: Double
      let roundTrips: Double
    }

    /// Measures in turn, so that whatever else the machine does strikes all.
    func sections() async throws -> [Report.Section] {
      let setups = try await setups()
      var rounds = [[Round]](repeating: [], count: setups.count)
      for _ in 0..<scale.rounds {
        for (index, setup) in setups.enumerated() { rounds[index].append(try await round(setup)) }
      }
      return zip(setups, rounds).map(section) + [ratios(setups, rounds)]
    }

    /// Each has a database of its own, so that all of them store the same number of checkouts.
    private func setups() async throws -> [Setup] {
      var setups = [Setup(name: "SQLite, 1 server", database: .sqlite, servers: 1)]
      for servers in [1, 2, 4] {
        let database = "servers_\(servers)"
        try await postgres.createDatabase(database)
        setups.append(
          Setup(
            name: "PostgreSQL, \(servers) \(servers == 1 ? "server" : "servers")",
            database: .postgres(postgres.address(of: database)), servers: servers))
      }
      for setup in setups { try await shop.create(setup.database) }
      return setups
    }

    private var count: Int { scale.underLoad / scale.rounds }

    private func round(_ setup: Setup) async throws -> Round {
      try await shop.running(Array(repeating: setup.database, count: setup.servers)) { servers in
        let load = shop.load(servers)
        _ = try await load.pay(scale.warmUp, buyers: scale.buyers)
        let before = try await totals(servers)
        let duration = try await load.pay(count, buyers: scale.buyers)
        let after = try await totals(servers)
        let each = 1 / Double(count)
        return Round(
          perSecond: Double(count) / (duration / .seconds(1)),
          servers: (after.servers - before.servers) / .seconds(1) * each,
          postgres: (after.postgres - before.postgres) / .seconds(1) * each,
          flushes: Double(after.flushes - before.flushes) * each,
          roundTrips: Double(after.roundTrips - before.roundTrips) * each)
      }
    }

    private func totals(
      _ servers: [ServedShop.Server]
    ) async throws -> (servers: Duration, postgres: Duration, flushes: Int, roundTrips: Int) {
      var counts = (flushes: 0, roundTrips: 0)
      for server in servers {
        let own = try await ServerCounts(server.address, shop.client)
        counts.flushes += own.flushes
        counts.roundTrips += own.roundTrips
      }
      let used = try servers.reduce(Duration.zero) { try $0 + ProcessUsage(of: $1.process).processor }
      return (
        used, try ProcessUsage.processorWithChildren(of: Int(postgres.processID)), counts.flushes, counts.roundTrips
      )
    }

    // MARK: Report

    private func section(_ setup: Setup, _ rounds: [Round]) -> Report.Section {
      var rows = [
        Report.Row(name: "whole checkouts", value: rounds.map(\.perSecond).median, unit: "per second"),
        Report.Row(
          name: "checkouts of a CPU second of the servers", value: 1 / rounds.map(\.servers).median, unit: "checkouts"),
      ]
      if setup.isPostgres {
        rows += [
          Report.Row(
            name: "checkouts of a CPU second of PostgreSQL", value: 1 / rounds.map(\.postgres).median,
            unit: "checkouts"),
          Report.Row(name: "round trips per checkout", value: rounds.map(\.roundTrips).median, unit: ""),
        ]
      }
      rows.append(Report.Row(name: "flushes per checkout", value: rounds.map(\.flushes).median, unit: ""))
      return Report.Section(
        title: setup.name,
        note: "Medians of \(scale.rounds) rounds of \(count) checkouts, \(scale.buyers) buyers at a time.", rows: rows)
    }

    private func ratios(_ setups: [Setup], _ rounds: [[Round]]) -> Report.Section {
      func row(_ name: String, _ first: Int, _ second: Int, _ figure: (Round) -> Double) -> Report.Row {
        let name = "\(name), \(setups[first].name) / \(setups[second].name)"
        let value = rounds[first].map(figure).median / rounds[second].map(figure).median
        return Report.Row(name: name, value: value, unit: "times", key: name)
      }
      return Report.Section(
        title: "SQLite beside PostgreSQL",
        note: """
          Servers, PostgreSQL, sandbox and load generator share this machine's processors: more servers add none, and show \
          only that they do not hinder one another.
          """,
        rows: [
          row("speed", 1, 0, \.perSecond), row("speed", 2, 1, \.perSecond), row("speed", 3, 1, \.perSecond),
          row("CPU", 1, 0) { $0.servers + $0.postgres }, row("CPU", 3, 1) { $0.servers + $0.postgres },
        ])
    }
  }
#endif
