import FerryCore
import Foundation
import PhoneDevice
import PhoneWebKit

/// A scripted use of the phone, with the kinds of app that it runs on.
struct Journey: Sendable {
  var name: String
  let title: String
  var kinds = DeviceSetup.AppKind.allCases
  /// The browser that the app opens for the provider's pages.
  var browser = DeviceSetup.Browser.secure
  /// The country that the buyer shops in.
  var market = ShopMarket.japan
  let play: @MainActor @Sendable (Scene) async throws -> Void

  /// The name in the report and on the command line: "paid/native".
  func name(on kind: DeviceSetup.AppKind) -> String { "\(name)/\(kind.rawValue)" }

  static let all: [Journey] =
    paying + cancelling + leaving + killing + recovering + ageing + holding + ruling + attacking + tampering + embedding
    + payingAtOnce + endingAtOnce + throughGMO + inMenu + leavingMenu + mixedCart
}

/// Runs journeys one after the other, each on a new phone, and writes the report.
@MainActor struct JourneyRun {
  let arguments: Arguments

  init(_ arguments: Arguments) { self.arguments = arguments }

  struct NoJourney: Error, CustomStringConvertible {
    let prefix: String
    var description: String {
      "no journey's name begins with \(prefix); there are: \(Journey.all.map(\.name).joined(separator: ", "))"
    }
  }

  /// - Returns: True if all journeys succeeded.
  func run() async throws -> Bool {
    let all = Journey.all.flatMap { journey in journey.kinds.map { (journey, kind: $0, name: journey.name(on: $0)) } }
    let prefixes = arguments.journeys
    if let unknown = prefixes.first(where: { prefix in !all.contains { $0.name.hasPrefix(prefix) } }) {
      throw NoJourney(prefix: unknown)
    }
    let chosen = all.filter { each in prefixes.isEmpty || prefixes.contains { each.name.hasPrefix($0) } }
    try FileManager.default.createDirectory(atPath: arguments.report, withIntermediateDirectories: true)
    var reports: [JourneyReport] = []
    for (journey, kind, _) in chosen {
      let report = await run(journey, kind)
      reports.append(report)
      print("\(report.failure == nil ? "ok    " : "FAILED") \(report.name)  \(report.milliseconds) ms")
      for line in report.failure?.split(separator: "\n") ?? [] { print("         \(line)") }
      // Flush and write now, so that the report exists even if the next journey never ends.
      fflush(nil)
      try write(reports)
    }
    print(ReportPage(reports).summary + " See \(arguments.report)/index.html")
    return reports.allSatisfy { $0.failure == nil }
  }

  private func write(_ reports: [JourneyReport]) throws {
    let page = ReportPage(reports)
    try page.html.write(toFile: arguments.report + "/index.html", atomically: true, encoding: .utf8)
    try page.text.write(toFile: arguments.report + "/report.txt", atomically: true, encoding: .utf8)
  }

  private func run(_ journey: Journey, _ kind: DeviceSetup.AppKind) async -> JourneyReport {
    let name = journey.name(on: kind)
    let folder = "\(arguments.folder)/\(journey.name)-\(kind.rawValue)"
    do {
      // Every journey starts on an unused phone.
      try? FileManager.default.removeItem(atPath: folder)
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      let setup = arguments.setup(folder: folder, kind: kind, browser: journey.browser, market: journey.market)
      let device = try await Device.make(setup)
      let window = DeviceWindow(device)
      let ledger = SandboxLedger(http: try HTTPClient(authority: arguments.authority), sandbox: setup.sandbox)
      let before = try await ledger.read()
      let shopKey = try arguments.shopKey.map { try String(contentsOfFile: $0, encoding: .utf8) } ?? ""
      let stage = Stage(device, name: name, title: journey.title, folder: arguments.report)
      let report = await withDiscardingTaskGroup { group in
        group.addTask { await device.errands.run() }
        let report = await stage.run { stage in
          try await journey.play(Scene(stage: stage, ledger: ledger, before: before, shopKey: shopKey))
        }
        device.switchOff()
        group.cancelAll()
        return report
      }
      window.close()
      return report
    } catch {
      var report = JourneyReport(name: name, title: journey.title)
      report.fail("\(error)")
      return report
    }
  }
}
