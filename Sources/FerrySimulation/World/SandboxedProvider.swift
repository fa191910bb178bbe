import Configuration
package import FerryCore
package import FerryHTTP
package import FerryModule
package import FerrySandbox
import Synchronization

/// A provider's sandbox, and the account that the reader of production settings makes of the sandbox's settings.
package struct SandboxedProvider: Sendable {
  package let bench: ProviderBench
  package let sandbox: any SandboxModule & ProviderSandbox
  package let account: any ProviderAccount
  /// The secrets of the account: each, and each line of one with several.
  package let secrets: [String]
  private let variables: [String: String]
  private let folder: SharedSecrets

  /// - Parameters:
  ///   - shop: The checkout server's address.
  ///   - time: The clock of the sandbox.
  ///   - notifies: True if the sandbox sends its notifications to the checkout server.
  ///   - settings: Settings of the account in place of the demo's.
  ///   - requestLog: The number of requests that the sandbox keeps.
  ///   - makeSandbox: Nil for the demo's sandbox.
  /// - Throws: The problem of a setting.
  package init(
    _ bench: ProviderBench, at origin: Origin, shop: Origin, _ time: any Timekeeper, _ randomness: any Randomness,
    notifies: Bool = false, settings: [String: String] = [:],
    requestLog: Int = 500, makeSandbox: ((SandboxPlace) throws -> any SandboxModule & ProviderSandbox)? = nil
  ) throws {
    self.bench = bench
    folder = SharedSecrets(bench)
    var place = SandboxPlace(
      origin: origin, shop: shop, shopName: "Test Shop", folder: folder, timekeeper: time, randomness: Chance(seed: 0))
    place.hasJournal = false
    place.isControlEnabled = true
    place.processingPause = .zero
    place.requestLogLimit = requestLog
    if notifies { place.notificationURL = "\(shop)/ferry/notify/\(bench.sandbox.id)/test" }
    variables = try bench.sandbox.settings(place).merging(bench.settings) { $1 }.merging(settings) { $1 }
    account = try Self.account(bench, variables, folder)
    place.randomness = randomness
    sandbox = try makeSandbox?(place) ?? bench.makeSandbox(place)
    secrets = folder.secrets
  }

  /// The same account as somebody has set it up with another key than the provider's.
  var mistaken: any ProviderAccount {
    get throws { try Self.account(bench, variables.merging([bench.keySetting: bench.otherKey]) { $1 }, folder) }
  }

  /// Accounts are values, and reading one checks its keys, which takes its time: each is read once.
  private static let accounts = Mutex<[ProviderBench: [[String: String]: any ProviderAccount]]>([:])

  private static func account(
    _ bench: ProviderBench, _ variables: [String: String], _ folder: SharedSecrets
  ) throws -> any ProviderAccount {
    if let known = accounts.withLock({ $0[bench]?[variables] }) { return known }
    let environment = EnvironmentVariablesProvider(environmentVariables: variables)
    var reader = SettingsReader(ConfigReader(provider: environment)) { folder.text(atPath: $0).map { Array($0.utf8) } }
    let read = bench.module.accounts(&reader)
    try reader.requireNoProblems()
    guard let account = read.first else { throw NoAccount() }
    accounts.withLock { $0[bench, default: [:]][variables] = account }
    return account
  }

  private struct NoAccount: Error, CustomStringConvertible {
    var description: String { "The sandbox's settings give no account." }
  }
}

/// A sandbox's folder in memory. Keys are made once in a process, because each takes a noticeable part of a second.
private final class SharedSecrets: SandboxFolder {
  private static let secrets = Mutex<[String: String]>([:])
  private let bench: ProviderBench
  private let files = Mutex<[String: String]>([:])

  init(_ bench: ProviderBench) { self.bench = bench }

  func path(_ name: String) -> String { "/\(bench)/\(name)" }

  func secret(_ name: String, make: () throws -> String) throws -> Secret<String> {
    let text = try Self.secrets.withLock { secrets in
      let text = try secrets[path(name)] ?? make()
      secrets[path(name)] = text
      return text
    }
    return Secret(text)
  }

  func write(_ text: String, to name: String) throws { files.withLock { $0[path(name)] = text } }

  func text(atPath path: String) -> String? {
    files.withLock { $0[path] } ?? Self.secrets.withLock { $0[path] }
  }

  var secrets: [String] {
    Self.secrets.withLock { secrets in
      secrets.keys.sorted().filter { $0.hasPrefix(path("")) }.flatMap { name in
        (secrets[name] ?? "").split(separator: "\n").map(String.init).filter { !$0.hasPrefix("-----") }
      }
    }
  }
}
