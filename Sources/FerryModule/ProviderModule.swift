public import ArgumentParser
import Configuration
public import FerryCheckout
public import FerryCore
public import FerryProvider

/// A payment provider as a program registers it: its accounts by their settings, and its commands.
///
/// A provider's account for a mode has settings below `ferry.PROVIDER.MODE`. Accounts beyond that one have names, which
/// `ferry.PROVIDER.accounts` lists, and settings below `ferry.PROVIDER.account.NAME.MODE`.
public protocol ProviderModule: Sendable {
  static var id: ProviderID { get }
  /// The name that people know it by: "Amazon Pay".
  static var name: String { get }
  /// The common beginning of its settings: "ferry.amazonPay".
  static var settingsFolder: String { get }
  /// The setting with the button's image; nil for a provider without a button.
  static var buttonImage: ConfigurationKey? { get }
  /// Declares and reads the settings of one account, and reports every problem of them. An account with a problem is not used.
  static func account(_ settings: inout AccountSettings) -> (any ProviderAccount)?
  /// Commands of its own for the command line tool.
  static var commands: [any ParsableCommand.Type] { get }
}

extension ProviderModule {
  public static var buttonImage: ConfigurationKey? { nil }
  public static var commands: [any ParsableCommand.Type] { [] }

  /// The setting that names further accounts.
  public static var accountsKey: ConfigurationKey {
    ConfigurationKey(
      "\(settingsFolder).accounts",
      "The names of further accounts, with commas between; each has its settings below \(settingsFolder).account.NAME.",
      example: "europe", isOptional: true)
  }

  /// The common beginning of an account's settings.
  public static func folder(_ account: AccountName, _ mode: Mode) -> String {
    account == .main
      ? "\(settingsFolder).\(mode.rawValue)" : "\(settingsFolder).account.\(account.text).\(mode.rawValue)"
  }

  /// The accounts that have names of their own; nil if the names are malformed.
  public static func furtherAccounts(_ settings: SettingsReader) -> [AccountName]? {
    guard let names = settings.names(accountsKey), !names.contains(AccountName.main.text) else { return nil }
    return names.map { AccountName($0) }
  }

  /// All settings of an account. The first is named when the account is missing or must not be there.
  public static func keys(_ account: AccountName, _ mode: Mode) -> [ConfigurationKey] {
    let unset = SettingsReader(ConfigReader(provider: InMemoryProvider(values: [:])))
    var settings = AccountSettings(account, mode, folder: folder(account, mode), isBesideLive: false, unset)
    _ = self.account(&settings)
    return settings.keys
  }

  /// All settings of the unnamed account and of further ones.
  public static func keys(further accounts: [AccountName]) -> [ConfigurationKey] {
    (buttonImage.map { [$0] } ?? []) + [accountsKey]
      + ([.main] + accounts).flatMap { account in Mode.allCases.flatMap { keys(account, $0) } }
  }

  /// The accounts with at least one setting, whether or not they can be used.
  public static func configured(_ settings: SettingsReader) -> [ProviderAccountID] {
    ([.main] + (furtherAccounts(settings) ?? [])).flatMap { account in
      Mode.allCases.filter { mode in keys(account, mode).contains { settings.isSet($0) } }
        .map { ProviderAccountID(provider: id, account: account, mode: $0) }
    }
  }

  /// Reads all accounts and reports every problem to `settings`.
  public static func accounts(_ settings: inout SettingsReader) -> [any ProviderAccount] {
    let configured = configured(settings)
    if let further = furtherAccounts(settings) {
      for name in further where !configured.contains(where: { $0.account == name }) {
        settings.refuse(keys(name, .test)[0], "Nothing is set for this account. Set it up, or remove its name.")
      }
    } else {
      settings.refuse(
        accountsKey,
        "A name has 1 to 32 lower-case letters, digits and hyphens, begins with a letter, and stands here once; main is "
          + "the account without a name.")
    }
    let isBesideLive = configured.contains { $0.mode == .live }
    return configured.compactMap { id in
      var fields = AccountSettings(
        id.account, id.mode, folder: folder(id.account, id.mode), isBesideLive: isBesideLive, settings)
      let account = self.account(&fields)
      settings = fields.reader
      return fields.hasProblems ? nil : account
    }
  }
}

/// One account at a provider: everything that the server, the doctor and the reconciliation need of it. A `Provider` itself
/// is one by what the engine does not need.
public protocol ProviderAccount: Sendable {
  var id: ProviderAccountID { get }
  /// The provider's name as buyers know it.
  var name: String { get }
  var provider: any Provider { get }
  /// Nil if the provider has no button.
  var button: ButtonSource? { get }
  /// True if requests go to a sandbox of ours and not to the provider.
  var isSandbox: Bool { get }
  /// Facts for the log at the start, such as region and endpoint. They hold no secret.
  var facts: [String: String] { get }
  /// Checks with the provider that the account can be used. It changes nothing.
  func examine(_ connection: ProviderConnection) async -> [Finding]
  /// Nil if the provider has no settlement reports.
  var settlementReports: (any SettlementReports)? { get }
  /// The file that the host of the provider's payment form has to serve; nil if there is none.
  var domainFile: DomainFile? { get }
  /// The merchant backend for the provider's own SDK for apps; nil if it has no such SDK.
  /// - Parameter connection: For the backend's questions to the provider.
  func sdkBackend(_ connection: ProviderConnection) -> (any SDKBackend)?
}

extension ProviderAccount {
  public var button: ButtonSource? { nil }
  public var settlementReports: (any SettlementReports)? { nil }
  public var domainFile: DomainFile? { nil }
  public func sdkBackend(_ connection: ProviderConnection) -> (any SDKBackend)? { nil }
}

/// A file that proves who owns a host. The server serves it at its public address, byte for byte.
public struct DomainFile: Hashable, Sendable {
  /// "/.well-known/apple-developer-merchantid-domain-association".
  public let path: String
  public let content: [UInt8]

  public init(path: String, content: [UInt8]) {
    self.path = path
    self.content = content
  }
}

extension ProviderAccount where Self: Provider {
  public var id: ProviderAccountID { account }
  public var provider: any Provider { self }
}
