import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Keeps a database to one process. The lock lies on a file beside it, for SQLite uses locks of its own on the database;
/// the operating system lets it go with the process, however that ends.
final class FileLock: Sendable {
  /// Nil once it is let go.
  private let descriptor: Mutex<CInt?>

  /// - Parameter path: The database's path.
  /// - Throws: `SQLiteStoreError.inUse`, `SQLiteStoreError.file`.
  init(database path: String) throws(SQLiteStoreError) {
    try Folder(of: path).make()
    let lockPath = path + ".lock"
    let descriptor = open(lockPath, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw .file(lockPath, reason: String(cString: strerror(errno))) }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      let failure = errno
      _ = close(descriptor)
      throw failure == EWOULDBLOCK ? .inUse(path) : .file(lockPath, reason: String(cString: strerror(failure)))
    }
    self.descriptor = Mutex(descriptor)
  }

  /// Lets the next process in.
  func release() {
    guard let descriptor = descriptor.withLock({ $0.take() }) else { return }
    // A process that this one is about to start may still hold the file, and with it a lock that is only closed.
    _ = flock(descriptor, LOCK_UN)
    _ = close(descriptor)
  }

  deinit { release() }
}
