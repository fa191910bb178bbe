import Crypto
public import FerryCore
import Foundation
public import Logging
import NIOConcurrencyHelpers
import NIOPosix
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

/// Sessions in files, one for each, that only the program's user can read. Carts and checkouts survive restarts and crashes.
/// Recent sessions are also in memory.
public actor FileSessionStore: SessionStore {
  private let clock: any Timekeeper
  private let files: SessionFiles
  private var recent: SessionTable
  private var version: UInt64 = 0

  /// - Parameter directory: Created if missing.
  public init(directory: String, limits: SessionLimits = SessionLimits(), clock: any Timekeeper) {
    self.clock = clock
    files = SessionFiles(directory: directory, limits: limits)
    recent = SessionTable(limits)
  }

  public func session(_ id: SessionID) async throws -> Session {
    while true {
      if let session = recent.session(id, at: clock.now) { return session }
      let versionBefore = version
      let stored = try await files.read(id, at: clock.now)
      // A session may have been written while the file was read: then the content may be old.
      guard version == versionBefore else { continue }
      guard let stored else { return Session() }
      recent.set(stored.session, for: id, changed: stored.changed)
      return stored.session
    }
  }

  public func update<Result: Sendable>(
    _ id: SessionID, _ change: @Sendable (inout Session) throws -> Result
  ) async throws -> Result {
    // Nothing else runs in this actor between here and the call of `write`.
    var session = try await session(id)
    let result = try change(&session)
    let stored = StoredSession(session: session, changed: clock.now)
    recent.set(session, for: id, changed: stored.changed)
    version += 1
    try await files.write(stored, for: id, version: version)
    return result
  }

  public func removeExpired() async throws {
    recent.removeExpired(at: clock.now)
    try await files.removeExpired(at: clock.now)
  }
}

struct StoredSession: Codable, Sendable {
  var session: Session
  var changed: Moment
}

/// The files of a `FileSessionStore`. Disk access runs on NIO's thread pool, one operation at a time.
struct SessionFiles: Sendable {
  private let folder: PrivateFolder
  private let limits: SessionLimits
  /// The newest version of each file since the program started. Its lock also serialises the operations.
  private let written = NIOLockedValueBox<[String: UInt64]>([:])

  init(directory: String, limits: SessionLimits) {
    folder = PrivateFolder(path: directory)
    self.limits = limits
  }

  /// Nil if there is no readable file or the session has expired.
  func read(_ id: SessionID, at now: Moment) async throws -> StoredSession? {
    try await NIOThreadPool.singleton.runIfActive {
      load(id.fileName).flatMap { $0.changed + limits.lifetime > now ? $0 : nil }
    }
  }

  /// Writes a session unless a newer version was written: threads of the pool may overtake each other.
  func write(_ stored: StoredSession, for id: SessionID, version: UInt64) async throws {
    let name = id.fileName
    try await NIOThreadPool.singleton.runIfActive {
      try written.withLockedValue { written in
        guard version > written[name] ?? 0 else { return }
        try folder.write(stored, to: name)
        written[name] = version
      }
    }
  }

  /// Removes expired files, and the oldest ones beyond the limit.
  func removeExpired(at now: Moment) async throws {
    try await NIOThreadPool.singleton.runIfActive {
      try folder.make()
      var kept: [(name: String, changed: Moment)] = []
      for name in try folder.names() {
        let stored = load(name)
        if let stored, stored.changed + limits.lifetime > now {
          kept.append((name, stored.changed))
        } else {
          remove(name, ifChanged: stored?.changed)
        }
      }
      guard kept.count > limits.count else { return }
      kept.sort { ($0.changed, $0.name) < ($1.changed, $1.name) }
      for (name, changed) in kept.prefix(kept.count - limits.count) { remove(name, ifChanged: changed) }
    }
  }

  /// Removes a file unless it was written again meanwhile.
  private func remove(_ name: String, ifChanged changed: Moment?) {
    written.withLockedValue { written in
      guard load(name)?.changed == changed else { return }
      folder.remove(name)
      written[name] = nil
    }
  }

  private func load(_ name: String) -> StoredSession? { folder.read(name) }
}

/// A folder of JSON files that only the program's user can read.
struct PrivateFolder: Sendable {
  let path: String

  func make() throws {
    try FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
  }

  func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path).filter { $0.hasSuffix(".json") }
  }

  /// Nil if there is no such file, or if it cannot be read.
  func read<Content: Decodable>(_ name: String) -> Content? {
    FileManager.default.contents(atPath: file(name)).flatMap { try? JSONDecoder().decode(Content.self, from: $0) }
  }

  /// Replaces a file atomically: Foundation writes it under a temporary name with the same permissions. After a crash it holds
  /// the old content or the new one.
  func write(_ content: some Encodable, to name: String) throws {
    try make()
    let made = FileManager.default.createFile(
      atPath: file(name), contents: try JSONEncoder().encode(content), attributes: [.posixPermissions: 0o600])
    guard made else { throw SessionFileError(path: file(name)) }
  }

  /// A missing file is fine.
  func remove(_ name: String) { try? FileManager.default.removeItem(atPath: file(name)) }

  private func file(_ name: String) -> String { path + "/" + name }
}

/// A session or an order could not be written.
struct SessionFileError: Error, CustomStringConvertible {
  let path: String

  var description: String {
    "Could not write \(path). Check that the folder belongs to the program's user, and that the disk has space."
  }
}
