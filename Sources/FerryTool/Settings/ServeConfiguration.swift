import FerryCheckout
import FerryCore
import FerryEngine
import FerryModule
import FerryServer
import Foundation
import Logging

/// All settings of `ferry serve`.
struct ServeConfiguration: Sendable {
  let server: FerryServerConfiguration
  let accounts: [any ProviderAccount]
  let process: ProcessSettings
  /// Files with private keys that every user of the machine can read, with their settings.
  let openKeyFiles: [(key: ConfigurationKey, path: String)]

  /// - Parameter file: Returns a file's content; nil if it cannot be read.
  init(_ sources: SettingsSources, file: @escaping (String) -> [UInt8]?) throws(ConfigurationProblems) {
    var settings = SettingsReader(sources.reader, file: file)
    let server = FerryServerConfiguration.read(&settings)
    accounts = Providers.accounts(&settings)
    process = ProcessSettings.read(&settings)
    let keys = Self.keys(settings)
    openKeyFiles = Self.openKeyFiles(keys, settings)
    Self.requireProvider(&settings)
    Self.keepModesApart(&settings)
    Self.requireButtons(&settings)
    if let operations = server?.operations, operations.listenPort == process.listenPort {
      settings.refuse(
        OperationsPageSettings.port,
        "The checkout server uses this port. Choose another one for the operations page.")
    }
    settings.refuse(sources.unknown(known: keys, unjudged: Self.unjudged(settings)))
    try settings.requireNoProblems()
    guard var server else { throw ConfigurationProblems([]) }
    for account in accounts { server.buttons[account.id] = account.button?.image }
    self.server = server
  }

  /// All settings, including those of the shops, apps, webhooks and accounts that are set up.
  static func keys(_ sources: SettingsSources) -> [ConfigurationKey] { keys(SettingsReader(sources.reader)) }

  private static func keys(_ settings: SettingsReader) -> [ConfigurationKey] {
    keys(
      shops: FerryServerConfiguration.shopNames(settings).ids, apps: RegisteredApp.ids(settings) ?? [],
      webhooks: WebhookEndpoint.ids(settings) ?? [],
      operators: OperationsPageConfiguration.operatorNames(settings) ?? []
    ) { $0.furtherAccounts(settings) ?? [] }
  }

  static func keys(
    shops: [String], apps: [String] = [], webhooks: [String] = [], operators: [String] = [],
    accounts: (any ProviderModule.Type) -> [AccountName] = { _ in [] }
  ) -> [ConfigurationKey] {
    ProcessSettings.keys
      + FerryServerConfiguration.keys(shops: shops, apps: apps, webhooks: webhooks, operators: operators)
      + Providers.modules.flatMap { $0.keys(further: accounts($0)) }
  }

  /// The groups of settings whose names could not be read.
  private static func unjudged(_ settings: SettingsReader) -> [String] {
    var groups: [String] = []
    if !FerryServerConfiguration.shopNames(settings).isComplete { groups.append("ferry.shop") }
    if RegisteredApp.ids(settings) == nil { groups.append("ferry.app") }
    if WebhookEndpoint.ids(settings) == nil { groups.append("ferry.webhook") }
    if OperationsPageConfiguration.operatorNames(settings) == nil { groups.append("ferry.operator") }
    for module in Providers.modules where module.furtherAccounts(settings) == nil {
      groups.append("\(module.settingsFolder).account")
    }
    return groups
  }

  private static func openKeyFiles(
    _ keys: [ConfigurationKey], _ settings: SettingsReader
  ) -> [(key: ConfigurationKey, path: String)] {
    keys.filter(\.isSecretFile).compactMap { key in
      guard let path = settings.text(key) else { return nil }
      let file = URL(filePath: path).resolvingSymlinksInPath().path
      let attributes = try? FileManager.default.attributesOfItem(atPath: file)
      guard let permissions = attributes?[.posixPermissions] as? Int, permissions & 0o004 != 0 else { return nil }
      return (key, path)
    }
  }

  private static func configured(_ settings: SettingsReader) -> [ProviderAccountID] {
    Providers.modules.flatMap { $0.configured(settings) }
  }

  private static func requireProvider(_ settings: inout SettingsReader) {
    guard configured(settings).isEmpty, let module = Providers.modules.first else { return }
    settings.refuse(
      module.keys(.main, .test)[0],
      "No payment provider is set up. Set up \(module.name) for tests here, or for live payments below \(module.folder(.main, .live))."
    )
  }

  /// Apps' web views show a button as an image. For live payments it must be the provider's, and not Ferry's drawing.
  private static func requireButtons(_ settings: inout SettingsReader) {
    guard RegisteredApp.ids(settings).map({ !$0.isEmpty }) ?? false else { return }
    for module in Providers.modules {
      guard let key = module.buttonImage, settings.text(key) == nil,
        module.configured(settings).contains(where: { $0.mode == .live })
      else { continue }
      settings.refuse(
        key,
        "Apps with live payments need \(module.name)'s own artwork for the button. Ferry's drawing is for tests only.")
    }
  }

  /// Refuses keys and webhooks of a mode without a provider, and live payments over http.
  private static func keepModesApart(_ settings: inout SettingsReader) {
    let modes = Set(configured(settings).map(\.mode))
    for mode in Mode.allCases where !modes.isEmpty && !modes.contains(mode) {
      let folders = Providers.modules.map { $0.folder(.main, mode) }.joined(separator: " or ")
      for key in FerryServerConfiguration.secretKeys(settings, mode) {
        settings.refuse(
          key,
          "These keys are for \(mode.rawValue) payments, but no provider is set up for them. Set up \(folders), or "
            + "remove the keys.")
      }
      for key in FerryServerConfiguration.webhookModes(settings, mode) {
        settings.refuse(key, "No provider is set up for \(mode.rawValue) payments, so this endpoint gets no events.")
      }
    }
    guard FerryServerConfiguration.isOnHTTP(settings) else { return }
    for module in Providers.modules {
      for account in module.configured(settings) where account.mode == .live {
        settings.refuse(
          module.keys(account.account, .live)[0],
          "Live payments require an https address in ferry.baseURL. http on this machine is for tests only.")
      }
    }
  }
}
