import FerryCore

/// A fault that is planned for one target or for all.
public struct PlannedFault<FaultKind: Hashable & Sendable>: Hashable, Sendable {
  public typealias Kind = FaultKind

  /// The operation, or the kind of object of the notifications, by the provider's name; nil for all.
  public var target: String?
  public var kind: Kind
  public var incidence: FaultIncidence
}

/// A fault between a merchant and a provider's API.
public typealias SandboxFault = PlannedFault<APIFault>

extension SandboxFault {
  public init(_ kind: Kind, onOperation operation: String?, _ incidence: FaultIncidence = .next(1)) {
    self.init(target: operation, kind: kind, incidence: incidence)
  }
}

public enum APIFault: Hashable, Sendable {
  /// The request arrives late; the answer is as usual.
  case delay(Duration)
  /// The request is executed at once; the answer arrives late.
  case slow(Duration)
  /// The connection closes, and the request is not executed.
  case dropBeforeExecution
  /// The connection closes without an answer, although the request was executed.
  case dropAfterExecution
  /// An error with this status; the request is not executed.
  case errorBeforeExecution(Int)
  /// An error with this status, although the request was executed.
  case errorAfterExecution(Int)
  /// Executed; the connection closes in the middle of the answer's body.
  case cutOffBody
  /// Executed; the body is a page of HTML under the right status.
  case notJSON
  /// Executed; the state in the answer is undocumented.
  case unknownState
  /// Executed; the amounts in the answer have an additional first digit.
  case otherAmount
  /// The provider's own simulation code, for clients that send none.
  case simulate(String)
}

/// A fault between a provider and a merchant's notification URL.
public typealias NotificationFault = PlannedFault<PostFault>

extension NotificationFault {
  public init(_ kind: Kind, onObject object: String?, _ incidence: FaultIncidence = .next(1)) {
    self.init(target: object, kind: kind, incidence: incidence)
  }
}

public enum PostFault: Hashable, Sendable {
  /// The notification is never sent.
  case lose
  /// It is sent late, after later ones.
  case delay(Duration)
  /// It is sent again this many times, with this pause. Every copy is the same message.
  case duplicate(copies: Int, pause: Duration)
}

/// The occasions of a fault.
public enum FaultIncidence: Hashable, Sendable {
  /// The next occasions, up to this number.
  case next(Int)
  /// Random ones, this many of a thousand; the same ones for the same seed.
  case perThousand(Int, seed: UInt64)
}

/// The pending faults, in the order of planning.
package struct FaultPlan<Kind: Hashable & Sendable>: Sendable {
  package typealias Fault = PlannedFault<Kind>

  private struct Planned {
    var fault: Fault
    var generator: SplitMix64
  }

  private var planned: [Planned] = []

  package init(_ faults: [Fault] = []) { for fault in faults { add(fault) } }

  package var faults: [Fault] { planned.map(\.fault) }

  package mutating func add(_ fault: Fault) {
    let seed: UInt64 = if case .perThousand(_, let seed) = fault.incidence { seed } else { 0 }
    planned.append(Planned(fault: fault, generator: SplitMix64(seed: seed)))
  }

  package mutating func clear() { planned.removeAll() }

  /// The first planned fault that strikes, if any.
  package mutating func strike(_ target: String?) -> Kind? {
    for index in planned.indices where planned[index].fault.target == nil || planned[index].fault.target == target {
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
