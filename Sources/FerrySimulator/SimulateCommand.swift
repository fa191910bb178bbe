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

  func run() async throws {
    // The hashes of the standard library differ from process to process, and with them the order of sets.
    guard ProcessInfo.processInfo.environment["SWIFT_DETERMINISTIC_HASHING"] != nil else {
      throw ValidationError("Set SWIFT_DETERMINISTIC_HASHING=1, as make simulate does: without it no run is repeated.")
    }
    let began = ContinuousClock.now
    var counts: [String: Int] = [:]
    var brokenWorlds = 0
    let worlds = max(1, (checkouts + perWorld - 1) / perWorld)
    for number in 0..<UInt64(worlds) {
      let swarm = Swarm(seed: seed + number, checkouts: perWorld)
      let outcome = try await Simulation(swarm).run()
      counts.merge(outcome.counts) { $0 + $1 }
      guard !outcome.broken.isEmpty else { continue }
      brokenWorlds += 1
      show(outcome)
    }
    let seconds = began.duration(to: .now) / .seconds(1)
    for (name, count) in counts.sorted(by: { $0.key < $1.key }) { print("\(count)\t\(name)") }
    let total = worlds * perWorld
    print(
      "\(total) checkouts in \(worlds) worlds, \(Int(Double(total) / seconds)) per second, \(brokenWorlds) worlds with broken promises"
    )
    if brokenWorlds > 0 { throw ExitCode.failure }
  }

  private func show(_ outcome: Simulation.Outcome) {
    print("\nSeed \(outcome.swarm.seed):")
    for broken in outcome.broken { print("  \(broken)") }
    print("  make simulate SEED=\(outcome.swarm.seed) CHECKOUTS=\(outcome.swarm.checkouts)")
    guard timeline else { return }
    for order in Set(outcome.broken.map(\.order)).sorted() {
      print("\n\(order)")
      for line in outcome.timeline(of: order) { print("  \(line)") }
    }
  }
}
