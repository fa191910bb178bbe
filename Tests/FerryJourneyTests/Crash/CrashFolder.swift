import AmazonPaySandbox
import FerryCore
import FerrySandbox
import Foundation

/// A temporary folder for the data and secrets of servers and sandboxes, which are processes.
struct CrashFolder: SandboxFolder {
  private let url = FileManager.default.temporaryDirectory
    .appending(path: "ferry-crash-\(SystemRandomness().token(bytes: 9))")

  /// Makes the folder, with the key that several processes would make at the same time.
  func make() throws {
    try FileManager.default.createDirectory(
      at: url, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    _ = try DemoAccount.signingKey(self)
  }

  func remove() { try? FileManager.default.removeItem(at: url) }

  func path(_ name: String) -> String { url.appending(path: name).path }

  func secret(_ name: String, make: () throws -> String) throws -> Secret<String> {
    if let kept = FileManager.default.contents(atPath: path(name)) {
      return Secret(String(decoding: kept, as: UTF8.self))
    }
    let text = try make()
    try write(text, to: name)
    return Secret(text)
  }

  func write(_ text: String, to name: String) throws {
    try Data(text.utf8).write(to: url.appending(path: name))
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path(name))
  }
}
