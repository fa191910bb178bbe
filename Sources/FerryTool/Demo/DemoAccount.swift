import Configuration
import FerryCore
import FerryHTTP
import FerryModule
import FerrySandbox
import Foundation

extension Demo.Options {
  func place(_ sandbox: DemoSites.Sandbox, _ folder: DemoFolder, time: any Timekeeper) -> SandboxPlace {
    var place = SandboxPlace(
      origin: sandbox.origin, shop: sites.shop, shopName: "Minato Store", folder: folder, timekeeper: time)
    // The demo listens on this machine only.
    place.isControlEnabled = true
    place.processingPause = processingPause
    place.quietSeconds = quietSeconds
    if hasNotifications {
      place.notificationURL = sites.shop.link("/ferry/notify/\(sandbox.module.id)/\(Mode.test.rawValue)").text
    }
    return place
  }

  /// The demo's accounts, read from the sandboxes' settings by the production reader.
  /// - Throws: `DemoFolder.Problem`, `ConfigurationProblems`, and other errors that prevent a start.
  func accounts(_ folder: DemoFolder, time: any Timekeeper) throws -> [any ProviderAccount] {
    var settings: [String: String] = [:]
    for sandbox in sites.sandboxes {
      settings.merge(try sandbox.module.settings(place(sandbox, folder, time: time))) { first, _ in first }
    }
    let environment = EnvironmentVariablesProvider(environmentVariables: settings)
    var reader = SettingsReader(ConfigReader(provider: environment)) {
      try? String(contentsOfFile: $0, encoding: .utf8)
    }
    var accounts: [any ProviderAccount] = []
    for module in modules { accounts += module.accounts(&reader) }
    try reader.requireNoProblems()
    return accounts
  }
}
