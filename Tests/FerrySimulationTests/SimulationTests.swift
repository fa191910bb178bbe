import FerrySimulation
import Testing

@Suite("Simulated worlds")
struct SimulationTests {
  @Test("No promise is broken in the worlds of fixed seeds", arguments: 1...8 as ClosedRange<UInt64>)
  func promises(seed: UInt64) async throws {
    let outcome = try await Simulation(Swarm(seed: seed, checkouts: 24)).run()
    #expect(outcome.broken == [])
    #expect(outcome.counts["ends paid", default: 0] > 0)
  }

  @Test("A seed makes the same world again")
  func repetition() async throws {
    let swarm = Swarm(seed: 7, checkouts: 4)
    let outcomes = [try await Simulation(swarm).run(), try await Simulation(swarm).run()]
    #expect(outcomes[0].coverage.counts == outcomes[1].coverage.counts && outcomes[0].counts == outcomes[1].counts)
    #expect(outcomes[0].timeline(of: "order-1") == outcomes[1].timeline(of: "order-1"))
  }
}
