import ArgumentParser
import FerryCore
import FerrySimulation
import Foundation

/// `make simulate`: runs worlds from their seeds, and shows broken promises.
@main
struct SimulateCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "FerrySimulator",
    abstract: "Run whole worlds of shops, buyers, servers and providers in virtual time, each from a seed.")

  @Option(help: "The seed of the first world; each further one has the next number.")
  var seed: UInt64 = 1

  @Option(help: "The checkouts to run, over all worlds.")
  var checkouts = 1000

  @Option(help: "The checkouts of a world.")
  var perWorld = 40

  @Flag(help: "Show what all actors did about each order with a broken promise.")
  var timeline = false

  @Flag(help: "Show how often each event came in each phase, and each call of a provider had each result.")
  var coverage = false

  @Option(help: "End after so many minutes, when the present world is done.")
  var minutes: Int?

  @Flag(help: "Stop at the first broken promise.")
  var first = false

  @Flag(help: "Make the first world with a broken promise smaller, as long as the same promise is broken in it.")
  var shrink = false

  @Option(help: "A world as it was printed, in place of those of seeds.")
  var world: String?

  func run() async throws {
    // The hashes of the standard library differ from process to process, and with them the order of sets.
    guard ProcessInfo.processInfo.environment["SWIFT_DETERMINISTIC_HASHING"] != nil else {
      throw ValidationError("Set SWIFT_DETERMINISTIC_HASHING=1, as make simulate does: without it no run is repeated.")
    }
    let began = ContinuousClock.now
    let single = try world.map { try JSONDecoder().decode(Swarm.self, from: Data($0.utf8)) }
    let worlds = single == nil ? UInt64(max(1, (checkouts + perWorld - 1) / perWorld)) : 1
    var course = Course()
    var counts: [String: Int] = [:]
    var reached = Coverage()
    var done = 0
    var brokenWorlds = 0
    for number in 0..<worlds {
      if let minutes, began.duration(to: .now) > .seconds(60 * minutes) { break }
      // Nothing of what was found is lost if this is ended.
      fflush(nil)
      let swarm = single ?? course.next(seed: seed + number, checkouts: perWorld)
      let outcome: Simulation.Outcome
      do { outcome = try await Simulation(swarm).run() } catch {
        brokenWorlds += 1
        print("\nSeed \(swarm.seed): \(error)")
        try showCommand(swarm)
        if first { print("Found after \(done + swarm.checkouts) checkouts.") }
        if first || shrink { throw ExitCode.failure }
        continue
      }
      course.note(outcome)
      done += swarm.checkouts
      counts.merge(outcome.counts) { $0 + $1 }
      if coverage { reached.add(outcome.coverage) }
      guard !outcome.broken.isEmpty else { continue }
      brokenWorlds += 1
      try show(outcome)
      if shrink { try show(try await Shrinker.shrink(outcome)) }
      if first || shrink {
        print("Found after \(done) checkouts.")
        throw ExitCode.failure
      }
    }
    let seconds = began.duration(to: .now) / .seconds(1)
    for (name, count) in counts.sorted(by: { $0.key < $1.key }) { print("\(count)\t\(name)") }
    if coverage { print(reached.tables) }
    print(
      "\(done) checkouts, \(Int(Double(done) / seconds)) per second, \(brokenWorlds) worlds with broken promises"
    )
    if brokenWorlds > 0 { throw ExitCode.failure }
  }

  private func show(_ outcome: Simulation.Outcome) throws {
    print("\nSeed \(outcome.swarm.seed):")
    for broken in outcome.broken { print("  \(broken)") }
    try showCommand(outcome.swarm)
    guard timeline else { return }
    for order in Set(outcome.broken.map(\.order)).sorted() {
      print("\n\(order)")
      for line in outcome.timeline(of: order) { print("  \(line)") }
    }
  }

  private func showCommand(_ swarm: Swarm) throws {
    print("  Scripts/simulate --timeline --world '\(String(decoding: try JSONEncoder().encode(swarm), as: UTF8.self))'")
  }
}
