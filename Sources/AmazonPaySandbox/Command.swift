public import ArgumentParser
import CryptoExtras
import FerryCore
public import FerrySandbox
import FerryWeb

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The options of `ferry sandbox` for Amazon Pay: a merchant's account, and its notifications.
public struct CommandOptions: SandboxOptions {
  @OptionGroup var account: AccountOptions

  @Option(help: "The merchant's name on the pages.")
  var name = "Your shop"

  @Option(help: "The region: jp, eu or na. It decides currency, languages and addresses.")
  var region = MerchantRegion.japan

  @Flag(help: "The merchant is a payment service provider, who may update charges.")
  var paymentServiceProvider = false

  @Option(
    help: ArgumentHelp(
      """
      Another merchant that this one acts for, and its MWS authorization token. Can be used \
      several times.
      """, valueName: "merchant-id=token"))
  var mwsAuthToken: [DelegatingMerchant] = []

  @Option(help: "The file that keeps the state across restarts. Default: in memory only.")
  var journal: String?

  @Option(help: ArgumentHelp("The URL to post notifications to. Default: none.", valueName: "url"))
  var notify: String?

  @Option(help: ArgumentHelp("The topic of Amazon SNS that notifications name.", valueName: "arn"))
  var topic = NotificationSettings().topicARN

  @Option(help: "How notifications are signed: 1 with SHA-1, 2 with SHA-256.")
  var signatureVersion = NotificationSettings.SignatureVersion.one

  @Option(
    help: ArgumentHelp(
      "The file with the authority of notifications and its key. Default: a new authority with each start.",
      valueName: "file"))
  var authority: String?

  @Option(
    help: ArgumentHelp(
      "The file to write the authority's certificate to, for the server that is to believe it.", valueName: "file"))
  var notificationRoot: String?

  public init() {}

  public func validate() throws {
    let problems =
      SandboxNames.problems(merchantId: account.merchantId, storeId: account.storeId, publicKeyId: account.publicKeyId)
      + SandboxNames.problems(of: mwsAuthToken, beside: account.merchantId)
    guard problems.isEmpty else { throw ValidationError(problems.joined(separator: "\n")) }
    if notify == nil, authority != nil || notificationRoot != nil {
      throw ValidationError(
        "--authority and --notification-root are for notifications: name their address with --notify.")
    }
  }

  public func sandbox(_ place: SandboxPlace) throws -> any SandboxModule {
    var notifications = NotificationSettings()
    notifications.topicARN = topic
    notifications.signatureVersion = signatureVersion
    notifications.authority = try authority.map { try .kept(at: $0) }
    let sandbox = try Sandbox(
      merchants(publicKey: account.publicPEM(place.folder)), Rules(), notifications, at: place, journal: journal)
    if let notificationRoot, let text = sandbox.notificationRootPEM {
      try Data(text.utf8).write(to: URL(filePath: notificationRoot))
    }
    return sandbox
  }

  /// The merchant of the options, and those that it acts for.
  func merchants(publicKey: String) -> [Merchant] {
    let merchant = Merchant(
      id: account.merchantId, name: name, region: region, storeIDs: [account.storeId],
      publicKeys: [account.publicKeyId: publicKey], notificationURLs: notify.map { [.sandbox: $0] } ?? [:],
      isPaymentServiceProvider: paymentServiceProvider)
    let delegating = Dictionary(grouping: mwsAuthToken, by: \.merchantID).sorted { $0.key < $1.key }.map { id, given in
      Merchant(
        id: id, name: name, region: region, storeIDs: [account.storeId], publicKeys: [:],
        mwsAuthTokens: Dictionary(given.map { ($0.token, account.merchantId) }) { $1 })
    }
    return [merchant] + delegating
  }

  public func shopSettings(_ place: SandboxPlace) -> [(name: String, value: String)] {
    account.settings(place) + [
      ("region", region.rawValue), ("host", "\(place.origin.authority)     in place of Amazon's API"),
    ]
  }
}

extension NotificationAuthority {
  /// The authority in a file. If there is no file, both are created.
  /// - Throws: `Unreadable`; `ValidationError` if the file cannot be written.
  static func kept(at path: String) throws -> NotificationAuthority {
    if let kept = FileManager.default.contents(atPath: path) {
      return try NotificationAuthority(pem: Secret(String(decoding: kept, as: UTF8.self)))
    }
    let authority = try NotificationAuthority(now: SystemTime().now)
    let isMade = FileManager.default.createFile(
      atPath: path, contents: Data(authority.pem.reveal().utf8), attributes: [.posixPermissions: 0o600])
    guard isMade else {
      throw ValidationError("The file \(path) cannot be written. Name another one with --authority.")
    }
    return authority
  }
}

extension MerchantRegion: ExpressibleByArgument {}

extension NotificationSettings.SignatureVersion: ExpressibleByArgument {}

/// A merchant that delegates to another account: `A2EXAMPLE00000=amzn.mws.0123`.
struct DelegatingMerchant: ExpressibleByArgument, Hashable {
  let merchantID: String
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
  static func problems(merchantId: String, storeId: String, publicKeyId: String) -> [String] {
    var problems: [String] = []
    if !isMerchant(merchantId) {
      problems.append("--merchant-id has to be 14 capitals and digits or a few less, such as A1B2C3D4E5F6G7.")
    }
    if storeId.wholeMatch(of: /amzn1\.application-oa2-client\.[\x21-\x7E]+/) == nil {
      let prefix = "amzn1.application-oa2-client."
      problems.append("--store-id has to start with \(prefix) and to go on, as in \(prefix)0123.")
    }
    if publicKeyId.wholeMatch(of: /[A-Z0-9\-]+/) == nil {
      problems.append("--public-key-id has to be of capitals, digits and hyphens, such as SANDBOX-MYKEY.")
    }
    return problems
  }

  static func problems(of delegating: [DelegatingMerchant], beside merchantId: String) -> [String] {
    delegating.compactMap { merchant in
      if merchant.merchantID == merchantId {
        return "--mws-auth-token has to name another merchant than --merchant-id, who lets this one act for it."
      }
      return isMerchant(merchant.merchantID)
        ? nil : "--mws-auth-token has to be a merchant id, = and a token, such as A2B3C4D5E6F7G8=amzn.mws.0123."
    }
  }

  private static func isMerchant(_ id: String) -> Bool { id.wholeMatch(of: /[A-Z0-9]{10,16}/) != nil }
}

/// The options of `ferry sandbox` for a merchant's account at Amazon, which signs the button: of Amazon Pay's sandbox, and of a
/// payment service provider's.
package struct AccountOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "A PEM file with the public key. Default: a key pair that the sandbox makes.", valueName: "file"))
  var publicKey: String?

  @Option(help: "The public key's id.")
  package var publicKeyId = DemoAccount.publicKeyID

  @Option(help: "The merchant id at Amazon: 14 capitals and digits, or a few less.")
  package var merchantId = DemoAccount.merchantID

  @Option(help: "The store id at Amazon: amzn1.application-oa2-client. and more.")
  package var storeId = DemoAccount.storeID

  package init() {}

  /// The public key that verifies the shop's requests: from a file, or of a key pair that is created in the folder.
  /// - Throws: An error that prevents the start; its description says what to do.
  package func publicPEM(_ folder: any SandboxFolder) throws -> String {
    guard let publicKey else { return try DemoAccount.publicPEM(folder) }
    guard let pem = FileManager.default.contents(atPath: publicKey) else {
      throw ValidationError("The file \(publicKey) cannot be read. Name a PEM file with a public key.")
    }
    return String(decoding: pem, as: UTF8.self)
  }

  /// The names and values of the shop's settings for the button, for people.
  package func settings(_ place: SandboxPlace) -> [(name: String, value: String)] {
    [
      ("script", "\(place.origin)/checkout.js"), ("merchant id", merchantId), ("store id", storeId),
      ("public key id", publicKeyId),
      (
        "private key",
        publicKey == nil ? place.folder.path(DemoAccount.keyFile) : "the one that belongs to the public key"
      ),
    ]
  }
}
