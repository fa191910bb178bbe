public import FerryCheckout
public import FerryCore

/// A line of a checkout's timeline. Holds no secret and no personal datum.
public struct LogEntry: Codable, Hashable, Sendable {
  public enum What: Codable, Hashable, Sendable {
    /// An event was applied; the phase after it.
    case event(String, phase: String)
    /// A request to the provider: the command's name and stage, what came of it, and how long it took.
    case call(String, result: String, milliseconds: Int64)
    /// A message of a type was sent to an endpoint: what came of it, and how long it took.
    case webhook(String, endpoint: String, result: String, milliseconds: Int64)
    case money(LedgerEntry.Kind, Money)
    /// An operator did something on the operations page; by the operator's name in the settings.
    case action(String, by: String)
    /// Something a person should know.
    case remark(String)
    /// Something a person must fix in the settings, or in the account at the provider.
    case misconfigured(String)
  }

  public var at: Moment
  public var what: What

  public init(at: Moment, _ what: What) {
    self.at = at
    self.what = what
  }

  /// The entry of an erased buyer.
  init(buyerForgottenIn phase: PhaseName, at now: Moment) {
    self.init(at: now, .event(Self.buyerForgotten, phase: phase.rawValue))
  }

  /// A person has a message sent again.
  init(sentAgain message: WebhookMessageID, of checkout: Checkout, by person: String?, at now: Moment) {
    let text = "webhook \(message.sequence) sent again"
    self.init(at: now, person.map { .action(text, by: $0) } ?? .event(text, phase: checkout.phase.name.rawValue))
  }

  /// True for the entry of an erased buyer.
  public var isBuyerForgotten: Bool {
    if case .event(Self.buyerForgotten, _) = what { true } else { false }
  }

  /// True if the phase changes, money moves, somebody acts, or a person should know of the entry.
  /// - Parameter phase: The phase before it; nil for the first entry.
  public func isDeciding(after phase: String?) -> Bool {
    switch what {
    case .event(let name, let now): now != phase || !Event.routine.contains(name)
    case .call: false
    case .webhook(_, _, let result, _): result.hasSuffix(WebhookResult.givenUp)
    case .money, .action, .remark, .misconfigured: true
    }
  }

  private static let buyerForgotten = "buyer forgotten"
}

/// A log entry at its place among all.
public struct LogRecord: Hashable, Sendable {
  /// Rises with every entry of the store.
  public var position: Int64
  public var checkout: CheckoutID
  public var entry: LogEntry

  public init(position: Int64, checkout: CheckoutID, entry: LogEntry) {
    self.position = position
    self.checkout = checkout
    self.entry = entry
  }
}
