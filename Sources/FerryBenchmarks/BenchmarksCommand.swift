import ArgumentParser
import Foundation

@main
struct BenchmarksCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "FerryBenchmarks",
    abstract: "Measures a release build of Ferry on this machine: a table here, and JSON.",
    discussion: """
      The checkout server with the demo shop is one process, the sandbox another, the load generator a third; they share the \
      machine. Nothing is asserted: the aims stand beside the numbers.
      """)

  @Option(help: "The file for the results as JSON.")
  var json: String?

  @Option(help: "How many checkouts one server process gets, and how many are left in flight.")
  var checkouts = 10_000

  @Flag(help: "A short run, 500 checkouts: a feeling for the numbers, not the numbers.")
  var quick = false

  func validate() throws {
    guard checkouts >= 100 else { throw ValidationError("--checkouts is 100 at least.") }
  }

  @Option(help: "The program to measure.")
  var ferry = ".build/release/ferry"

  @Option(help: "The folder for data; it is emptied.")
  var data = "build/bench"

  @Option(help: "The port of shop and checkout server; the sandbox takes the next one.")
  var port = 3480

  func run() async throws {
    guard FileManager.default.isExecutableFile(atPath: ferry) else {
      throw ValidationError("There is no program \(ferry). Build it: swift build -c release --product ferry")
    }
    guard ProcessUsage.isKnown else {
      throw ValidationError("CPU and memory of the server are read from /proc, which only Linux has.")
    }
    let program = DemoProgram(executable: ferry, port: port)
    var report = Report()
    print(report.heading)
    report.sections = try await Benchmarks(
      program: program, scale: Scale(checkouts: quick ? 500 : checkouts), folder: data
    ).run()
    if let json {
      try Data(try report.json()).write(to: URL(filePath: json))
      print("  The same as JSON: \(json)")
    }
  }
}
