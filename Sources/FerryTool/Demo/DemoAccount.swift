import Configuration
import FerryCore
import FerryHTTP
import FerryModule
import FerrySandbox
import Foundation

extension Demo.Options {
  func place(_ module: any SandboxModule.Type, _ folder: DemoFolder, time: any Timekeeper) -> SandboxPlace {
    var place = SandboxPlace(
      origin: sites.sandbox, shop: sites.shop, shopName: "Minato Store", folder: folder, timekeeper: time)
    place.isControlEnabled = isControlled
    place.processingPause = processingPause
    place.quietSeconds = quietSeconds
    if hasNotifications {
      place.notificationURL = sites.shop.link("/ferry/notify/\(module.id)/\(Mode.test.rawValue)").text
    }
    return place
  }

  /// The demo's accounts, read from the sandbox's settings by the production reader.
  /// - Throws: `DemoFolder.Problem`, `ConfigurationProblems`, and others that stop a start.
  func accounts(_ folder: DemoFolder, time: any Timekeeper) throws -> [any ProviderAccount] {
    let module = Providers.sandboxes[0]
    let settings = try module.settings(place(module, folder, time: time))
    let environment = EnvironmentVariablesProvider(environmentVariables: settings)
    var reader = SettingsReader(ConfigReader(provider: environment)) {
      try? String(contentsOfFile: $0, encoding: .utf8)
    }
    let accounts = Providers.accounts(&reader)
    try reader.requireNoProblems()
    return accounts
  }
}
