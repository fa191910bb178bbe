import AsyncHTTPClient
import FerryScriptedBuyer
import Foundation

/// All measurements, one after another.
struct Benchmarks: Sendable {
  let program: DemoProgram
  let scale: Scale
  let folder: String

  func run() async throws -> [Report.Section] {
    if FileManager.default.fileExists(atPath: folder) { try FileManager.default.removeItem(atPath: folder) }
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    return try await HTTPClient.withHTTPClient(configuration: .load) { client in
      // The sandbox makes the secrets of the folder, and stays.
      try await program.running(.sandbox, folder, client) { _ in
        let start = shown(try await start(client))
        let checkouts = try await checkouts(client)
        return [start] + checkouts + [shown(try await recovery(client))]
      }
    }
  }

  private func start(_ client: HTTPClient) async throws -> Report.Section {
    var times: [Double] = []
    for _ in 0..<scale.starts {
      let first = try await program.running(.shop, folder, client) { $0.firstAnswer }
      times.append(first / .milliseconds(1))
    }
    return Report.Section(
      title: "Start", note: "Of checkout server and shop; the median of \(scale.starts).",
      rows: [
        Report.Row(
          name: "start to first answer", value: times.sorted()[times.count / 2], unit: "ms", aim: "under 60")
      ])
  }

  private func checkouts(_ client: HTTPClient) async throws -> [Report.Section] {
    try await program.running(.shop, folder, client) { shop in
      let load = CheckoutLoad(target: try program.target(folder), client: client)
      _ = try await load.pay(scale.warmUp, buyers: 4)
      var sections: [Report.Section] = []
      sections.append(shown(try await speed(scale.alone, buyers: 1, shop, load)))
      for buyers in Scale.buyers {
        sections.append(shown(try await speed(scale.underLoad, buyers: buyers, shop, load)))
      }
      let count = scale.warmUp + scale.alone + scale.underLoad * Scale.buyers.count
      let memory = Report.Section(
        title: "Memory", note: "Of checkout server and shop in one process. Node.js, same purpose: 122 MB.",
        rows: [
          Report.Row(
            name: "peak after \(count) checkouts", value: Double(try ProcessUsage(of: shop.id).peakMemory) / 1e6,
            unit: "MB", aim: "under 60")
        ])
      sections.append(shown(memory))
      sections.append(shown(try await cartPages(shop, client)))
      sections.append(shown(try await roundTrips(client)))
      return sections
    }
  }

  private func speed(
    _ count: Int, buyers: Int, _ shop: DemoProgram.Running, _ load: CheckoutLoad
  ) async throws -> Report.Section {
    let signature = try SignatureCost.measured()
    let times = StepTimes()
    let countsBefore = try await ServerCounts(program.shop, load.client)
    let usageBefore = try ProcessUsage(of: shop.id)
    let duration = try await load.pay(count, buyers: buyers, times: times)
    let usage = try ProcessUsage(of: shop.id)
    let counts = try await ServerCounts(program.shop, load.client)
    let each = 1 / Double(count)
    // The button's payload is signed too, once for each checkout.
    let signatures = Double(counts.providerCalls - countsBefore.providerCalls) * each + 1
    let processor = (usage.processor - usageBefore.processor) / .milliseconds(1) * each
    let signing = signatures * (signature / .milliseconds(1))
    var rows = [
      Report.Row(name: "whole checkouts", value: Double(count) / (duration / .seconds(1)), unit: "per second"),
      Report.Row(name: "server CPU per checkout", value: processor, unit: "ms"),
      Report.Row(name: "of which RSA signatures", value: signing, unit: "ms"),
      Report.Row(
        name: "server CPU as a multiple of its signatures", value: processor / signing, unit: "times", aim: "at most 3"),
      Report.Row(name: "signatures per checkout", value: signatures, unit: ""),
      Report.Row(
        name: "flushes per checkout", value: Double(counts.flushes - countsBefore.flushes) * each, unit: ""),
    ]
    for step in ScriptedCheckout.Step.allCases {
      for percentile in [50.0, 99.0] {
        guard let value = times.milliseconds(step, percentile: percentile) else { continue }
        rows.append(Report.Row(name: "\(step.rawValue), p\(Int(percentile))", value: value, unit: "ms"))
      }
    }
    return Report.Section(
      title: buyers == 1 ? "Checkouts, one buyer" : "Checkouts, \(buyers) buyers at a time",
      note: "\(count) checkouts; sandbox and load generator on the same machine, their CPU not counted.", rows: rows)
  }

  private func cartPages(_ shop: DemoProgram.Running, _ client: HTTPClient) async throws -> Report.Section {
    let pages = CartPages(shop: program.shop, client: client)
    let cookie = try await pages.cookieWithCart()
    _ = try await pages.load(cookie: cookie, connections: 32, for: .seconds(1))
    let before = try ProcessUsage(of: shop.id)
    let count = try await pages.load(cookie: cookie, connections: 32, for: scale.cartPages)
    let processor = (try ProcessUsage(of: shop.id).processor - before.processor) / .seconds(1)
    return Report.Section(
      title: "Cart pages", note: "Generated by \(count.generator). Node.js, same purpose: 8600 on one core.",
      rows: [
        Report.Row(
          name: "per second of server CPU", value: Double(count.pages) / processor, unit: "pages", aim: "17200"),
        Report.Row(name: "whole machine", value: Double(count.pages) / count.seconds, unit: "per second"),
      ])
  }

  private func roundTrips(_ client: HTTPClient) async throws -> Report.Section {
    let target = try program.appTarget(folder)
    var rows: [Report.Row] = []
    for delay in [Duration.zero, .milliseconds(100)] {
      let cost = try await RoundTripCost(target: target, transport: HTTPScriptedTransport(client: client), delay: delay)
        .rows
      rows +=
        delay == .zero ? cost : cost.map { Report.Row(name: $0.name + ", 100 ms away", value: $0.value, unit: $0.unit) }
    }
    return Report.Section(
      title: "RoundTrips",
      note: """
        Of an app's buyer who has never been here: what may be kept is loaded once. Requests that wait for one another; \
        styles are loaded beside them.
        """,
      rows: rows)
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

  /// Shows a section as soon as it is there.
  private func shown(_ section: Report.Section) -> Report.Section {
    print(section.table)
    fflush(nil)
    return section
  }
}
