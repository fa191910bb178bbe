import FerryCore

@_spi(Phone) @testable import Ferry

// A failed test tells what happened, without secrets and personal data.
extension FlowMachine.Input {
  var story: String {
    switch self {
    case .begin: "begin"
    case .created(let handoff, _): "created(\(handoff.checkout))"
    case .creationUnknown: "creationUnknown"
    case .notCreated: "notCreated"
    case .open(let handoff): "open(\(handoff.checkout))"
    case .link(let link): "link(\(link.checkout))"
    case .unreadableLink: "unreadableLink"
    case .browserClosed(let number): "browserClosed(\(number))"
    case .browserFailed(let number, _): "browserFailed(\(number))"
    case .answered(let number, .success(let body)): "answered(\(number), \(body.phase.rawValue))"
    case .answered(let number, .failure(let failure)): "answered(\(number), \(failure))"
    case .decided(let number, let decision): "decided(\(number), \(decision))"
    case .tick(let number): "tick(\(number))"
    case .woken: "woken"
    case .givenUp: "givenUp"
    case .notSaved: "notSaved"
    }
  }
}

extension FlowMachine.Effect {
  var story: String {
    switch self {
    case .save: "save"
    case .forget: "forget"
    case .create: "create"
    case .open(let number, let step, _): "open(\(number), \(step.rawValue))"
    case .close: "close"
    case .call(let number, let call, _): "call(\(number), \(call))"
    case .review(let number, _): "review(\(number))"
    case .wait(let number, let delay): "wait(\(number), \(delay.number))"
    case .tell(let notice): "tell(\(notice))"
    case .finish(.result(.paid)): "finish(paid)"
    case .finish(let outcome): "finish(\(outcome))"
    }
  }
}
