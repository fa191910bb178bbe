import FerryCore
import NIOConcurrencyHelpers
import NIOPosix

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

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
