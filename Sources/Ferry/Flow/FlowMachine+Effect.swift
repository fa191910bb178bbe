import FerryCore

extension FlowMachine {
  /// What is to be done, in this order. `save` and `close` are finished before the next begins; the others come back as
  /// inputs.
  enum Effect: Hashable, Sendable {
    case save(Memory)
    /// The kept item is of no use any more.
    case forget
    /// The shop's backend is called.
    case create(Challenge)
    case open(Int, RedirectStep, ticket: String)
    case close
    case call(Int, AppCall, key: String)
    case review(Int, CheckoutReview)
    /// Come back by `tick`. A wait that was begun before counts no more.
    case wait(Int, RetryDelay)
    case tell(FlowNotice)
    /// Nothing comes after it.
    case finish(Outcome)
  }

  enum Outcome: Hashable, Sendable {
    case result(CheckoutResult)
    /// The page goes on.
    case page(PhaseName?)
    case failure(FlowFailure)
    /// With the error that the shop's backend failed with.
    case notCreated
  }
}

extension FlowMachine.Effect: Redacted {
  var description: String {
    switch self {
    case .save: "save"
    case .forget: "forget"
    case .create: "create"
    case .open(let number, let step, _): "open(\(number), \(step.rawValue))"
    case .close: "close"
    case .call(let number, let call, _): "call(\(number), \(call))"
    case .review(let number, _): "review(\(number))"
    case .wait(let number, let pause): "wait(\(number), \(pause.number))"
    case .tell(let notice): "tell(\(notice))"
    case .finish(.result(.paid)): "finish(paid)"
    case .finish(let outcome): "finish(\(outcome))"
    }
  }
}
