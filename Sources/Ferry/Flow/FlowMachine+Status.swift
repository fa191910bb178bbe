import FerryCore

extension FlowMachine {
  /// What the buyer is told meanwhile.
  var status: FlowStatus {
    switch outcome {
    case .result(let result): return .ended(result)
    case .page: return .idle
    case .failure, .notCreated: return .idle
    case nil: break
    }
    // The browser is still there then, until the claim has succeeded.
    if case .claim = asked?.call.call { return .returning }
    if let browser { return .away(browser.step) }
    if isCreating { return .starting }
    if isGivenUp { return .cancelling }
    if let shown, question != nil { return shown.canBuy ? .reviewing : .choiceRefused }
    switch view?.phase {
    case nil, .open: return closedLeg == nil && memory.trip == nil ? .starting : .checking
    case .selecting: return .checking
    case .reviewing: return asked?.call.call.isConfirm == true ? .openingPayment : .checking
    case .authorizing: return .openingPayment
    case .paying: return closedLeg == .pay ? .confirmingPayment : .openingPayment
    case .settling, .held, .unrecognised, .paid, .declined, .cancelled, .expired: return .confirmingPayment
    case .closing: return .cancelling
    }
  }
}

extension AppCall {
  fileprivate var isConfirm: Bool {
    if case .confirm = self { true } else { false }
  }
}
