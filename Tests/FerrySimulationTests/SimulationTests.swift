import FerrySimulation
import Testing

@Suite("Simulated worlds")
struct SimulationTests {
  @Test("No promise is broken in the worlds of fixed seeds", arguments: 1...4 as ClosedRange<UInt64>)
  func promises(seed: UInt64) async throws {
    let outcome = try await Simulation(Swarm(seed: seed, checkouts: 10)).run()
    #expect(outcome.broken == [])
    #expect(outcome.counts["ends paid", default: 0] > 0)
  }
}
