import ArgumentParser
import Foundation

@main
struct BenchmarksCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "FerryBenchmarks",
    abstract: "Measures a release build of Ferry on this machine: a table here, and JSON.",
    discussion: """
      Machines differ threefold from day to day, so the figures that count are ratios within one run: a page against an empty \
      route of the same framework, a checkout against its own RSA signatures, and both again with 100 times the stored \
      checkouts. The aims stand beside the numbers; nothing is asserted.

      The checkout server with the demo shop is one process, the sandbox another, the load generator a third; they share \
      the machine. CPU time is the server's alone.

      If it was built with PostgreSQL, it also starts a PostgreSQL server, and several checkout servers on it.
      """,
    subcommands: [Measure.self, EmptyRoute.self], defaultSubcommand: Measure.self)
}

struct Measure: AsyncParsableCommand {
  static let configuration = CommandConfiguration(commandName: "measure", abstract: "Measures everything.")

  @Option(help: "The file for the results as JSON.")
  var json = "build/bench.json"

  @Option(help: "How many checkouts are paid in each measurement, and left in flight for the recovery.")
  var checkouts = 1000

  @Flag(help: "A short run, 100 checkouts each: a feeling for the numbers, not the numbers.")
  var quick = false

  @Flag(help: "Measure SQLite beside PostgreSQL alone.")
  var stores = false

  @Flag(help: "Also measure with ten million checkouts in PostgreSQL. That takes much time and space on the disk.")
  var many = false

  @Option(help: "The program to measure.")
  var ferry = ".build/release/ferry"

  @Option(help: "The folder for data; it is emptied.")
  var data = "build/bench"

  @Option(
    help: "The port of shop and checkout server; the sandbox, the empty route and four servers take the next six.")
  var port = 3480

  func validate() throws {
    guard checkouts >= 100 else { throw ValidationError("--checkouts is 100 at least.") }
  }

  func run() async throws {
    guard FileManager.default.isExecutableFile(atPath: ferry) else {
      throw ValidationError("There is no program \(ferry). Build it: swift build -c release --product ferry")
    }
    guard ProcessUsage.isKnown else {
      throw ValidationError("CPU and memory of the server are read from /proc, which only Linux has.")
    }
    let report = try await Benchmarks(
      program: DemoProgram(executable: ferry, port: port), scale: Scale(checkouts: quick ? 100 : checkouts, many: many),
      folder: data
    ).run(onlyStores: stores)
    try Data(try report.json()).write(to: URL(filePath: json))
    print("\n  The same as JSON: \(json)")
  }
}

/// The amounts to measure.
struct Scale: Sendable {
  /// Checkouts that are paid before anything counts.
  let warmUp: Int
  /// Checkouts that are paid one after another.
  let alone: Int
  /// Checkouts that are paid by many buyers at a time.
  let underLoad: Int
  /// Checkouts left in flight.
  let inFlight: Int
  /// Measurements of each page, in turn with the empty route.
  let rounds = 3
  let round: Duration
  let starts = 5
  let buyers = 16
  /// The second half stores this many times as many checkouts as the first.
  let growth = 100
  /// The numbers of stored checkouts in databases of PostgreSQL.
  let inPostgres: [Int]

  init(checkouts: Int, many: Bool) {
    inPostgres = (checkouts < 1000 ? [1_000, 10_000] : [10_000, 1_000_000]) + (many ? [10_000_000] : [])
    warmUp = checkouts / 10
    alone = max(30, checkouts / 10)
    underLoad = checkouts - warmUp
    inFlight = checkouts
    round = checkouts < 1000 ? .seconds(1) : .seconds(4)
  }

  /// Stored checkouts at the end of the first half.
  var stored: Int { warmUp + alone + underLoad }
}
