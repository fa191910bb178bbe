import FerryCore
import Foundation
import NIOPosix

/// A file that a command is given, or standard input by the name of `-`.
enum InputFile {
  /// - Throws: `CommandFailure` for one that cannot be read.
  static func bytes(_ path: String) async throws -> [UInt8] {
    // Whoever writes into a pipe may take his time.
    let data = try await NIOThreadPool.singleton.runIfActive { () -> Data? in
      guard path == "-" else { return FileManager.default.contents(atPath: path) }
      do { return try FileHandle.standardInput.readToEnd() ?? Data() } catch { return nil }
    }
    guard let data else {
      throw CommandFailure(
        path == "-" ? "Standard input cannot be read." : "There is no file \(path) that can be read.")
    }
    return Array(data)
  }

  /// When it was written last; nil for standard input.
  static func writtenAt(_ path: String) -> Moment? {
    guard path != "-", let attributes = try? FileManager.default.attributesOfItem(atPath: path) else { return nil }
    return (attributes[.modificationDate] as? Date).map {
      Moment(milliseconds: Int64(($0.timeIntervalSince1970 * 1000).rounded(.down)))
    }
  }
}
