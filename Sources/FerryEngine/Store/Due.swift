public import FerryCheckout
public import FerryCore

/// What is to be done at a moment, and when to look again.
public struct Due: Hashable, Sendable {
  /// Commands not yet performed that may be performed, longest due first, then oldest first.
  public var commands: [DueCommand]
  /// Checkouts that want to be woken, longest overdue first.
  public var wakings: [CheckoutID]
  /// The first moment after this one at which a command may be performed or a checkout wants to be woken.
  public var next: Moment?

  public init(commands: [DueCommand], wakings: [CheckoutID], next: Moment?) {
    self.commands = commands
    self.wakings = wakings
    self.next = next
  }
}

/// Which command is due. The command itself is read when there is a place for it.
public struct DueCommand: Hashable, Sendable {
  public var checkout: CheckoutID
  public var number: CommandNumber
  public var provider: ProviderID
  public var mode: Mode

  public init(checkout: CheckoutID, number: CommandNumber, provider: ProviderID, mode: Mode) {
    self.checkout = checkout
    self.number = number
    self.provider = provider
    self.mode = mode
  }
}
