public import FerryCore
import NIOConcurrencyHelpers
import NIOPosix

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Keeps each session in a small file of its own, readable by the program's user only, so that a shop that was stopped or
/// crashed still knows its carts and checkouts. What was read or written lately is also held in memory.
public actor FileSessionStore: SessionStore {
  private let clock: any Timekeeper
  private let files: SessionFiles
  private var recent: SessionTable
  private var version: UInt64 = 0

  /// - Parameter directory: Made when it is not there.
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
      // Something may have been written while the file was read: then what was read may be old.
      guard version == versionBefore else { continue }
      guard let stored else { return Session() }
      recent.set(stored.session, for: id, changed: stored.changed)
      return stored.session
    }
  }

  public func update<Result: Sendable>(
    _ id: SessionID, _ change: @Sendable (inout Session) throws -> Result
  ) async throws -> Result {
    // From the answer of `session` to the call of `write` nothing else runs in this actor.
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

/// A session as its file holds it.
struct StoredSession: Codable, Sendable {
  var session: Session
  var changed: Moment
}

/// The files of a `FileSessionStore`. Everything here that touches the disk runs on NIO's thread pool, one piece of work at
/// a time. A file is written beside its place and renamed into it: after a crash it holds the old session or the new one.
struct SessionFiles: Sendable {
  private let directory: String
  private let limits: SessionLimits
  /// The newest version written of each file while the program runs; also what lets one piece of work in at a time.
  private let written = NIOLockedValueBox<[String: UInt64]>([:])

  init(directory: String, limits: SessionLimits) {
    self.directory = directory
    self.limits = limits
  }

  /// Nil when there is no file, it has expired, or it is not one of this version of the program.
  func read(_ id: SessionID, at now: Moment) async throws -> StoredSession? {
    let path = path(id.fileName)
    return try await NIOThreadPool.singleton.runIfActive {
      Self.load(path).flatMap { $0.changed + limits.lifetime > now ? $0 : nil }
    }
  }

  /// Writes a session, unless a newer version of it has been written: pool threads may overtake each other.
  func write(_ stored: StoredSession, for id: SessionID, version: UInt64) async throws {
    let name = id.fileName
    try await NIOThreadPool.singleton.runIfActive {
      let data = try JSONEncoder().encode(stored)
      try written.withLockedValue { written in
        guard version > written[name] ?? 0 else { return }
        try makeDirectory()
        // Foundation writes an atomic file under a temporary name that only the owner can read.
        guard
          FileManager.default.createFile(
            atPath: path(name), contents: data, attributes: [.posixPermissions: 0o600])
        else { throw SessionFileError(path: path(name)) }
        written[name] = version
      }
    }
  }

  /// Removes files that have expired, and the longest unchanged of those that are too many.
  func removeExpired(at now: Moment) async throws {
    try await NIOThreadPool.singleton.runIfActive {
      try makeDirectory()
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

  private func makeDirectory() throws {
    try FileManager.default.createDirectory(
      atPath: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
  }

  /// Removes a file, unless it was written again since it was looked at.
  private func remove(_ name: String, ifChanged changed: Moment?) {
    written.withLockedValue { written in
      guard Self.load(path(name))?.changed == changed else { return }
      // A file that is gone already is as good.
      try? FileManager.default.removeItem(atPath: path(name))
      written[name] = nil
    }
  }

  private static func load(_ path: String) -> StoredSession? {
    guard let data = FileManager.default.contents(atPath: path) else { return nil }
    return try? JSONDecoder().decode(StoredSession.self, from: data)
  }
}

/// A session could not be written.
public struct SessionFileError: Error, CustomStringConvertible {
  let path: String

  public var description: String {
    "Could not write \(path). Check that the folder belongs to the program's user, and that the disk has room."
  }
}
