import Dispatch
import Foundation
import Synchronization

/// Writes every change of a state to a file, in the order of the changes. The caller appends entries under the state's lock,
/// which is cheap. A separate thread encodes and writes them in batches. A caller that may answer only after its change is
/// written waits for the entry's number.
final class Journal<Entry: Codable & Sendable>: Sendable {
  private struct Waiter {
    let number: UInt64
    let continuation: CheckedContinuation<Void, any Error>
  }

  private struct State {
    var pending: [Entry] = []
    var isWriting = false
    /// The number of the last appended entry; the next is that of the last written one.
    var handedOver: UInt64 = 0
    var written: UInt64 = 0
    var failure: JournalError?
    var waiters: [Waiter] = []
  }

  private let state = Mutex(State())
  private let file: Mutex<JournalFile>
  private let queue = DispatchQueue(label: "ferry.sandbox.journal")

  private static var header: [UInt8] { Array(#"{"journal":5}"#.utf8) }

  /// Opens a file and reads its entries.
  /// - Parameters:
  ///   - restore: Receives the entries, the oldest first.
  ///   - compact: Receives the number of entries, and returns one entry that replaces them if they are many, or nil.
  init(path: String, restore: (Entry) -> Void, compact: (_ entries: Int) -> Entry?) throws(JournalError) {
    var file = try JournalFile(path: path)
    var lines = try file.lines()
    if lines.isEmpty {
      try file.append(Self.header + [JournalFile.newline])
    } else {
      let header = lines.removeFirst()
      guard header == Self.header else {
        let isJournal = header.starts(with: #"{"journal":"#.utf8)
        throw JournalError(
          path: path,
          reason: isJournal
            ? "another version of Ferry wrote it; use that version, or move the file away to start with an empty one"
            : "it is not a sandbox's journal; name another file, or move this one away")
      }
    }
    let decoder = JSONDecoder()
    for (index, line) in lines.enumerated() {
      do {
        restore(try decoder.decode(Entry.self, from: Data(line)))
      } catch {
        throw JournalError(
          path: path, reason: "line \(index + 2) cannot be read; move the file away to start with an empty one")
      }
    }
    if let entry = compact(lines.count) {
      try file.replace(with: Self.header + [JournalFile.newline] + Self.line(entry, path))
    }
    self.file = Mutex(file)
  }

  private static func line(_ entry: Entry, _ path: String) throws(JournalError) -> [UInt8] {
    do {
      return Array(try JSONEncoder().encode(entry)) + [JournalFile.newline]
    } catch {
      throw JournalError(path: path, reason: "a change could not be encoded")
    }
  }

  /// Appends an entry after all earlier ones.
  /// - Returns: The number to wait for; without an entry, the last one's.
  func append(_ entry: Entry?) -> UInt64 {
    let (number, starts) = state.withLock { state -> (UInt64, Bool) in
      guard let entry else { return (state.handedOver, false) }
      state.handedOver += 1
      state.pending.append(entry)
      let starts = !state.isWriting
      state.isWriting = true
      return (state.handedOver, starts)
    }
    if starts { queue.async { self.writePending() } }
    return number
  }

  /// Returns when the entry of this number and all earlier ones are written.
  /// - Throws: `JournalError` if one could not be written.
  func written(_ number: UInt64) async throws {
    try await withCheckedThrowingContinuation { continuation in
      let done = state.withLock { state -> Result<Void, any Error>? in
        if let failure = state.failure { return .failure(failure) }
        if state.written >= number { return .success(()) }
        state.waiters.append(Waiter(number: number, continuation: continuation))
        return nil
      }
      if let done { continuation.resume(with: done) }
    }
  }

  /// Runs on the journal's own queue until nothing is left to write.
  private func writePending() {
    while true {
      let (entries, last) = state.withLock { state -> ([Entry], UInt64) in
        defer { state.pending = [] }
        if state.pending.isEmpty { state.isWriting = false }
        return (state.pending, state.handedOver)
      }
      guard !entries.isEmpty else { return }
      let failure = file.withLock { file -> JournalError? in
        do throws(JournalError) {
          var bytes: [UInt8] = []
          for entry in entries { bytes += try Self.line(entry, file.path) }
          try file.append(bytes)
          return nil
        } catch {
          return error
        }
      }
      let awaited = state.withLock { state -> [Waiter] in
        if let failure {
          state.failure = failure
          defer { state.waiters = [] }
          return state.waiters
        }
        state.written = last
        let index = state.waiters.partition { $0.number <= last }
        defer { state.waiters.removeSubrange(index...) }
        return Array(state.waiters[index...])
      }
      for waiter in awaited { waiter.continuation.resume(with: failure.map { .failure($0) } ?? .success(())) }
    }
  }
}

/// A problem of the journal's file.
public struct JournalError: Error, Hashable, CustomStringConvertible {
  public let path: String
  public let reason: String

  public var description: String { "The sandbox's journal \(path): \(reason)." }
}
