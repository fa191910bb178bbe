import FerryCore
public import Foundation

/// Stores items as files that only their owner can read (0600), in a folder of their own (0700). For systems without a
/// keychain, and for tests.
@_spi(Phone)
public struct FileStorage: CheckoutStorage {
  private let folder: String

  /// - Parameter folder: Created with the first item. Nothing else should be in it.
  public init(folder: URL) { self.folder = folder.path }

  public func items() async throws(StorageFailure) -> [StoredItem] {
    guard let directory = opendir(folder) else {
      guard errno == ENOENT else { throw failure() }
      return []
    }
    defer { closedir(directory) }
    var items: [StoredItem] = []
    while let entry = readdir(directory) {
      let file = withUnsafePointer(to: entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      guard file.hasSuffix(Self.suffix), let item = try read(file) else { continue }
      items.append(item)
    }
    return items.sorted { $0.name < $1.name }
  }

  public func keep(_ item: StoredItem) async throws(StorageFailure) {
    guard PlainText.isUnreserved(item.name, most: 128) else { throw .failed(EINVAL) }
    if mkdir(folder, 0o700) != 0, errno != EEXIST { throw failure() }
    // Atomic: write a new file, flush it, rename it.
    let path = "\(folder)/\(item.name)\(Self.suffix)"
    let fresh = path + ".new"
    let file = open(fresh, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw failure() }
    let content = Data("\(item.expiresAt.milliseconds)\n".utf8) + item.bytes
    var failed: Int32?
    do {
      try FileHandle(fileDescriptor: file).write(contentsOf: content)
      if fsync(file) != 0 { failed = errno }
    } catch {
      failed = ((error as? CocoaError)?.underlying as? POSIXError)?.code.rawValue ?? EIO
    }
    close(file)
    if let failed {
      unlink(fresh)
      throw .failed(failed)
    }
    guard rename(fresh, path) == 0 else { throw failure() }
    // Flush the folder too, for the rename.
    let directory = open(folder, O_RDONLY | O_CLOEXEC)
    guard directory >= 0 else { return }
    fsync(directory)
    close(directory)
  }

  public func drop(_ name: String) async throws(StorageFailure) {
    guard PlainText.isUnreserved(name, most: 128) else { return }
    if unlink("\(folder)/\(name)\(Self.suffix)") != 0, errno != ENOENT { throw failure() }
  }

  private static let suffix = ".checkout"

  /// Nil if the file was deleted meanwhile.
  private func read(_ file: String) throws(StorageFailure) -> StoredItem? {
    guard let data = try? Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(file)")) else { return nil }
    let name = String(file.dropLast(Self.suffix.count))
    let lines = data.split(separator: UInt8(ascii: "\n"), maxSplits: 1, omittingEmptySubsequences: false)
    // Without a readable expiry the whole file is returned, and its reader reports it.
    guard lines.count == 2, let milliseconds = Int64(String(decoding: lines[0], as: UTF8.self)) else {
      return StoredItem(name: name, bytes: Array(data), expiresAt: Moment(milliseconds: .max))
    }
    return StoredItem(name: name, bytes: Array(lines[1]), expiresAt: Moment(milliseconds: milliseconds))
  }

  private func failure() -> StorageFailure { Self.failure(errno) }

  static func failure(_ number: Int32) -> StorageFailure {
    number == EACCES || number == EPERM ? .cannotReadYet : .failed(number)
  }
}
