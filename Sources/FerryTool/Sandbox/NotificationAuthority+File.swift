import FerryCore
import AmazonPaySandbox
import FerrySandbox

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension NotificationAuthority {
  private struct NotWritable: Error, CustomStringConvertible {
    let path: String
    var description: String { "The file \(path) cannot be written. Name another one with --authority." }
  }

  /// The authority that a file keeps; made when there is none.
  /// - Throws: `Unreadable`, and what kept the file from being written.
  static func kept(at path: String) throws -> NotificationAuthority {
    if let kept = FileManager.default.contents(atPath: path) {
      return try NotificationAuthority(pem: Secret(String(decoding: kept, as: UTF8.self)))
    }
    let authority = try NotificationAuthority(now: SystemTime().now)
    let isMade = FileManager.default.createFile(
      atPath: path, contents: Data(authority.pem.reveal().utf8), attributes: [.posixPermissions: 0o600])
    guard isMade else { throw NotWritable(path: path) }
    return authority
  }
}
