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
  /// The operations page.
  let operations: Origin
  let operationsPort: Int

  /// The sandbox of one provider.
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
  /// - Throws: `CommandFailure` for a number that is no port, or that two parts would listen on.
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
    ([FurtherMarket(account: AccountName.main.text, module.market)] + module.furtherMarkets).map { one in
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
        id: iOS, shop: Demo.shopID, platform: .ios(IOSApp(bundleID: "jp.example.tablets", teamID: "FERRYDEMO1")),
        scheme: scheme, linkHost: linkHost),
      RegisteredApp(
        id: android, shop: Demo.shopID,
        platform: .android(AndroidApp(package: "jp.example.tablets", fingerprints: [fingerprint])), scheme: scheme,
        linkHost: linkHost),
    ]
  }

  private static let fingerprint = Array(repeating: "DE", count: 32).joined(separator: ":")
}
