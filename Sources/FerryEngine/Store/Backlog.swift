public import FerryCore

/// What has come together in one queue, for those who watch over it.
public struct Backlog: Hashable, Sendable {
  public var queue: CommandQueue
  /// Commands that are not yet performed.
  public var commands: Int
  /// When the oldest of them was commanded.
  public var oldest: Moment?
  /// The first moment at which one of them may be performed.
  public var firstDue: Moment?
  /// Checkouts that wait for a person.
  public var held: Int
  /// Checkouts of which something takes longer than it should.
  public var overdue: Int
  /// Notifications that wait for an order that is not known.
  public var unmatched: Int
  /// Notifications that have done so in vain, as long as they are remembered.
  public var expired: Int

  public init(
    queue: CommandQueue, commands: Int = 0, oldest: Moment? = nil, firstDue: Moment? = nil, held: Int = 0,
    overdue: Int = 0, unmatched: Int = 0, expired: Int = 0
  ) {
    self.queue = queue
    self.commands = commands
    self.oldest = oldest
    self.firstDue = firstDue
    self.held = held
    self.overdue = overdue
    self.unmatched = unmatched
    self.expired = expired
  }
}
