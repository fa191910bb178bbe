import FerryCheckout
import FerryCore
import FerryProvider

extension Engine {
  /// Lets the domain decide, and stores its commands with the requests that they will send.
  func apply(_ event: Event, to file: inout CheckoutFile, _ change: inout Change) throws(Refusal) {
    let now = time.now
    let last = file.checkout.lastCommand
    let ending = file.checkout.endingCommand
    let delay = event == .timerFired ? file.checkout.checkDelay(at: now) : nil
    try file.decide(event, &change, at: now, telling: webhooks?.endpoints ?? [])
    if event.sendsBuyer { file.remember(links(file)) }
    for index in file.outstanding.indices where file.outstanding[index].command.number > last {
      var stored = file.outstanding[index]
      if stored.command.kind.sendsReturnURLs { file.remember(links(file)) }
      plan(&stored, of: file, &change)
      if let delay { stored.notBefore = now + spread(delay) }
      file.outstanding[index] = stored
    }
    if event == .recheckRequested { retryNow(&file, at: now) }
    if let command = file.checkout.endingCommand, command != ending { performNow(command, of: &file, at: now) }
  }

  /// After a standstill many checks are late. They are spread over as long again as they are late, and over ten minutes at
  /// most, so that buyers do not wait behind all of them.
  private func spread(_ delay: Duration) -> Duration {
    let longest = min(delay, .seconds(600))
    return longest * Int(randomness.bytes(1).first ?? 0) / 256
  }

  /// Performs a postponed check now, because somebody asks. Overdue commands are retried too: their cause may be fixed.
  private func retryNow(_ file: inout CheckoutFile, at now: Moment) {
    for index in file.outstanding.indices {
      let stored = file.outstanding[index]
      guard stored.notBefore > now else { continue }
      let isPutOffCheck = stored.command.kind == .read && stored.attempts == 0
      if isPutOffCheck || stored.overdueAt <= now { file.outstanding[index].notBefore = now }
    }
  }
}

extension Engine {
  /// Performs a postponed command now, because the checkout is to end.
  private func performNow(_ command: CommandNumber, of file: inout CheckoutFile, at now: Moment) {
    for index in file.outstanding.indices where file.outstanding[index].command.number == command {
      file.outstanding[index].notBefore = min(file.outstanding[index].notBefore, now)
    }
  }
}

extension Checkout {
  /// The command whose outcome ends a checkout that has no payment page yet; nil if it is not to end.
  fileprivate var endingCommand: CommandNumber? {
    if case .authorizing(let authorizing) = phase, authorizing.ending != nil { authorizing.command } else { nil }
  }
}

extension Event {
  /// The buyer leaves for the provider with the return URLs of today.
  fileprivate var sendsBuyer: Bool {
    switch self {
    case .leave, .restarted: true
    default: false
    }
  }

  /// The name in timelines.
  var name: String {
    switch self {
    case .leave(nil): "left for the provider"
    case .leave(.some(let change)): "left to change \(change.rawValue)"
    case .confirm: "confirmed"
    case .keep: "kept the earlier selection"
    case .cancel(let party): "cancel asked by \(party.rawValue)"
    case .returnedToShop: "returned to the shop"
    case .restarted: "restarted"
    case .capture: "capture asked"
    case .refund(_, _, _, _, _, let reason): "refund asked" + (reason.map { ": \($0)" } ?? "")
    case .void: "void asked"
    case .resolve(let resolution, let operation, let amount):
      "person decided: "
        + [resolution.rawValue, operation?.text, amount.map { "\($0)" }].compactMap(\.self).joined(separator: " ")
    case .recordDispute(_, let source): "dispute recorded from a \(source.rawValue)"
    case .answerDispute: "answer to a dispute asked"
    case .disputeNoticed: "notified of a dispute"
    case .returned: "returned"
    case .recheckRequested: "recheck requested"
    case .timerFired: "timer fired"
    case .performed(_, .observed): "provider answered"
    case .performed(_, .rejected): "provider refused"
    case .performed(_, .parked): "outcome unknown"
    case .performed(_, .unanswered): "provider gave no answer"
    }
  }

  /// The names of hints and answers. If the phase is the same after one, it has decided nothing.
  static let routine = Set(
    [
      .returned(session: nil), .returnedToShop, .disputeNoticed(""), .recheckRequested, .timerFired,
      .performed(0, .observed(Observation())),
    ].map { (event: Event) in event.name })

  /// True if timelines show it even without a consequence. A repeated order for money, under the same id, is not shown; a
  /// new one brings a command.
  var isAlwaysShown: Bool {
    switch self {
    case .leave, .confirm, .keep, .cancel, .returnedToShop, .restarted, .resolve, .recordDispute, .returned: true
    case .capture, .refund, .void, .answerDispute, .disputeNoticed, .recheckRequested, .timerFired, .performed: false
    }
  }
}

extension Command.Kind {
  /// True if its request can hold return URLs.
  fileprivate var sendsReturnURLs: Bool {
    switch self {
    case .authorize: true
    case .read, .settle, .capture, .void, .refund, .cancel, .readDispute, .answerDispute: false
    }
  }
}
