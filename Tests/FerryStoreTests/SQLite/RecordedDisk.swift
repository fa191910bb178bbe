import Foundation
import GRDBSQLite
import Synchronization

/// The writes of SQLite to the files of one folder, and its flushes: from these come the files that a power
/// cut at any moment may leave. The functions of SQLite's own file system do the work
/// (https://www.sqlite.org/c3ref/vfs.html); writes, truncations and flushes pass through here.
enum RecordedDisk {
  enum Change: Sendable {
    case write(path: String, at: Int, [UInt8])
    case truncate(path: String, to: Int)
    case remove(path: String)
    /// All changes of the file before are on disk.
    case flush(path: String)

    var path: String {
      switch self {
      case .write(let path, _, _), .truncate(let path, _), .remove(let path), .flush(let path): path
      }
    }
  }

  private struct State {
    var folder: String?
    var changes: [Change] = []
    /// By the address of SQLite's own open file.
    var files: [UInt: OpenFile] = [:]
  }

  private struct OpenFile: @unchecked Sendable {
    let path: String
    let methods: sqlite3_io_methods
    /// The same with the three that are recorded.
    let recorded: UnsafeMutablePointer<sqlite3_io_methods>
  }

  nonisolated(unsafe) private static var original = sqlite3_vfs()
  private static let state = Mutex<State>(State())

  private static let isInstalled: Bool = {
    guard let system = sqlite3_vfs_find(nil) else { return false }
    original = system.pointee
    system.pointee.xOpen = { system, path, file, flags, given in
      let result = original.xOpen(system, path, file, flags, given)
      if let path, let file, result == SQLITE_OK { note(file, String(cString: path)) }
      return result
    }
    system.pointee.xDelete = { system, path, flushes in
      if let path { record(.remove(path: String(cString: path))) }
      return original.xDelete(system, path, flushes)
    }
    return true
  }()

  /// Records what is written below a folder while a test runs. One test at a time.
  static func record(below folder: String, _ body: () async throws -> Void) async throws -> [Change] {
    precondition(isInstalled, "SQLite has no file system.")
    state.withLock { ($0.folder, $0.changes) = (folder, []) }
    defer { state.withLock { $0.folder = nil } }
    try await body()
    return state.withLock(\.changes)
  }

  /// The number of changes so far.
  static var count: Int { state.withLock(\.changes.count) }

  private static func record(_ change: Change) {
    state.withLock { state in
      if let folder = state.folder, change.path.hasPrefix(folder) { state.changes.append(change) }
    }
  }

  private static func found(_ file: UnsafeMutablePointer<sqlite3_file>?) -> OpenFile? {
    let address = UInt(bitPattern: file)
    return state.withLock { $0.files[address] }
  }

  private static func note(_ file: UnsafeMutablePointer<sqlite3_file>, _ path: String) {
    guard let methods = file.pointee.pMethods?.pointee,
      state.withLock({ $0.folder.map { path.hasPrefix($0) } ?? false })
    else { return }
    let recorded = UnsafeMutablePointer<sqlite3_io_methods>.allocate(capacity: 1)
    recorded.initialize(to: methods)
    recorded.pointee.xWrite = { file, bytes, count, offset in
      guard let open = RecordedDisk.found(file), let bytes else { return SQLITE_IOERR }
      let written = [UInt8](UnsafeRawBufferPointer(start: bytes, count: Int(count)))
      RecordedDisk.record(.write(path: open.path, at: Int(offset), written))
      return open.methods.xWrite(file, bytes, count, offset)
    }
    recorded.pointee.xTruncate = { file, size in
      guard let open = RecordedDisk.found(file) else { return SQLITE_IOERR }
      RecordedDisk.record(.truncate(path: open.path, to: Int(size)))
      return open.methods.xTruncate(file, size)
    }
    recorded.pointee.xSync = { file, flags in
      guard let open = RecordedDisk.found(file) else { return SQLITE_IOERR }
      let result = open.methods.xSync(file, flags)
      RecordedDisk.record(.flush(path: open.path))
      return result
    }
    recorded.pointee.xClose = { file in
      guard let open = RecordedDisk.found(file) else { return SQLITE_IOERR }
      let address = UInt(bitPattern: file)
      RecordedDisk.state.withLock { $0.files[address] = nil }
      defer { open.recorded.deallocate() }
      return open.methods.xClose(file)
    }
    let (address, open) = (UInt(bitPattern: file), OpenFile(path: path, methods: methods, recorded: recorded))
    state.withLock { $0.files[address] = open }
    file.pointee.pMethods = UnsafePointer(recorded)
  }
}

extension [RecordedDisk.Change] {
  /// The files that a power cut after so many changes may leave. A flush of any file keeps earlier changes of the folder, as file
  /// systems with a journal do.
  /// - Parameter keeps: True if the disk has kept a sector of 512 bytes, or a change of a file's size, that nobody had it keep.
  func files(after count: Int, keeping keeps: () -> Bool) -> [String: [UInt8]] {
    var files: [String: [UInt8]] = [:]
    let lastFlush = prefix(count).indices.reduce(into: [String: Int]()) { last, index in
      if case .flush(let path) = self[index] { last[path] = index }
    }
    for (index, change) in prefix(count).enumerated() {
      let isFlushed = index < lastFlush[change.path] ?? 0
      func stays() -> Bool { isFlushed || keeps() }
      switch change {
      case .write(let path, let offset, let bytes):
        var file = files[path] ?? []
        for start in stride(from: 0, to: bytes.count, by: 512) where stays() {
          let sector = bytes[start..<Swift.min(start + 512, bytes.count)]
          let end = offset + sector.endIndex
          if file.count < end { file += [UInt8](repeating: 0, count: end - file.count) }
          file.replaceSubrange(offset + start..<end, with: sector)
        }
        files[path] = file
      case .truncate(let path, let size): if stays() { files[path] = [UInt8]((files[path] ?? []).prefix(size)) }
      case .remove(let path): if index < lastFlush.values.max() ?? 0 || stays() { files[path] = nil }
      case .flush: break
      }
    }
    return files
  }
}
