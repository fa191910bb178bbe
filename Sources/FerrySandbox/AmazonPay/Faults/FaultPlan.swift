/// The faults that are still to strike, in the order in which they were planned.
struct FaultPlan<Fault: PlannableFault> {
  private struct Planned {
    var fault: Fault
    var generator: SplitMix64
  }

  private var planned: [Planned] = []

  var faults: [Fault] { planned.map(\.fault) }

  mutating func add(_ fault: Fault) {
    let seed: UInt64 = if case .perThousand(_, let seed) = fault.incidence { seed } else { 0 }
    planned.append(Planned(fault: fault, generator: SplitMix64(state: seed)))
  }

  mutating func clear() { planned.removeAll() }

  /// The fault that strikes, if any; the first planned one of several.
  mutating func strike(_ target: Fault.Target) -> Fault.Kind? {
    for index in planned.indices where planned[index].fault.target ?? target == target {
      switch planned[index].fault.incidence {
      case .next(let count):
        let kind = planned[index].fault.kind
        if count > 1 {
          planned[index].fault.incidence = .next(count - 1)
        } else {
          planned.remove(at: index)
        }
        if count > 0 { return kind }
        return strike(target)
      case .perThousand(let share, _):
        if planned[index].generator.next() % 1000 < UInt64(clamping: share) { return planned[index].fault.kind }
      }
    }
    return nil
  }
}

/// A small generator whose sequence follows from its seed (Steele, Lea, Flood: "Fast splittable pseudorandom number
/// generators", 2014). For choosing faults, never for secrets.
struct SplitMix64: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
