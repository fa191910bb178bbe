import FerryCheckout
import FerryCore

extension Payment {
  /// What a timeline says of operations that have come further, and of an authorization that is about to lapse.
  static func notes(from before: Payment?, to after: Payment?) -> [String] {
    guard let after else { return [] }
    var notes: [String] = []
    for operation in after.operations {
      let earlier = before?.operations.first { $0.id == operation.id }
      guard earlier?.state != operation.state, let state = operation.state.note else { continue }
      notes.append("\(operation.kind.rawValue) \(state)")
    }
    if before?.lapseWarnedAt == nil, after.lapseWarnedAt != nil { notes.append("authorization lapses soon") }
    // Of one that was asked for here the operation tells.
    if before?.declined == nil, after.declined != nil, after.voided.isPositive, !after.hasCaptures {
      notes.append("a capture in the provider's console was declined")
    }
    if before?.release == nil, after.release == .lapsed { notes.append("authorization lapsed") }
    return notes
  }
}

extension Operation.State {
  /// Nil for one that is only asked for: that was an event of its own.
  fileprivate var note: String? {
    switch self {
    case .requested: nil
    case .pending: "pending"
    case .unknown: "outcome unknown"
    case .succeeded: "succeeded"
    case .failed: "failed"
    }
  }
}
