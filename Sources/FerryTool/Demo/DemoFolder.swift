import FerryCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Where the demo keeps its data and secrets. All secrets are made on the first run and stay in the folder.
struct DemoFolder: Sendable {
  let path: String

  enum Problem: Error, CustomStringConvertible {
    case notWritable(String)
    case unreadable(String)
    /// It holds something else than it should.
    case spoilt(String)
    /// An authority that certifies nothing any more.
    case ended(String)

    var description: String {
      switch self {
      case .notWritable(let path):
        "The folder \(path) cannot be written. Choose another one with --data."
      case .unreadable(let file):
        "The file \(file) cannot be read. Mend its rights, or remove the demo's folder to begin anew."
      case .spoilt(let file):
        "The file \(file) holds something else than Ferry has written. Remove it, and a new one is made."
      case .ended(let file):
        "The development authority in \(file) has come to its end. Take its trust back with `ferry trust --remove`, remove "
          + "the file, and start again."
      }
    }
  }

  /// - Throws: `Problem.notWritable`.
  init(_ path: String) throws(Problem) {
    do {
      try FileManager.default.createDirectory(
        atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch {
      throw .notWritable(path)
    }
    self.path = URL(filePath: path).path
  }

  var sessions: String { file("shop-sessions") }
  var orders: String { file("shop-orders") }

  /// A secret of the demo's own: made once, 256 bits.
  func secret(_ name: String, prefix: String = "", _ randomness: any Randomness) throws -> Secret<String> {
    Secret(try secretText(name) { prefix + randomness.token(bytes: 32) })
  }

  /// What the demo's server signs webhooks with, and its shop knows them by.
  func webhookSecret(_ randomness: any Randomness) throws -> WebhookSecret {
    let name = "shop-webhook-secret"
    let text = try secretText(name) { WebhookSecret(randomness).reveal() }
    guard let secret = WebhookSecret(text: text) else { throw Problem.spoilt(file(name)) }
    return secret
  }

  /// A text of this folder that nobody else may read; made when there is none.
  /// - Throws: `Problem`, and what `make` throws.
  func secretText(_ name: String, make: () throws -> String) throws -> String {
    let path = file(name)
    if FileManager.default.fileExists(atPath: path) {
      guard let data = FileManager.default.contents(atPath: path) else { throw Problem.unreadable(path) }
      return String(decoding: data, as: UTF8.self)
    }
    let text = try make()
    try write(text, to: name, permissions: 0o600)
    return text
  }

  /// - Throws: `Problem.notWritable`.
  func write(_ text: String, to name: String, permissions: Int) throws(Problem) {
    let made = FileManager.default.createFile(
      atPath: file(name), contents: Data(text.utf8), attributes: [.posixPermissions: permissions])
    guard made else { throw .notWritable(path) }
  }

  func file(_ name: String) -> String { path + "/" + name }
}
