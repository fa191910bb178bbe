public import FerryCore
import Foundation
import NIOConcurrencyHelpers
import NIOPosix

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

/// The files of a `FileSessionStore`. Disk access runs on NIO's thread pool, one operation at a time. Files are replaced
/// atomically: after a crash a file holds the old session or the new one.
struct SessionFiles: Sendable {
  private let directory: String
  private let limits: SessionLimits
  /// The newest version of each file since the program started. Its lock also serialises the operations.
  private let written = NIOLockedValueBox<[String: UInt64]>([:])

  init(directory: String, limits: SessionLimits) {
    self.directory = directory
    self.limits = limits
  }

  /// Nil if there is no readable file or the session has expired.
  func read(_ id: SessionID, at now: Moment) async throws -> StoredSession? {
    let path = path(id.fileName)
    return try await NIOThreadPool.singleton.runIfActive {
      Self.load(path).flatMap { $0.changed + limits.lifetime > now ? $0 : nil }
    }
  }

  /// Writes a session unless a newer version was written: threads of the pool may overtake each other.
  func write(_ stored: StoredSession, for id: SessionID, version: UInt64) async throws {
    let name = id.fileName
    try await NIOThreadPool.singleton.runIfActive {
      let data = try JSONEncoder().encode(stored)
      try written.withLockedValue { written in
        guard version > written[name] ?? 0 else { return }
        try PrivateFile.makeFolder(directory)
        try PrivateFile.write(data, to: path(name))
        written[name] = version
      }
    }
  }

  /// Removes expired files, and the oldest ones beyond the limit.
  func removeExpired(at now: Moment) async throws {
    try await NIOThreadPool.singleton.runIfActive {
      try PrivateFile.makeFolder(directory)
      let names = try FileManager.default.contentsOfDirectory(atPath: directory).filter { $0.hasSuffix(".json") }
      var kept: [(name: String, changed: Moment)] = []
      for name in names {
        let stored = Self.load(path(name))
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

  private func path(_ name: String) -> String { directory + "/" + name }

  /// Removes a file unless it was written again meanwhile.
  private func remove(_ name: String, ifChanged changed: Moment?) {
    written.withLockedValue { written in
      guard Self.load(path(name))?.changed == changed else { return }
      // A missing file is fine.
      try? FileManager.default.removeItem(atPath: path(name))
      written[name] = nil
    }
  }

  private static func load(_ path: String) -> StoredSession? {
    guard let data = FileManager.default.contents(atPath: path) else { return nil }
    return try? JSONDecoder().decode(StoredSession.self, from: data)
  }
}

/// Files that only the program's user can read.
enum PrivateFile {
  static func makeFolder(_ path: String) throws {
    try FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
  }

  /// Replaces a file atomically: Foundation writes it under a temporary name with the same permissions.
  static func write(_ data: Data, to path: String) throws {
    guard FileManager.default.createFile(atPath: path, contents: data, attributes: [.posixPermissions: 0o600]) else {
      throw SessionFileError(path: path)
    }
  }
}

/// A session or an order could not be written.
struct SessionFileError: Error, CustomStringConvertible {
  let path: String

  var description: String {
    "Could not write \(path). Check that the folder belongs to the program's user, and that the disk has space."
  }
}
