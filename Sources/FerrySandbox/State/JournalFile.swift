#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A file of lines. One process appends to it. Written lines survive the end of the process. A crash of the machine can lose
/// the last ones.
struct JournalFile: ~Copyable {
  let path: String
  private var descriptor: CInt

  /// Opens or creates the file, with an exclusive lock.
  /// - Throws: `JournalError`, for instance when another process has it open.
  init(path: String) throws(JournalError) {
    self.path = path
    descriptor = try Self.openExclusively(path)
  }

  deinit {
    // A child process that is about to start may still hold the file. Closing alone would leave it the lock.
    _ = flock(descriptor, LOCK_UN)
    _ = close(descriptor)
  }

  private static func openExclusively(_ path: String) throws(JournalError) -> CInt {
    let descriptor = open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw JournalError(path: path, reason: lastError()) }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      let reason =
        errno == EWOULDBLOCK ? "another process uses it; stop that one, or name another file or folder" : lastError()
      _ = close(descriptor)
      throw JournalError(path: path, reason: reason)
    }
    return descriptor
  }

  /// The complete lines. An incomplete last line, which a killed process can leave, is removed from the file.
  func lines() throws(JournalError) -> [[UInt8]] {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 20)
    guard lseek(descriptor, 0, SEEK_SET) >= 0 else { throw error() }
    while true {
      let count = read(descriptor, &chunk, chunk.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw error() }
      guard count > 0 else { break }
      bytes.append(contentsOf: chunk[..<count])
    }
    let end = bytes.lastIndex(of: Self.newline).map { $0 + 1 } ?? 0
    if end < bytes.count, ftruncate(descriptor, off_t(end)) != 0 { throw error() }
    return bytes[..<end].split(separator: Self.newline).map(Array.init)
  }

  func append(_ bytes: [UInt8]) throws(JournalError) {
    var written = 0
    while written < bytes.count {
      let count = bytes.withUnsafeBytes {
        write(descriptor, $0.baseAddress?.advanced(by: written), bytes.count - written)
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw error() }
      written += count
    }
  }

  /// Replaces all lines. If it throws, the file is unchanged.
  mutating func replace(with bytes: [UInt8]) throws(JournalError) {
    let temporary = path + ".new"
    _ = unlink(temporary)
    var replacement = try JournalFile(path: temporary)
    try replacement.append(bytes)
    guard fsync(replacement.descriptor) == 0, rename(temporary, path) == 0 else { throw error() }
    // The new file has its own lock; `replacement` now closes the old one.
    swap(&descriptor, &replacement.descriptor)
  }

  private func error() -> JournalError { JournalError(path: path, reason: Self.lastError()) }

  private static func lastError() -> String { String(cString: strerror(errno)) }

  static let newline = UInt8(ascii: "\n")
}
