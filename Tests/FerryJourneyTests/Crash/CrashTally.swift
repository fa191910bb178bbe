import DemoShop
import FerrySimulation

/// Counts of a run.
actor CrashTally {
  private(set) var kills = 0
  private(set) var pauses = 0
  private(set) var attempts = 0
  /// Requests to the sandbox that a fault struck, as far as its log reaches back.
  private(set) var struck = 0
  private(set) var habits: [BuyerHabit: Int] = [:]
  /// Checkouts whose buyer has approved the payment with a good card.
  private(set) var approved: Set<String> = []
  private var approvedAt: Set<ProviderBench> = []
  /// Checkouts that the shop has shipped in parts.
  private(set) var shipped: Set<String> = []
  /// Checkouts of which the shop has refunded parts or all.
  private(set) var refunded: Set<String> = []
  private(set) var refusals: [String: Int] = [:]

  func killed() { kills += 1 }
  func paused() { pauses += 1 }
  func created() { attempts += 1 }
  func struck(_ count: Int) { struck += count }
  func finished(_ habit: BuyerHabit) { habits[habit, default: 0] += 1 }
  func approved(_ id: String, at bench: ProviderBench) {
    approved.insert(id)
    approvedAt.insert(bench)
  }
  func shipped(_ id: String) { shipped.insert(id) }
  func refunded(_ id: String) { refunded.insert(id) }
  func gaveUp(_ refusal: DemoShop.Unexpected) { refusals[refusal.description, default: 0] += 1 }

  /// True if there was enough load for a verdict: payments at each provider.
  var isEnough: Bool { approved.count >= 10 && approvedAt.isSuperset(of: CrashSandboxes.providers) }

  var summary: String {
    let done = habits.sorted { $0.key.rawValue < $1.key.rawValue }.map { "\($0.key.rawValue) \($0.value)" }
    let gone = refusals.sorted { $0.key < $1.key }.map { "\"\($0.key)\" \($0.value)" }
    return """
      \(kills) kills, \(attempts) attempts, at least \(struck) requests struck, \(approved.count) approved, \
      \(shipped.count) shipped in parts, \(refunded.count) refunded
        went to their end: \(done.joined(separator: ", "))
        gave up: \(gone.isEmpty ? "none" : gone.joined(separator: ", "))
      """
  }
}
