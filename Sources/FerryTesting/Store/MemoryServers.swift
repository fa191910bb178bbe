import FerryCheckout
import FerryCore
import FerryEngine
import Synchronization

/// The servers that share a `MemoryStore`: their leases, and the checkouts that they own.
struct MemoryServers {
  typealias Number = Int64

  /// The ends of the leases.
  private var leases: [Number: Moment] = [:]
  private var last: Number = 0
  private var owners: [CheckoutID: Number] = [:]

  /// The servers whose leases have not lapsed, in the order of their numbers.
  func living(at now: Moment) -> [Number] { leases.filter { now < $0.value }.keys.sorted() }

  /// - Returns: The number of the server, which is a new one if its lease has lapsed.
  mutating func renew(_ number: Number?, until end: Moment, at now: Moment) -> Number {
    leases = leases.filter { now < $0.value }
    if let number, leases[number] != nil {
      leases[number] = end
      return number
    }
    last += 1
    leases[last] = end
    return last
  }

  mutating func leave(_ number: Number) { leases[number] = nil }

  /// True if no other server is known to own a checkout's work.
  func isOwn(_ id: CheckoutID, _ number: Number?) -> Bool { owners[id] == nil || owners[id] == number }

  /// True if this server has claimed a checkout last, or is the only one.
  func hasClaimed(_ id: CheckoutID, _ number: Number?) -> Bool { owners[id] == number }

  mutating func claim(_ id: CheckoutID, by number: Number, at now: Moment) -> (isOwner: Bool, isNew: Bool) {
    switch owners[id] {
    case number?: return (true, false)
    case let owner? where living(at: now).contains(owner): return (false, false)
    default:
      owners[id] = number
      return (true, true)
    }
  }
}

/// One of several servers, as a member of a `MemoryStore`.
final class MemoryMember: Sendable {
  let time: any Timekeeper
  let lease: Duration
  private struct State {
    var number: MemoryServers.Number?
    var isPaused = false
    var isDeaf = false
  }

  private let state = Mutex(State())
  /// Gets the changes of other servers.
  let changesElsewhere = Broadcast<ChangeElsewhere>(limit: .max)

  init(_ time: any Timekeeper, lease: Duration) {
    self.time = time
    self.lease = lease
  }

  /// The number of its last registration.
  var number: MemoryServers.Number? { state.withLock(\.number) }

  func pause(_ isPaused: Bool) { state.withLock { $0.isPaused = isPaused } }

  /// True if it is not told of other servers' changes.
  var isDeaf: Bool { state.withLock(\.isDeaf) }

  func loseMessages() { state.withLock { $0.isDeaf = true } }

  func waitWhilePaused() async throws {
    while state.withLock(\.isPaused) { try await time.sleep(for: .seconds(1)) }
  }

  func renew(in tables: inout MemoryTables) {
    let now = time.now
    state.withLock { state in
      guard !state.isPaused else { return }
      state.number = tables.servers.renew(state.number, until: now + lease, at: now)
    }
  }

  func leave(_ tables: inout MemoryTables) {
    state.withLock { state in
      if let number = state.number { tables.servers.leave(number) }
      state.number = nil
      state.isPaused = true
    }
  }

  /// The place among the servers that are alive; nil if its lease has lapsed.
  func rank(in tables: MemoryTables) -> MemoryRank? {
    let living = tables.servers.living(at: time.now)
    guard let number, let index = living.firstIndex(of: number) else { return nil }
    return (number, index, living.count)
  }
}

/// The place of a server among those that are alive.
typealias MemoryRank = (number: MemoryServers.Number, index: Int, servers: Int)

/// The tables of a `MemoryStore`, which several servers may share. Each is told of the changes of the others.
final class MemoryContent: Sendable {
  private let tables = Mutex(MemoryTables())
  /// The tables at the last flush, if a change has waited since.
  let flushed = Mutex<MemoryTables?>(nil)
  private let members = Mutex<[MemoryMember]>([])

  func withLock<Result: Sendable>(_ body: (inout MemoryTables) throws -> Result) rethrows -> Result {
    try tables.withLock { try body(&$0) }
  }

  func add(_ member: MemoryMember) { members.withLock { $0.append(member) } }

  /// - Parameter id: The checkout that has changed; nil for any.
  func tell(_ id: CheckoutID?, by member: MemoryMember?) {
    for other in members.withLock(\.self) where other !== member && !other.isDeaf {
      other.changesElsewhere.send(
        id.map { id in .checkout(id, isOwn: tables.withLock { $0.servers.isOwn(id, other.number) }) } ?? .any)
    }
  }
}

extension MemoryTables {
  /// Claims the checkout for a server if no living server owns it.
  /// - Parameter member: Nil for the only server.
  /// - Returns: The fence for the server's work on the checkout; nil if another server owns it.
  mutating func claim(_ id: CheckoutID, by member: MemoryMember?) -> Int64? {
    guard let member else { return attempts[id]?.fence }
    guard let number = member.number else { return nil }
    let claim = servers.claim(id, by: number, at: member.time.now)
    if claim.isNew { raiseFence(of: id) }
    return claim.isOwner ? attempts[id]?.fence : nil
  }

  /// The first of these, each of another's checkout left out, with the fences of their checkouts.
  mutating func claimed<Work>(
    _ work: [Work], limit: Int, by member: MemoryMember?, checkout: (Work) -> CheckoutID
  ) -> [(work: Work, fence: Int64)] {
    var claimed: [(Work, Int64)] = []
    for one in work where claimed.count < limit {
      if let fence = claim(checkout(one), by: member) { claimed.append((one, fence)) }
    }
    return claimed
  }
}
