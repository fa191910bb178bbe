import AmazonPaySandbox
import ArgumentParser
import CryptoExtras
import FerryCore
import FerrySandbox

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The public key that verifies a shop's requests: from a file, or of a generated key pair.
struct SandboxKey {
  let publicPEM: String
  /// The file with the private key; nil if the shop has it already.
  let privateKeyFile: String?

  private struct Unreadable: Error, CustomStringConvertible {
    let file: String
    var description: String { "The file \(file) cannot be read. Name a PEM file with a public key." }
  }

  /// - Parameters:
  ///   - publicKeyFile: Nil for a generated key pair.
  ///   - folder: The folder of the generated key pair. It is created on the first run.
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

  /// - Throws: If the text is no private key in PEM.
  static func publicPEM(ofPrivate key: Secret<String>) throws -> String {
    try _RSA.Signing.PrivateKey(pemRepresentation: key.reveal()).publicKey.pemRepresentation
  }
}

extension NotificationAuthority {
  private struct NotWritable: Error, CustomStringConvertible {
    let path: String
    var description: String { "The file \(path) cannot be written. Name another one with --authority." }
  }

  /// The authority in a file. If there is no file, both are created.
  /// - Throws: `Unreadable`, `NotWritable`.
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

/// A merchant that delegates to another account: `A2EXAMPLE00000=amzn.mws.0123`.
struct DelegatingMerchant: ExpressibleByArgument, Hashable {
  let merchantID: String
  /// A token of Amazon Pay's first API.
  let token: String

  init?(argument: String) {
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty else { return nil }
    merchantID = String(parts[0])
    token = String(parts[1])
  }
}

/// Checks that the ids of a sandbox have Amazon's forms. A shop with other ids would fail only later, at Amazon.
enum SandboxNames {
  /// The problems, each with what to enter.
  static func problems(merchantId: String, storeId: String, publicKeyId: String) -> [String] {
    var problems: [String] = []
    if !(10...16).contains(merchantId.utf8.count) || !merchantId.utf8.allSatisfy(isCapitalOrDigit) {
      problems.append("--merchant-id has to be 14 capitals and digits or a few less, such as A1B2C3D4E5F6G7.")
    }
    let prefix = "amzn1.application-oa2-client."
    let store = storeId.utf8.dropFirst(prefix.utf8.count)
    if !storeId.hasPrefix(prefix) || store.isEmpty || !store.allSatisfy({ (0x21...0x7E).contains($0) }) {
      problems.append("--store-id has to start with \(prefix) and to go on, as in \(prefix)0123.")
    }
    if publicKeyId.isEmpty || !publicKeyId.utf8.allSatisfy({ isCapitalOrDigit($0) || $0 == UInt8(ascii: "-") }) {
      problems.append("--public-key-id has to be of capitals, digits and hyphens, such as SANDBOX-MYKEY.")
    }
    return problems
  }

  /// The problems of the merchants that delegate to the account.
  static func problems(of delegating: [DelegatingMerchant], beside merchantId: String) -> [String] {
    delegating.compactMap { merchant in
      if merchant.merchantID == merchantId {
        return "--mws-auth-token has to name another merchant than --merchant-id, who lets this one act for it."
      }
      let isSound =
        (10...16).contains(merchant.merchantID.utf8.count) && merchant.merchantID.utf8.allSatisfy(isCapitalOrDigit)
      return isSound
        ? nil : "--mws-auth-token has to be a merchant id, = and a token, such as A2B3C4D5E6F7G8=amzn.mws.0123."
    }
  }

  private static func isCapitalOrDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }
}
