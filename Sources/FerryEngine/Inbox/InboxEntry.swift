public import FerryCore

/// A notification's number in a store; it rises with every new one.
public typealias InboxNumber = Int64

/// A provider's notification as it is kept: what it names, and how far it has been worked on. It carries no facts about
/// money.
public struct InboxEntry: Hashable, Sendable {
  public enum State: String, Hashable, Sendable, CaseIterable {
    /// To be worked on.
    case new
    /// It names nothing of ours so far. It waits for its order, which may not have been heard of yet.
    case unmatched
    /// What it names has been asked about, or is being asked about.
    case worked
    /// It named nothing of ours for as long as one waits.
    case expired

    public var isOpen: Bool { self == .new || self == .unmatched }
  }

  public let queue: CommandQueue
  /// What repetitions are known by, unique in provider and mode.
  public let identity: String
  /// Signed ones wait for their order. Of others only what names a checkout is kept.
  public let isAuthenticated: Bool
  /// The provider's word for what changed.
  public let kind: String
  public let isRecognised: Bool
  /// The provider's ids that it names.
  public let references: [String]
  /// The raw bytes of a signed one, until it has been worked on. What is not recognised keeps them.
  public var body: [UInt8]?
  public var receivedAt: Moment
  public var state = State.new
  /// How often it was worked on without an end.
  public var attempts = 0
  /// How often it came again and was taken up again.
  public var repetitions = 0
  /// When to work on it; nil once it is closed.
  public var dueAt: Moment?
  /// When it was last closed.
  public var closedAt: Moment?

  public init(
    queue: CommandQueue, identity: String, isAuthenticated: Bool, kind: String, isRecognised: Bool = true,
    references: [String], body: [UInt8]?, receivedAt: Moment
  ) {
    self.queue = queue
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

/// What every store does with an entry.
extension InboxEntry {
  /// Takes in that the same came again.
  ///
  /// What is signed is worked on once, whoever repeats it. What is not has no name but the checkout's: it is taken up again,
  /// but ever later, so that one who sends it all day long does not make us ask all day long.
  /// - Returns: Whether anything changed.
  package mutating func comeAgain(at moment: Moment) -> Bool {
    guard !isAuthenticated else { return false }
    receivedAt = moment
    guard !state.isOpen, let closedAt else { return true }
    state = .new
    attempts = 0
    dueAt = max(moment, closedAt + min(.seconds(300), .seconds(1 << min(repetitions, 10))))
    // A sender who has been quiet for an hour begins anew.
    repetitions = moment.since(closedAt) > .seconds(3600) ? 1 : repetitions + 1
    return true
  }

  /// Somebody has a reference that it names.
  package mutating func becomeDue() {
    // Before all others, whatever the clock shows: it may have been set back since it came.
    if state.isOpen { dueAt = Moment(milliseconds: 0) }
  }

  package mutating func postpone(until moment: Moment) {
    attempts += 1
    dueAt = moment
  }

  /// - Parameter moment: When to try again; nil when it has waited for long enough.
  package mutating func leaveUnmatched(until moment: Moment?, at now: Moment) {
    attempts += 1
    guard let moment else { return close(.expired, at: now) }
    state = .unmatched
    dueAt = moment
  }

  package mutating func close(_ state: State, at now: Moment) {
    self.state = state
    dueAt = nil
    closedAt = now
    if isRecognised { body = nil }
  }
}
