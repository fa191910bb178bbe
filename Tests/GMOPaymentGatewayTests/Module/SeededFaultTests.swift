import FerryCheckout
import FerryCore
import FerryTesting
import Testing

@Suite("GMO: any calls without an answer")
struct SeededFaultTests {
  /// Up to eight requests in a row of which most are lost, before or after they were executed.
  private func fates(_ random: inout SplitMix64) -> [ScriptedGMO.Fate] {
    (0..<Int.random(in: 1...8, using: &random)).map { _ in
      ScriptedGMO.Fate.allCases.randomElement(using: &random) ?? .answered
    }
  }

  @Test("Over 1,000 seeds nothing is captured or refunded twice, and every book agrees")
  func seeds() throws {
    for seed in 0..<1_000 {
      var random = SplitMix64(seed: UInt64(seed))
      let gmo = ScriptedGMO()
      var tea = try Sale(gmo)
      try tea.select()
      gmo.set { $0.fates = fates(&random) }
      try tea.apply(.confirm(revision: tea.checkout.revision, total: Sale.total))
      try #require(tea.checkout.phase.name == .paying, "seed \(seed): \(gmo.course)")
      gmo.set {
        $0.status = "AUTH"
        $0.fates = fates(&random)
      }
      try tea.apply(.returned(session: nil))
      #expect(tea.checkout.phase == .paid, "seed \(seed): \(gmo.course)")
      for (id, amount) in [("one", Int64(1_000)), ("two", 2_000), ("three", 2_500)] {
        gmo.set { $0.fates = fates(&random) }
        try tea.apply(.refund(OperationID(id), .yen(amount)))
        #expect(tea.state(OperationID(id)) == .succeeded, "seed \(seed): \(gmo.course)")
      }
      gmo.set { state in
        #expect(state.captures == 1, "seed \(seed)")
        #expect(state.refunds == [1_000, 2_000, 2_500], "seed \(seed)")
        #expect(state.status == "RETURN")
      }
      #expect(tea.payment?.captured == Sale.total && tea.payment?.refunded == Sale.total)
    }
  }
}
