/// How many notifications of a queue stand in a state.
public struct InboxCount: Hashable, Sendable {
  public var queue: CommandQueue
  public var state: InboxEntry.State
  public var isRecognised: Bool
  public var count: Int

  public init(queue: CommandQueue, state: InboxEntry.State, isRecognised: Bool, count: Int) {
    self.queue = queue
    self.state = state
    self.isRecognised = isRecognised
    self.count = count
  }
}
