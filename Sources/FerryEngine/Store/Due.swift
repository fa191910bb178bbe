public import FerryCheckout
public import FerryCore

/// What is to be done at a moment, and when to look again.
public struct Due: Hashable, Sendable {
  /// Commands not yet performed that may be performed, queue by queue as asked for; in each the longest due first, then the
  /// oldest first.
  public var commands: [DueCommand]
  /// Checkouts that want to be woken, longest overdue first.
  public var wakings: [CheckoutID]
  /// Notifications to be worked on, queue by queue as asked for; in each the longest due first.
  public var notifications: [DueNotification]
  /// Whether there is any open notification in those queues, due or not.
  public var hasOpenNotifications: Bool
  /// The first moment after this one at which a command may be performed, a checkout wants to be woken or a notification
  /// is to be worked on.
  public var next: Moment?

  public init(
    commands: [DueCommand], wakings: [CheckoutID], notifications: [DueNotification] = [],
    hasOpenNotifications: Bool = false, next: Moment?
  ) {
    self.commands = commands
    self.wakings = wakings
    self.notifications = notifications
    self.hasOpenNotifications = hasOpenNotifications
    self.next = next
  }
}

/// Which command is due. The command itself is read when there is a place for it.
public struct DueCommand: Hashable, Sendable {
  public var checkout: CheckoutID
  public var number: CommandNumber
  public var queue: CommandQueue

  public init(checkout: CheckoutID, number: CommandNumber, queue: CommandQueue) {
    self.checkout = checkout
    self.number = number
    self.queue = queue
  }
}

/// The commands for one provider in one mode. Test and live never wait for each other.
public struct CommandQueue: Hashable, Comparable, Sendable {
  public var provider: ProviderID
  public var mode: Mode

  public init(provider: ProviderID, mode: Mode) {
    self.provider = provider
    self.mode = mode
  }

  public static func < (left: Self, right: Self) -> Bool {
    (left.provider.text, left.mode.rawValue) < (right.provider.text, right.mode.rawValue)
  }
}

/// How many commands or notifications of a queue are asked for.
public struct CommandDemand: Hashable, Sendable {
  public var queue: CommandQueue
  public var limit: Int

  public init(_ queue: CommandQueue, limit: Int) {
    self.queue = queue
    self.limit = limit
  }
}
