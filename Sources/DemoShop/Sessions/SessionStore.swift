import Crypto
public import FerryCore
public import Logging
public import ServiceLifecycle

/// The storage of the shop's sessions.
public protocol SessionStore: Sendable {
  /// The session of a browser; an empty one if there is none or it has expired.
  func session(_ id: SessionID) async throws -> Session

  /// Changes a session atomically. A store that survives restarts has stored the change when this returns.
  func update<Result: Sendable>(
    _ id: SessionID, _ change: @Sendable (inout Session) throws -> Result
  ) async throws -> Result

  func removeExpired() async throws
}

/// The session id that a browser holds: 16 random bytes. It gives access to the cart, so it is never logged and does not name
/// files.
public struct SessionID: Sendable, Hashable {
  let text: String

  public init(_ randomness: some Randomness) { text = randomness.token(bytes: 16) }

  /// Nil for a cookie that cannot be ours.
  public init?(cookie: String) {
    guard cookie.utf8.count == 22, Base64URL.decode(cookie)?.count == 16 else { return nil }
    text = cookie
  }

  /// The name of the session's file. The id cannot be derived from it.
  var fileName: String { Base64URL.encode(SHA256.hash(data: Array(text.utf8))) + ".json" }
}

public struct SessionLimits: Sendable {
  /// The time from the last change.
  public var lifetime: Duration
  /// The largest number of sessions. The sessions with the oldest change are removed first.
  public var count: Int

  public init(lifetime: Duration = .seconds(30 * 86_400), count: Int = 100_000) {
    self.lifetime = lifetime
    self.count = max(1, count)
  }
}

/// Sessions in memory, bounded in time and number.
struct SessionTable: Sendable {
  private struct Entry {
    var session: Session
    var changed: Moment
    /// Counts insertions.
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

  mutating func removeExpired(at now: Moment) { entries = entries.filter { $0.value.changed + limits.lifetime > now } }

  /// Removes a tenth at once, so that sorting is rare.
  private mutating func makeRoom() {
    let surplus = min(entries.count - 1, entries.count - limits.count + limits.count / 10)
    let oldest = entries.sorted { $0.value.order < $1.value.order }
    for (id, _) in oldest.prefix(surplus) { entries[id] = nil }
  }
}

/// Removes expired sessions at the start and then every hour.
public struct SessionSweeper: Service {
  private let store: any SessionStore
  private let clock: any Timekeeper
  private let logger: Logger

  public init(store: any SessionStore, clock: any Timekeeper, logger: Logger) {
    self.store = store
    self.clock = clock
    self.logger = logger
  }

  public func run() async {
    await cancelWhenGracefulShutdown {
      while !Task.isCancelled {
        do {
          try await store.removeExpired()
        } catch {
          logger.warning("Could not remove expired sessions", metadata: ["error.type": "\(type(of: error))"])
        }
        do { try await clock.sleep(for: .seconds(3600)) } catch { return }
      }
    }
  }
}
