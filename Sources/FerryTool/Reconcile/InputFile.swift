import Foundation
import NIOPosix

/// A file that a command is given, or standard input by the name of `-`.
enum InputFile {
  /// - Throws: `CommandFailure` for one that cannot be read.
  static func bytes(_ path: String) async throws -> [UInt8] {
    // Whoever writes into a pipe may take his time.
    let data = try await NIOThreadPool.singleton.runIfActive { () -> Data? in
      path == "-" ? try FileHandle.standardInput.readToEnd() ?? Data() : FileManager.default.contents(atPath: path)
    }
    guard let data else { throw CommandFailure("There is no file \(path) that can be read.") }
    return Array(data)
  }
}
