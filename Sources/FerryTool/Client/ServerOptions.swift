import ArgumentParser
import FerryCore
import FerryModule
import FerryServer
import FerryWeb
import Foundation

/// The server that a command asks, and the secret key that it shows there.
struct ServerOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("The address of the server, such as https://pay.shop.example.", valueName: "url"))
  var server: String?

  @Option(
    help: ArgumentHelp(
      """
      The file with a secret key of the shop. (default: the file that \(SettingsSources.keyFileVariable) names, or the key in \
      \(SettingsSources.keyVariable))
      """, valueName: "file"), completion: .file())
  var keyFile: String?

  @Option(
    help: ArgumentHelp(
      "The folder of a demo on this machine. (default: build/demo if there are no settings)", valueName: "folder"),
    completion: .directory)
  var data: String?

  @Option(
    help: ArgumentHelp(
      """
      The shop whose key to use, if the settings have several. A demo has \(Demo.shopID) (default) and \
      \(DemoSampleShop.id).
      """, valueName: "name"))
  var shop: String?

  @Option(help: ArgumentHelp("The mode whose key to use, if the settings have both.", valueName: "mode"))
  var mode: Mode?

  @OptionGroup var config: ConfigOptions

  func access(_ environment: [String: String] = ProcessInfo.processInfo.environment) throws -> ServerAccess {
    if let server {
      guard let address = Origin(server) else {
        throw CommandFailure(
          "--server must be an https address without a path, such as https://pay.shop.example. http works for this "
            + "machine only.")
      }
      if let data { return try ServerAccess(demoIn: data, at: address, shop: shop, keyFile: keyFile) }
      guard let key = try ShopKey.named(keyFile, environment) else { throw ShopKey.missing("") }
      return ServerAccess(
        address: address, key: key, advice: "Check the address and that the server runs.")
    }
    let hasSettings =
      config.file != nil || environment.given(SettingsSources.fileVariable) != nil
      || environment.given(ServerAccess.baseURL.variable) != nil
    if data == nil, hasSettings {
      return try ServerAccess(
        SettingsReader(try config.sources(environment).reader), keyFile: keyFile, shop: shop, mode, environment)
    }
    let folder = data ?? ProcessSettings.dataFolder(environment) ?? DemoPlaceOptions.usualFolder
    return try ServerAccess(demoIn: folder, shop: shop, keyFile: keyFile)
  }
}

struct ServerAccess: Sendable {
  let address: Origin
  let key: ShopKey
  /// The certificates to trust instead of the system's, in PEM.
  var authorities: String?
  let advice: String
}

extension ServerAccess {
  /// The server of one's own that settings describe.
  /// - Parameter shop: Whose key is taken from the settings; nil if there is one shop only.
  init(
    _ settings: SettingsReader, keyFile: String?, shop: String?, _ mode: Mode?, _ environment: [String: String]
  ) throws {
    guard let address = Self.address(settings) else {
      throw CommandFailure("The settings have no server address. Set ferry.baseURL, or use --server.")
    }
    let named = try ShopKey.named(keyFile, environment)
    self.init(
      address: address, key: try named ?? ShopKey.inSettings(settings, shop: shop, mode),
      advice: "Start it with the same settings: `ferry serve`.")
  }

  /// The demo in a folder, which keeps its address and its shop's key there.
  /// - Parameters:
  ///   - address: Replaces the address in the folder.
  ///   - shop: The shop whose key is used; nil for the demo's own.
  ///   - keyFile: Another key than the demo's.
  init(demoIn folder: String, at address: Origin? = nil, shop: String? = nil, keyFile: String? = nil) throws {
    let written = FileManager.default.contents(atPath: folder + "/" + DemoFolder.addressName)
      .flatMap { Origin(String(decoding: $0, as: UTF8.self)) }
    guard let address = address ?? written else {
      throw CommandFailure(
        "No demo has run in \(folder). Start one with `ferry demo`, or name its folder with --data. For another server, "
          + "use --config, or --server with --key-file.")
    }
    let demo = try DemoFolder(folder)
    self.init(
      address: address, key: try ShopKey(file: keyFile ?? demo.secretKeyFile(of: shop)),
      authorities: address.isSecure ? try demo.trustAnchor() : nil,
      advice: "Start it with `ferry demo --data \(folder)`.")
  }

  /// The port on this machine if the server listens on all addresses or on the loopback; else the public address.
  private static func address(_ settings: SettingsReader) -> Origin? {
    var copy = settings
    let process = ProcessSettings.read(&copy)
    let own = ["0.0.0.0": "127.0.0.1", "::": "[::1]", "::1": "[::1]"]
    let host = own[process.listenAddress] ?? process.listenAddress
    return Origin("http://\(host):\(process.listenPort)") ?? settings.text(baseURL).flatMap { Origin($0) }
  }

  fileprivate static let baseURL = ConfigurationKey("ferry.baseURL", "", example: "")
}

/// A shop's secret key, and where it was found. The key never stands on a command line, which other users can see.
struct ShopKey: Sendable {
  let secret: Secret<String>
  /// "the file key.txt", for messages.
  let origin: String

  /// The key that a file or the environment gives; nil if neither does.
  static func named(_ file: String?, _ environment: [String: String]) throws -> ShopKey? {
    if let path = file ?? environment.given(SettingsSources.keyFileVariable) { return try ShopKey(file: path) }
    return environment.given(SettingsSources.keyVariable).map {
      ShopKey(secret: Secret($0), origin: SettingsSources.keyVariable)
    }
  }

  init(file path: String) throws {
    guard let key = InputFile.text(path)?.trimmingCharacters(in: .whitespacesAndNewlines) else {
      throw CommandFailure("Cannot read the key file \(path). Check its name and permissions.")
    }
    guard !key.isEmpty else {
      throw CommandFailure("The key file \(path) is empty. Write the shop's secret key into it.")
    }
    self.init(secret: Secret(key), origin: "the file \(path)")
  }

  private init(secret: Secret<String>, origin: String) {
    self.secret = secret
    self.origin = origin
  }

  /// The one key that the settings hold in plain text for a shop and mode.
  static func inSettings(_ settings: SettingsReader, shop: String?, _ mode: Mode?) throws -> ShopKey {
    let shops = FerryServerConfiguration.shopNames(settings).ids
    if let shop, !shops.contains(shop) {
      throw CommandFailure(UnknownName.message("shop", shop, among: shops))
    }
    let keys = Mode.allCases.filter { $0 == mode ?? $0 }.flatMap { mode in
      zip(shops, FerryServerConfiguration.secretKeys(settings, mode)).compactMap { name, setting -> ShopKey? in
        guard name == shop ?? name else { return nil }
        return settings.list(setting).first { !$0.hasPrefix("sha256:") }
          .map { ShopKey(secret: Secret($0), origin: "the setting \(setting.name)") }
      }
    }
    guard let key = keys.first else { throw missing("The settings contain no key in plain text. ") }
    guard keys.count == 1 else {
      throw CommandFailure("The settings contain keys of several shops or modes. Choose one with --shop and --mode.")
    }
    return key
  }

  static func missing(_ reason: String) -> CommandFailure {
    CommandFailure(
      "\(reason)A secret key of the shop is required. Name its file with --key-file or in "
        + "\(SettingsSources.keyFileVariable), or put the key into \(SettingsSources.keyVariable).")
  }
}
