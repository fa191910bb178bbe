import FerryCore

/// The unfinished checkouts that nobody is following: when to ask about each, and what has been told of it.
struct ResumeQueue: Sendable {
  private struct Entry {
    /// Nil: only a link or a new start is a reason to ask again.
    var due: Moment?
    var told: CheckoutResult?
    var tries = 0
    var links: [AppReturnLink] = []

    /// Until it is asked about again. A link that has come meanwhile does not wait.
    mutating func wait(at now: Moment) {
      let again = told == .confirming ? now + ResumeQueue.wait(after: tries) : nil
      due = links.isEmpty ? again : now
    }
  }

  private var entries: [FlowID: Entry] = [:]

  /// - Parameters:
  ///   - told: What the app has been told already, and is not told again.
  mutating func add(_ id: FlowID, told: CheckoutResult? = nil, at now: Moment) {
    guard let told else {
      entries[id] = Entry(due: now)
      return
    }
    var entry = entries[id] ?? Entry()
    entry.told = told
    entry.wait(at: now)
    entries[id] = entry
  }

  mutating func add(_ link: AppReturnLink, to id: FlowID, at now: Moment) {
    var entry = entries[id] ?? Entry()
    if !entry.links.contains(link) { entry.links.appendAmongFirst(FlowMachine.Memory.mostUnclaimed, link) }
    entry.due = now
    entries[id] = entry
  }

  mutating func remove(_ id: FlowID) -> [AppReturnLink] { entries.removeValue(forKey: id)?.links ?? [] }

  /// A reason to ask about everything that is not known.
  mutating func wake(at now: Moment) {
    for id in entries.keys where entries[id]?.told != .notFinished { entries[id]?.due = now }
  }

  /// The one that has waited longest.
  func next(at now: Moment) -> FlowID? {
    entries.filter { $0.value.due.map { $0 <= now } ?? false }
      .min { ($0.value.due ?? now, $0.key) < ($1.value.due ?? now, $1.key) }?.key
  }

  var nextDue: Moment? { entries.values.compactMap(\.due).min() }

  /// Takes the links that have come for it.
  mutating func begin(_ id: FlowID) -> [AppReturnLink] {
    let links = entries[id]?.links ?? []
    entries[id]?.links = []
    entries[id]?.due = nil
    return links
  }

  /// - Returns: Whether the app is to be told.
  mutating func record(_ id: FlowID, _ result: CheckoutResult, byLink: Bool, at now: Moment) -> Bool {
    var entry = entries[id] ?? Entry()
    let isNews = entry.told != result || byLink
    guard !result.isFinal else {
      entries[id] = nil
      return isNews
    }
    entry.told = result
    entry.tries += 1
    entry.wait(at: now)
    entries[id] = entry
    return isNews
  }

  /// Half a minute, doubling up to ten minutes: the provider may take days.
  private static func wait(after tries: Int) -> Duration { min(.seconds(30) * (1 << min(tries, 8)), .seconds(600)) }
}
