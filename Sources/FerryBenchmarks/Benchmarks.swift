import AsyncHTTPClient
import DemoShop
import FerryCore
import Foundation

/// All measurements, one after another.
struct Benchmarks: Sendable {
  let program: DemoProgram
  let scale: Scale
  let folder: String

  func run(onlyStores: Bool) async throws -> Report {
    if FileManager.default.fileExists(atPath: folder) { try FileManager.default.removeItem(atPath: folder) }
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    var report = Report()
    print(report.heading)
    if !onlyStores { try await measureDemo(&report) }
    try await StoreBenchmarks(program: program, scale: scale, folder: folder).run(&report)
    // Those of the stores are in their own sections.
    if !onlyStores { report.add(ratios(report)) }
    return report
  }

  private func measureDemo(_ report: inout Report) async throws {
    try await HTTPClient.withHTTPClient(configuration: .load) { client in
      // The sandbox makes the secrets of the folder, and stays.
      try await program.running(.sandbox, folder, client) { _ in
        report.add(try await start(client))
        try await measureServer(client, &report)
        report.add(try await recovery(client))
      }
    }
  }

  private func start(_ client: HTTPClient) async throws -> Report.Section {
    var times: [Double] = []
    for _ in 0..<scale.starts {
      times.append(try await program.running(.shop, folder, client) { $0.firstAnswer } / .milliseconds(1))
    }
    return Report.Section(
      title: "Start", note: "Of checkout server and shop; the median of \(scale.starts).",
      rows: [Report.Row(name: "start to first answer", value: times.median, unit: "ms")])
  }

  /// One server process from its first checkout to 100 times as many.
  private func measureServer(_ client: HTTPClient, _ report: inout Report) async throws {
    try await EmptyRoute.running(program, client) { empty in
      try await program.running(.shop, folder, client) { shop in
        let load = CheckoutLoad(target: try program.target(folder), client: client)
        _ = try await load.pay(scale.warmUp, buyers: 4)
        try await measure("few", shop, empty, load, &report)
        report.add(try await roundTrips(client))
        let missing = scale.stored * (scale.growth - 1)
        print("\n  Storing \(missing) more checkouts …")
        _ = try await load.store(missing, workers: scale.buyers)
        try await measure("many", shop, empty, load, &report)
      }
    }
  }

  /// - Parameter store: "few" or "many": how many checkouts are stored.
  private func measure(
    _ store: String, _ shop: DemoProgram.Running, _ empty: DemoProgram.Running, _ load: CheckoutLoad,
    _ report: inout Report
  ) async throws {
    report.add(try await checkouts(scale.alone, buyers: 1, store, shop, load))
    report.add(try await checkouts(scale.underLoad, buyers: scale.buyers, store, shop, load))
    report.add(try await pages(store, shop, empty, load.client))
    report.add(
      Report.Section(
        title: "Memory, \(store) stored checkouts", note: "Of checkout server and shop in one process.",
        rows: [
          Report.Row(
            name: "peak", value: Double(try ProcessUsage(of: shop.id).peakMemory) / 1e6, unit: "MB",
            key: "memory \(store)")
        ]))
  }

  private func checkouts(
    _ count: Int, buyers: Int, _ store: String, _ shop: DemoProgram.Running, _ load: CheckoutLoad
  ) async throws -> Report.Section {
    let signatureBefore = try SignatureCost.measured()
    let times = StepTimes()
    let countsBefore = try await ServerCounts(program.shop, load.client)
    let usageBefore = try ProcessUsage(of: shop.id)
    let duration = try await load.pay(count, buyers: buyers, times: times)
    let usage = try ProcessUsage(of: shop.id)
    let counts = try await ServerCounts(program.shop, load.client)
    let signature = (signatureBefore + (try SignatureCost.measured())) / 2
    let each = 1 / Double(count)
    // The button's payload is signed too, once for each checkout.
    let signatures = Double(counts.providerCalls - countsBefore.providerCalls) * each + 1
    let processor = (usage.processor - usageBefore.processor) / .milliseconds(1) * each
    let signing = signatures * (signature / .milliseconds(1))
    let who = buyers == 1 ? "alone" : "under load"
    var rows = [
      Report.Row(name: "whole checkouts", value: Double(count) / (duration / .seconds(1)), unit: "per second"),
      Report.Row(name: "server CPU per checkout", value: processor, unit: "ms", key: "checkout CPU \(who) \(store)"),
      Report.Row(name: "its RSA signatures", value: signing, unit: "ms"),
      Report.Row(name: "signatures per checkout", value: signatures, unit: ""),
      Report.Row(
        name: "CPU of a checkout / its signatures", value: processor / signing, unit: "times",
        aim: buyers == 1 ? nil : "at most 3", key: "checkout \(who) \(store)"),
      Report.Row(
        name: "flushes per checkout", value: Double(counts.flushes - countsBefore.flushes) * each, unit: "",
        aim: buyers == 1 ? "at most 8" : nil, key: "flushes \(who) \(store)"),
    ]
    for step in ScriptedCheckout.Step.allCases {
      for percentile in [50.0, 99.0] {
        guard let value = times.milliseconds(step, percentile: percentile) else { continue }
        rows.append(Report.Row(name: "\(step.rawValue), p\(Int(percentile))", value: value, unit: "ms"))
      }
    }
    return Report.Section(
      title: "Checkouts \(who), \(store) stored checkouts",
      note: "\(count) checkouts, \(buyers == 1 ? "one buyer" : "\(buyers) buyers at a time").", rows: rows)
  }

  /// Lists of checkouts that are to cost the same however many are stored.
  static let lists = [
    ("list of checkouts", "/v1/checkouts"), ("filtered list", "/v1/checkouts?provider=amazon-pay&phase=paid,cancelled"),
    ("look-up by order", "/v1/checkouts?orderReference=nobody"),
  ]

  /// Searches that are to cost the same however many are stored. All buyers have the sandbox's name.
  static let searches = [
    (name: "search for a frequent name", text: "花子"), (name: "search for a part of it", text: "田花"),
    (name: "search for two words", text: "山田 花子"), (name: "search for an amount", text: "8,980"),
    (name: "search in vain", text: "nobody"),
  ]

  /// The pages and the empty route in turn, so that whatever else the machine does strikes both.
  private func pages(
    _ store: String, _ shop: DemoProgram.Running, _ empty: DemoProgram.Running, _ client: HTTPClient
  ) async throws -> Report.Section {
    let cookie = try await PageLoad.cookieWithCart(program.shop, client)
    let key = "Bearer \(try program.target(folder).secretKey.reveal())"
    let loads =
      [
        (name: "empty route", PageLoad(url: program.emptyRoute, client: client), empty),
        (name: "health", PageLoad(url: program.shop + "/health", client: client), shop),
        (name: "cart page", PageLoad(url: program.shop + "/", header: ("cookie", cookie), client: client), shop),
      ]
      + Self.lists.map {
        (name: $0, PageLoad(url: program.shop + $1, header: ("authorization", key), client: client), shop)
      }
    var costs: [String: [Double]] = [:]
    var generator = ""
    for round in 0...scale.rounds {
      for (name, load, process) in loads {
        let before = try ProcessUsage(of: process.id)
        let count = try await load.run(for: scale.round)
        generator = count.generator
        // The first round warms up.
        guard round > 0 else { continue }
        let processor = (try ProcessUsage(of: process.id).processor - before.processor) / .microseconds(1)
        costs[name, default: []].append(processor / Double(count.pages))
      }
    }
    let yardstick = costs["empty route"]?.median ?? 0
    let rows = loads.flatMap { name, _, _ -> [Report.Row] in
      let cost = costs[name]?.median ?? 0
      let row = Report.Row(name: "server CPU of the \(name)", value: cost, unit: "µs")
      guard name != "empty route" else { return [row] }
      return [
        row,
        Report.Row(
          name: "\(name) / empty route", value: cost / yardstick, unit: "times",
          aim: name == "cart page" ? "at most 2" : nil, key: "\(name) \(store)"),
      ]
    }
    return Report.Section(
      title: "Pages, \(store) stored checkouts",
      note: "Medians of \(scale.rounds) rounds; the load is made by \(generator).", rows: rows)
  }

  private func roundTrips(_ client: HTTPClient) async throws -> Report.Section {
    let transport = NetworkTransport(client: client)
    var rows: [Report.Row] = []
    for delay in [Duration.zero, .milliseconds(100)] {
      let cost = RoundTripCost(
        target: try program.target(folder), linkHost: program.linkHost, transport: transport, delay: delay)
      rows += try await cost.rows()
    }
    return Report.Section(
      title: "Redirect and return of an app's buyer",
      note: "Requests to us that wait for one another; the second times are with 100 ms added to each.", rows: rows)
  }

  private func recovery(_ client: HTTPClient) async throws -> Report.Section {
    let outcome = try await Recovery(program: program, folder: folder, client: client).run(scale.inFlight)
    return Report.Section(
      title: "Recovery",
      note: "Killed with every payment approved and unsettled; from the new start until none is live.",
      rows: [
        Report.Row(name: "checkouts left in flight", value: Double(outcome.leftInFlight), unit: ""),
        Report.Row(name: "until none is live", value: outcome.duration / .seconds(1), unit: "s"),
      ])
  }

  /// The figures that can be compared from day to day.
  private func ratios(_ report: Report) -> Report.Section {
    func grown(_ name: String, _ key: String, aim: String = "about 1") -> Report.Row? {
      guard let few = report.value("\(key) few"), let many = report.value("\(key) many") else { return nil }
      return Report.Row(
        name: "\(name), \(scale.growth) times the store / few", value: many / few, unit: "times", aim: aim)
    }
    let keyed = report.sections.flatMap(\.rows).filter { $0.key != nil && $0.unit != "ms" }.map { row in
      Report.Row(name: row.key ?? "", value: row.value, unit: row.unit, aim: row.aim)
    }
    let growth =
      [
        grown("checkout alone", "checkout alone"), grown("checkout under load", "checkout under load"),
        grown("cart page", "cart page"), grown("peak memory", "memory"),
      ] + Self.lists.map { grown($0.0, $0.0, aim: "at most 1.5") }
    return Report.Section(
      title: "Ratios",
      note: "\"few\" and \"many\": \(scale.stored) stored checkouts, and \(scale.growth) times as many.",
      rows: keyed + growth.compactMap(\.self))
  }
}

extension [Double] {
  var median: Double { isEmpty ? 0 : sorted()[count / 2] }
}
