import FerrySandbox
import Testing

@Suite("Fault plan")
struct FaultPlanTests {
  @Test("Faults apply to their operation, as often as planned, in their order")
  func plan() {
    var plan = FaultPlan([
      SandboxFault(.notJSON, onOperation: "read", .next(2)), SandboxFault(.cutOffBody, onOperation: nil),
    ])
    #expect(plan.strike("refund") == .cutOffBody)
    #expect(plan.strike("refund") == nil)
    #expect(plan.strike("read") == .notJSON)
    #expect(plan.strike("read") == .notJSON)
    #expect(plan.strike("read") == nil)
    #expect(plan.faults.isEmpty)
  }

  @Test("Random faults repeat for the same seed, with about the requested frequency")
  func chance() {
    func strikes(_ seed: UInt64) -> [Bool] {
      var plan = FaultPlan([SandboxFault(.notJSON, onOperation: nil, .perThousand(200, seed: seed))])
      return (0..<1000).map { _ in plan.strike("read") != nil }
    }
    #expect(strikes(1) == strikes(1))
    #expect(strikes(1) != strikes(2))
    #expect((150...250).contains(strikes(1).count { $0 }))
  }
}
