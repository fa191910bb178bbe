/// Makes a world smaller as long as the same promise is broken in it: fewer checkouts, servers, providers and faults.
package struct Shrinker {
  /// - Returns: The smallest world that was found, which may be the same one.
  package static func shrink(_ outcome: Simulation.Outcome) async throws -> Simulation.Outcome {
    var smallest = outcome
    var isSmaller = true
    while isSmaller {
      isSmaller = false
      for candidate in candidates(smallest.swarm) {
        // A smaller world may hang where the larger one did not: it is no smaller example of the same.
        guard let outcome = try? await Simulation(candidate).run(), outcome.breaksPromises(of: smallest) else {
          continue
        }
        smallest = outcome
        isSmaller = true
        break
      }
    }
    return smallest
  }

  private static func candidates(_ swarm: Swarm) -> [Swarm] {
    func changed(_ change: (inout Swarm) -> Void) -> Swarm {
      var smaller = swarm
      change(&smaller)
      return smaller
    }
    let counts = [swarm.checkouts / 2, swarm.checkouts * 3 / 4, swarm.checkouts - 1].filter { $0 > 0 }
    return counts.map { count in changed { $0.checkouts = count } }
      + (swarm.servers > 1 ? [changed { $0.servers = 1 }] : [])
      + swarm.faults.keys.sorted { $0.rawValue < $1.rawValue }.map { fault in changed { $0.faults[fault] = nil } }
      + (swarm.benches.count > 1 ? swarm.benches.map { bench in changed { $0.benches = [bench] } } : [])
  }
}

extension Simulation.Outcome {
  /// True if one of the promises is broken that are broken in another world.
  fileprivate func breaksPromises(of other: Simulation.Outcome) -> Bool {
    let theirs = Set(other.broken.map(\.promise))
    return broken.contains { theirs.contains($0.promise) }
  }
}
