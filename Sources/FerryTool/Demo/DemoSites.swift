import ArgumentParser
import DemoShop
import FerryCheckout
import FerryCore
import FerrySandbox
import FerryServer
import FerryWeb

/// The addresses of the demo's parts. The shop and each sandbox are sites of their own, as in production, so that cross-site faults show.
struct DemoSites: Sendable {
  let shop: Origin
  let shopPort: Int
  /// In the order of the providers' registration.
  let sandboxes: [Sandbox]
  /// The host of the apps' links: another site than the shop's. With TLS it has a port of its own; without, it is the shop's
  /// process by another name.
  let links: Origin
  let linkPort: Int
  let operations: Origin
  let operationsPort: Int

  struct Sandbox: Sendable {
    let module: any SandboxModule.Type
    let origin: Origin
    let port: Int
  }

  /// - Parameters:
  ///   - port: Of the shop; nil for the usual one. The other ports are the next ones by default.
  ///   - sandboxPort: Of the first sandbox. The others come after the link host, which apps are built with, and the operations page
  ///     takes the next port after all of them that no other part has.
  ///   - hasOperationsPage: False if nothing listens on its port.
  init(
    _ modules: [any SandboxModule.Type] = Providers.sandboxes, isSecure: Bool = false, port: Int? = nil,
    sandboxPort: Int? = nil, linkPort: Int? = nil, operationsPort: Int? = nil, hasOperationsPage: Bool = true
  ) throws {
    let scheme = isSecure ? "https" : "http"
    shopPort = port ?? (isSecure ? 3443 : 3080)
    let first = sandboxPort ?? shopPort + 1
    self.linkPort = isSecure ? linkPort ?? first + 1 : shopPort
    shop = try Self.origin("\(scheme)://localhost", shopPort)
    sandboxes = try modules.enumerated().map { index, module in
      let port = index == 0 ? first : first + 1 + index
      return Sandbox(module: module, origin: try Self.origin("\(scheme)://127.0.0.1", port), port: port)
    }
    links = try Self.origin("\(scheme)://127.0.0.1", self.linkPort)
    let others = [shopPort] + sandboxes.map(\.port) + (isSecure ? [self.linkPort] : [])
    var usual = first + 1 + max(1, modules.count)
    while others.contains(usual) { usual += 1 }
    self.operationsPort = operationsPort ?? usual
    operations = try Self.origin("\(scheme)://localhost", self.operationsPort)
    let ports = others + (hasOperationsPage ? [self.operationsPort] : [])
    for (index, port) in ports.enumerated() where ports[..<index].contains(port) {
      throw CommandFailure("Two parts of the demo would use port \(port). Choose ports that are further apart.")
    }
  }

  var isSecure: Bool { shop.isSecure }

  /// The countries that the shop sells in.
  var markets: [ShopMarket] {
    ShopMarket.list(of: sandboxes.flatMap { Self.markets(of: $0.module) })
  }

  private static func markets(of module: any SandboxModule.Type) -> [ShopMarket] {
    ([(account: AccountName.main.text, market: module.market)] + module.furtherMarkets).map { one in
      ShopMarket(one.market, accounts: ["\(module.id)/\(one.account)"], options: [module.id: module.paymentOptions])
    }
  }

  private static func origin(_ site: String, _ port: Int) throws -> Origin {
    guard let origin = Origin("\(site):\(port)") else {
      throw CommandFailure(
        "A part of the demo would use port \(port), which does not exist. Choose a lower --port, or set all ports.")
    }
    return origin
  }
}

/// The demo shop's apps, one for each platform.
enum DemoApps {
  static let iOS = "tablets-ios"
  static let android = "tablets-android"
  static let scheme = "tablets"

  /// - Parameter linkHost: The site whose links lead into the apps.
  static func registered(linkHost: Origin) -> [RegisteredApp] {
    [
      RegisteredApp(
        id: iOS, shop: DemoMerchant.own, platform: .ios(IOSApp(bundleID: "jp.example.tablets", teamID: "FERRYDEMO1")),
        scheme: scheme, linkHost: linkHost),
      RegisteredApp(
        id: android, shop: DemoMerchant.own,
        platform: .android(AndroidApp(package: "jp.example.tablets", fingerprints: [fingerprint])), scheme: scheme,
        linkHost: linkHost),
    ]
  }

  private static let fingerprint = Array(repeating: "DE", count: 32).joined(separator: ":")
}

/// A demo on this machine: its folder and the ports of its parts.
struct DemoPlaceOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The folder for data and secrets.", valueName: "folder"), completion: .directory)
  var data = usualFolder

  static let usualFolder = "build/demo"

  @Flag(help: "Use https, as apps and devices require, with certificates of the demo's own authority.")
  var tls = false

  @Option(
    help: ArgumentHelp(
      "The port of the shop and the server. (default: 3080, or 3443 with --tls)", valueName: "number"))
  var port: Int?

  @Option(
    help: ArgumentHelp("The port of the first sandbox. (default: the one after --port)", valueName: "number"))
  var sandboxPort: Int?

  @Option(
    help: ArgumentHelp(
      "The port of the link host, with --tls. (default: the one after --sandbox-port)", valueName: "number"))
  var linkPort: Int?

  @Option(
    help: ArgumentHelp(
      "The port of the operations page. (default: the one after the last sandbox)", valueName: "number"))
  var operationsPort: Int?

  @Option(
    help: ArgumentHelp(
      "Only this provider: \(Providers.sandboxes.ids.joined(separator: ", ")). (default: all)", valueName: "id"),
    completion: .list(Providers.sandboxes.ids))
  var provider: String?

  func validate() throws {
    let ports = [
      ("--port", port), ("--sandbox-port", sandboxPort), ("--link-port", linkPort),
      ("--operations-port", operationsPort),
    ]
    for (option, port) in ports { try ClosedRange<Int>.ports.require(port, of: option) }
    if let provider { _ = try Providers.sandboxes.module(provider) }
  }

  private var modules: [any SandboxModule.Type] {
    Providers.sandboxes.filter { provider == nil || $0.id == provider }
  }

  /// - Parameter isOfFirst: True for the first provider alone, without the operations page.
  func sites(isOfFirst: Bool = false) throws -> DemoSites {
    try DemoSites(
      isOfFirst ? Array(modules.prefix(1)) : modules, isSecure: tls, port: port, sandboxPort: sandboxPort,
      linkPort: linkPort, operationsPort: operationsPort, hasOperationsPage: !isOfFirst)
  }

  /// For a command without `--demo`.
  /// - Throws: If an option is given that is about the demo's sites.
  func requireNoSites() throws {
    guard tls || provider != nil || [port, sandboxPort, linkPort, operationsPort].contains(where: { $0 != nil }) else {
      return
    }
    throw ValidationError(
      "--tls, --port, --sandbox-port, --link-port, --operations-port and --provider require --demo.")
  }
}
