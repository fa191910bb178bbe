public import FerryCheckout
public import FerryCore
public import FerryProvider

/// A notification's number in a store; it rises with every new one.
public typealias InboxNumber = Int64

/// A stored notification of a provider: the objects that it names, and its state. It carries no facts about money.
public struct InboxEntry: Hashable, Sendable {
  public enum State: String, Hashable, Sendable, CaseIterable {
    case new
    /// It names nothing of ours so far. It waits for its order, whose reference may not be known yet.
    case unmatched
    /// The provider has been asked about its object, or is being asked.
    case handled
    /// Its order never came.
    case expired

    public var isOpen: Bool { self == .new || self == .unmatched }
  }

  public let account: ProviderAccountID
  /// Identifies repetitions; unique in the account.
  public let identity: String
  /// A signed one waits for its order. An unsigned one is kept only if it names a checkout.
  public let isAuthenticated: Bool
  /// The provider's word for what changed.
  public let kind: String
  public let isRecognised: Bool
  public let references: [ProviderReference]
  /// The raw bytes of a signed one, until it is handled. An unrecognised one keeps them.
  public var body: [UInt8]?
  public var receivedAt: Moment
  public var state = State.new
  /// Attempts without an end.
  public var attempts = 0
  /// Number of times that a repetition opened it again.
  public var repetitions = 0
  /// When to handle it; nil once it is closed.
  public var dueAt: Moment?
  public var closedAt: Moment?

  public init(
    account: ProviderAccountID, identity: String, isAuthenticated: Bool, kind: String, isRecognised: Bool = true,
    references: [ProviderReference], body: [UInt8]?, receivedAt: Moment
  ) {
    self.account = account
    self.identity = identity
    self.isAuthenticated = isAuthenticated
    self.kind = kind
    self.isRecognised = isRecognised
    self.references = references
    self.body = body
    self.receivedAt = receivedAt
    dueAt = receivedAt
  }
}

/// A notification that is due.
public struct DueNotification: Hashable, Sendable {
  public var number: InboxNumber
  public var entry: InboxEntry
  /// The checkout of the first of its references that is known.
  public var checkout: CheckoutID?
  /// The fence of that checkout; 0 without one.
  public var fence: Int64

  public init(_ number: InboxNumber, _ entry: InboxEntry, checkout: CheckoutID?, fence: Int64 = 0) {
    self.number = number
    self.entry = entry
    self.checkout = checkout
    self.fence = fence
  }
}

/// The store's answer to a new notification.
public enum InboxAcceptance: String, Hashable, Sendable {
  case kept
  case repeated
  /// It is unsigned and names no checkout. Nothing of it is stored.
  case foreign
}

/// A change of a notification, committed together with the checkout that it names.
public enum NotificationChange: Hashable, Sendable {
  case handled(InboxNumber, at: Moment)
  case postponed(InboxNumber, until: Moment)

  public var number: InboxNumber {
    switch self {
    case .handled(let number, _), .postponed(let number, _): number
    }
  }
}

/// The number of an account's notifications in a state.
public struct InboxCount: Hashable, Sendable {
  public var account: ProviderAccountID
  public var state: InboxEntry.State
  public var isRecognised: Bool
  public var count: Int

  public init(account: ProviderAccountID, state: InboxEntry.State, isRecognised: Bool, count: Int) {
    self.account = account
    self.state = state
    self.isRecognised = isRecognised
    self.count = count
  }
}

/// Limits of the inbox.
public struct InboxLimits: Hashable, Sendable {
  /// Time that a closed notification is stored, so that a repetition is recognised.
  public var memory: Duration
  /// The most that wait for their order in one account; beyond it the oldest expires.
  public var unmatched: Int

  public init(memory: Duration = .seconds(90 * 86_400), unmatched: Int = 10_000) {
    self.memory = memory
    self.unmatched = unmatched
  }
}

// MARK: The rules of every store

extension InboxEntry {
  /// Records a repetition.
  ///
  /// A signed notification is handled once, regardless of repetitions. An unsigned one has no identity but its reference: it
  /// is opened again with growing delays, so that a sender who repeats it all day does not cause inquiries all day.
  /// - Returns: True if anything changed.
  package mutating func comeAgain(at moment: Moment) -> Bool {
    guard !isAuthenticated else { return false }
    receivedAt = moment
    guard !state.isOpen, let closedAt else { return true }
    state = .new
    attempts = 0
    dueAt = max(moment, closedAt + min(.seconds(300), .seconds(1 << min(repetitions, 10))))
    // After a quiet hour the count restarts.
    repetitions = moment.since(closedAt) > .seconds(3600) ? 1 : repetitions + 1
    return true
  }

  /// Before all others, whatever the clock says: it may have been set back.
  package static let dueFirst = Moment(milliseconds: 0)

  /// A checkout has brought a reference that it names.
  package mutating func becomeDue() {
    if state.isOpen { dueAt = Self.dueFirst }
  }

  package mutating func apply(_ change: NotificationChange) {
    switch change {
    case .handled(_, let moment): close(.handled, at: moment)
    case .postponed(_, let moment):
      attempts += 1
      dueAt = moment
    }
  }

  /// - Parameter moment: The time of the retry; nil to close it as expired.
  package mutating func leaveUnmatched(until moment: Moment?, at now: Moment) {
    attempts += 1
    guard let moment else { return close(.expired, at: now) }
    state = .unmatched
    dueAt = moment
  }

  private mutating func close(_ state: State, at now: Moment) {
    self.state = state
    dueAt = nil
    closedAt = now
    if isRecognised { body = nil }
  }
}
