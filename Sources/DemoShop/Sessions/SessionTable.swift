import FerryCore

/// Sessions in memory, bounded in time and number.
struct SessionTable: Sendable {
  private struct Entry {
    var session: Session
    var changed: Moment
    /// When it was put here, as a count.
    var order: UInt64
  }

  private let limits: SessionLimits
  private var entries: [SessionID: Entry] = [:]
  private var order: UInt64 = 0

  init(_ limits: SessionLimits) { self.limits = limits }

  func session(_ id: SessionID, at now: Moment) -> Session? {
    guard let entry = entries[id], entry.changed + limits.lifetime > now else { return nil }
    return entry.session
  }

  mutating func set(_ session: Session, for id: SessionID, changed: Moment) {
    order += 1
    entries[id] = Entry(session: session, changed: changed, order: order)
    if entries.count > limits.count { makeRoom() }
  }

  mutating func removeExpired(at now: Moment) {
    entries = entries.filter { $0.value.changed + limits.lifetime > now }
  }

  /// A tenth at once, so that sorting is rare.
  private mutating func makeRoom() {
    let surplus = min(entries.count - 1, entries.count - limits.count + limits.count / 10)
    let oldest = entries.sorted { $0.value.order < $1.value.order }
    for (id, _) in oldest.prefix(surplus) { entries[id] = nil }
  }
}
