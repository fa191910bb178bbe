public import FerryCheckout
public import FerryCore
public import FerryProvider

/// A command that is not complete, with everything that is needed to continue it after a crash.
public struct StoredCommand: Codable, Hashable, Sendable {
  public let checkout: CheckoutID
  public let account: ProviderAccountID
  public let command: Command
  /// The provider's name of the present stage; "" is the first.
  public var stage: String
  /// Our reference to the command in the provider's format; "" before the first plan.
  public internal(set) var reference: String
  /// 1, and one more with every new reference.
  public internal(set) var referenceAttempt: Int
  /// The request of the present stage, once it has been planned.
  public var request: ProviderRequest?
  /// Set before sending a request that must not be sent twice: it may have arrived.
  public var isStarted: Bool
  /// Attempts without an outcome, at the present stage and at one that it inquires about.
  public var attempts: Int
  /// Successes at the present stage that could not be read.
  public var unreadable: Int
  /// Not to be performed earlier.
  public var notBefore: Moment
  public let createdAt: Moment

  public init(checkout: Checkout, command: Command, at now: Moment) {
    self.checkout = checkout.id
    account = checkout.accountID
    self.command = command
    stage = ""
    reference = ""
    referenceAttempt = 1
    isStarted = false
    attempts = 0
    unreadable = 0
    notBefore = now
    createdAt = now
  }

  /// True if the last attempt failed, or could not be made, because of the account's settings or contract. It is planned
  /// again after a while.
  public var isMisconfigured: Bool { attempts > 0 && request == nil }

  /// True if performing the present stage changes nothing at the provider (RFC 9110 §9.2.1), or is to be planned first.
  var isQuestion: Bool { request.map { $0.method == "GET" } ?? true }

  /// True if sending the request of the present stage again does no harm.
  var canBeRepeated: Bool {
    if case .inquireFirst? = request?.repetition { false } else { true }
  }

  /// From this moment on the command has waited longer than it should.
  public var overdueAt: Moment { createdAt + Checkout.patience }
}

/// The work that is due at a moment, and when to look again.
public struct Due: Hashable, Sendable {
  /// Commands that may be performed, account by account as asked for; of each the longest due first, then the oldest.
  public var commands: [DueCommand]
  /// Checkouts whose timers have fired, the longest overdue first.
  public var wakings: [DueWaking]
  /// Notifications to work on, account by account as asked for; of each the longest due first.
  public var notifications: [DueNotification]
  /// True if any of those accounts has an open notification, due or not.
  public var hasOpenNotifications: Bool
  /// When something becomes due next, after this moment.
  public var next: Moment?

  public init(
    commands: [DueCommand], wakings: [DueWaking], notifications: [DueNotification] = [],
    hasOpenNotifications: Bool = false, next: Moment?
  ) {
    self.commands = commands
    self.wakings = wakings
    self.notifications = notifications
    self.hasOpenNotifications = hasOpenNotifications
    self.next = next
  }
}

/// The name of a due command. The command itself is read when there is a place for it.
public struct DueCommand: Hashable, Sendable {
  public var checkout: CheckoutID
  public var number: CommandNumber
  public var account: ProviderAccountID
  /// The fence of its checkout: it is performed only under this one.
  public var fence: Int64

  public init(checkout: CheckoutID, number: CommandNumber, account: ProviderAccountID, fence: Int64 = 0) {
    self.checkout = checkout
    self.number = number
    self.account = account
    self.fence = fence
  }
}

/// A checkout whose timer has fired.
public struct DueWaking: Hashable, Sendable {
  public var checkout: CheckoutID
  public var fence: Int64

  public init(checkout: CheckoutID, fence: Int64 = 0) {
    self.checkout = checkout
    self.fence = fence
  }
}

/// The most commands or notifications of an account that are asked for.
public struct CommandDemand: Hashable, Sendable {
  public var account: ProviderAccountID
  public var limit: Int

  public init(_ account: ProviderAccountID, limit: Int) {
    self.account = account
    self.limit = limit
  }
}

/// The unfinished work of an account, for monitoring.
public struct Backlog: Hashable, Sendable {
  public var account: ProviderAccountID
  /// Commands that are not complete.
  public var commands: Int
  /// The creation of the oldest of them.
  public var oldest: Moment?
  /// When the first of them may be performed.
  public var firstDue: Moment?
  /// Checkouts that wait for a person.
  public var held: Int
  /// Checkouts that wait for something longer than they should.
  public var overdue: Int
  /// Notifications that wait for an order that is not known.
  public var unmatched: Int
  /// Notifications whose order never came, as long as they are stored.
  public var expired: Int

  public init(
    account: ProviderAccountID, commands: Int = 0, oldest: Moment? = nil, firstDue: Moment? = nil, held: Int = 0,
    overdue: Int = 0, unmatched: Int = 0, expired: Int = 0
  ) {
    self.account = account
    self.commands = commands
    self.oldest = oldest
    self.firstDue = firstDue
    self.held = held
    self.overdue = overdue
    self.unmatched = unmatched
    self.expired = expired
  }
}
