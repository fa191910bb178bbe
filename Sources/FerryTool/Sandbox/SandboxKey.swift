import AmazonPaySandbox
import CryptoExtras
import FerryCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The key that the sandbox verifies a shop's requests by: one that a file holds, or that of a pair of its own.
struct SandboxKey {
  let publicPEM: String
  /// Where the shop finds the other half; nil where it has it already.
  let privateKeyFile: String?

  private struct Unreadable: Error, CustomStringConvertible {
    let file: String
    var description: String { "The file \(file) cannot be read. Name a PEM file with a public key." }
  }

  /// - Parameters:
  ///   - publicKeyFile: Nil for a pair of its own.
  ///   - folder: Where that pair is kept. It is made on the first run.
  /// - Throws: `Unreadable`, `DemoFolder.Problem`.
  init(publicKeyFile: String?, folder path: String) throws {
    if let publicKeyFile {
      guard let pem = FileManager.default.contents(atPath: publicKeyFile) else {
        throw Unreadable(file: publicKeyFile)
      }
      publicPEM = String(decoding: pem, as: UTF8.self)
      privateKeyFile = nil
    } else {
      let folder = try DemoFolder(path)
      publicPEM = try Self.publicPEM(ofPrivate: DemoAccount.signingKey(folder))
      privateKeyFile = folder.path(DemoAccount.keyFile)
    }
  }

  /// - Throws: For text that is no private key in PEM.
  static func publicPEM(ofPrivate key: Secret<String>) throws -> String {
    try _RSA.Signing.PrivateKey(pemRepresentation: key.reveal()).publicKey.pemRepresentation
  }
}
