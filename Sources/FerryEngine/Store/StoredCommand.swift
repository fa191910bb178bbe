public import FerryCheckout
public import FerryCore
public import FerryProvider

/// A command that is not yet performed, with what is needed to go on with it after a crash.
public struct StoredCommand: Codable, Hashable, Sendable {
  public let checkout: CheckoutID
  public let provider: ProviderID
  public let mode: Mode
  public let command: Command
  /// The provider's name of the present stage; "" is the first.
  public var stage: String
  /// The exact request of the present stage, once it has been made.
  public var request: ProviderRequest?
  /// Set before sending a request that must not be sent twice: it may have arrived.
  public var isStarted: Bool
  /// Attempts that brought no outcome, at the present stage and at one that it inquires about.
  public var attempts: Int
  /// Successes at the present stage that could not be read; nil for none.
  public var unreadable: Int?
  /// Not to be performed earlier.
  public var notBefore: Moment
  public let createdAt: Moment

  public init(checkout: Checkout, command: Command, at now: Moment) {
    self.checkout = checkout.id
    provider = checkout.provider
    mode = checkout.mode
    self.command = command
    stage = ""
    isStarted = false
    attempts = 0
    notBefore = now
    createdAt = now
  }
}

extension StoredCommand {
  /// When the command becomes overdue: from then on it waits longer than it should, whatever it waits for.
  public var overdueAt: Moment { createdAt + Checkout.patience }
}

extension CheckoutFile {
  /// When something of the checkout becomes overdue if nothing happens before; nil while nothing waits.
  public var overdueAt: Moment? { (outstanding.map(\.overdueAt) + [checkout.overdueAt].compactMap(\.self)).min() }
}
