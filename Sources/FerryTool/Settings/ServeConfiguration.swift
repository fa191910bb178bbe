import AmazonPay
import FerryCore
import FerryServer
import Foundation

/// Everything that `ferry serve` needs to know, read once: one value for each module.
struct ServeConfiguration: Sendable {
  let server: FerryServerConfiguration
  let amazonPay: AmazonPaySettings
  let process: ProcessSettings
  /// The files of private keys that everybody on the machine may read, with the settings that name them.
  let openKeyFiles: [(key: ConfigurationKey, path: String)]

  /// - Parameter file: Gives a file's text; nil when it cannot be read.
  /// - Throws: `ConfigurationProblems` with all that is wrong.
  init(_ sources: SettingsSources, file: (String) -> String?) throws(ConfigurationProblems) {
    var settings = SettingsReading(sources.reader)
    let server = FerryServerConfiguration.read(&settings)
    amazonPay = AmazonPaySettings.read(&settings, file: file)
    process = ProcessSettings.read(&settings)
    openKeyFiles = Self.openKeyFiles(settings)
    Self.keepModesApart(&settings)
    Self.requireButton(amazonPay, &settings)
    settings.refuse(
      sources.unknown(
        known: Self.keys(settings), isShopKnown: FerryServerConfiguration.shopNames(settings).isComplete,
        isAppKnown: FerryServerConfiguration.appIDs(settings) != nil,
        isWebhookKnown: FerryServerConfiguration.webhookIDs(settings) != nil))
    guard var server, settings.problems.isEmpty else { throw ConfigurationProblems(settings.problems) }
    server.buttons[AmazonPayProvider.id] = amazonPay.button
    self.server = server
  }

  /// All settings that there are, with those of the shops that are set up.
  static func keys(_ sources: SettingsSources) -> [ConfigurationKey] { keys(SettingsReading(sources.reader)) }

  private static func keys(_ settings: SettingsReading) -> [ConfigurationKey] {
    keys(
      shops: FerryServerConfiguration.shopNames(settings).ids, apps: FerryServerConfiguration.appIDs(settings) ?? [],
      webhooks: FerryServerConfiguration.webhookIDs(settings) ?? [])
  }

  static func keys(shops: [String], apps: [String] = [], webhooks: [String] = []) -> [ConfigurationKey] {
    ProcessSettings.keys + FerryServerConfiguration.keys(shops: shops, apps: apps, webhooks: webhooks)
      + AmazonPaySettings.keys
  }

  private static func openKeyFiles(_ settings: SettingsReading) -> [(key: ConfigurationKey, path: String)] {
    AmazonPaySettings.keys.filter { $0.name.hasSuffix(".privateKeyFile") }.compactMap { key in
      guard let path = settings.text(key) else { return nil }
      let file = URL(filePath: path).resolvingSymlinksInPath().path
      let attributes = try? FileManager.default.attributesOfItem(atPath: file)
      guard let permissions = attributes?[.posixPermissions] as? Int, permissions & 0o004 != 0 else { return nil }
      return (key, path)
    }
  }

  /// An app's web views show the button as an image: with live payments it is Amazon's, and not our drawing.
  private static func requireButton(_ amazonPay: AmazonPaySettings, _ settings: inout SettingsReading) {
    let isLive = AmazonPaySettings.configuredModes(settings).contains(.live)
    let hasApps = FerryServerConfiguration.appIDs(settings).map { !$0.isEmpty } ?? false
    guard isLive, hasApps, settings.text(AmazonPaySettings.buttonImage) == nil else { return }
    settings.refuse(
      AmazonPaySettings.buttonImage,
      "With apps and live payments name Amazon's artwork for the button. The drawing is for testing only.")
  }

  /// A key of a mode that nobody can be paid in is a mistake, and so is live money on an address for testing.
  private static func keepModesApart(_ settings: inout SettingsReading) {
    let modes = AmazonPaySettings.configuredModes(settings)
    for mode in Mode.allCases where !modes.isEmpty && !modes.contains(mode) {
      for key in FerryServerConfiguration.secretKeys(settings, mode) {
        settings.refuse(
          key,
          "These keys are for \(mode.rawValue) payments, and no provider is set up for those. Set up "
            + "ferry.amazonPay.\(mode.rawValue), or remove the keys.")
      }
      for key in FerryServerConfiguration.webhookModes(settings, mode) {
        settings.refuse(key, "No provider is set up for \(mode.rawValue) payments: there would be nothing to tell.")
      }
    }
    if modes.contains(.live), FerryServerConfiguration.isOnHTTP(settings) {
      settings.refuse(
        AmazonPaySettings.firstKey(.live),
        "Live payments need an https address in ferry.baseURL; http on this machine is for testing.")
    }
  }
}
