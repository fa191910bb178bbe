import FerryCore
import Foundation
import NIOPosix

/// An input file of a command; `-` names standard input.
enum InputFile {
  /// - Throws: `CommandFailure` if it cannot be read.
  static func bytes(_ path: String) async throws -> [UInt8] {
    // A pipe can block for long, so it is read on a thread of its own.
    let data = try await NIOThreadPool.singleton.runIfActive { () -> Data? in
      guard path == "-" else { return FileManager.default.contents(atPath: path) }
      do { return try FileHandle.standardInput.readToEnd() ?? Data() } catch { return nil }
    }
    guard let data else {
      throw CommandFailure(path == "-" ? "Cannot read standard input." : "Cannot read the file \(path).")
    }
    return Array(data)
  }

  /// The text of a file in UTF-8; nil if it cannot be read.
  static func text(_ path: String) -> String? {
    FileManager.default.contents(atPath: path).flatMap { String(bytes: $0, encoding: .utf8) }
  }

  /// The time of the last change; nil for standard input.
  static func writtenAt(_ path: String) -> Moment? {
    guard path != "-", let attributes = try? FileManager.default.attributesOfItem(atPath: path) else { return nil }
    return (attributes[.modificationDate] as? Date).map {
      Moment(milliseconds: Int64(($0.timeIntervalSince1970 * 1000).rounded(.down)))
    }
  }
}
