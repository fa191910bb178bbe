/// The worlds of a run. Every second one has the size and the faults of a world that reached something rare, with a seed of its
/// own.
package struct Course {
  /// The number of worlds that have reached each point of the coverage.
  private var reached: [CoveragePoint: Int] = [:]
  private var rare: [Swarm] = []
  private var number = 0

  package init() {}

  /// - Returns: The same worlds for the same seeds, in any run that begins with the same.
  package mutating func next(seed: UInt64, checkouts: Int) -> Swarm {
    number += 1
    guard number.isMultiple(of: 2), !rare.isEmpty else { return Swarm(seed: seed, checkouts: checkouts) }
    var swarm = Chance(seed: seed).stream("course").pick(rare)
    swarm.seed = seed
    return swarm
  }

  package mutating func note(_ outcome: Simulation.Outcome) {
    let points = outcome.coverage.counts.keys
    for point in points { reached[point, default: 0] += 1 }
    if points.contains(where: { reached[$0] ?? 0 <= 3 }) { rare = rare.suffix(31) + [outcome.swarm] }
  }
}
