#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The folder that a file lies in.
struct Folder {
  private let path: String

  init(of file: String) {
    path = file.lastIndex(of: "/").map { String(file[..<$0]) } ?? ""
  }

  /// Makes it, for its owner only, unless it is there.
  func make() throws(SQLiteStoreError) {
    guard !path.isEmpty else { return }
    do {
      try FileManager.default.createDirectory(
        atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch {
      throw .file(path, reason: "the folder cannot be made")
    }
  }
}
