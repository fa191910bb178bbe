import FerryServer
import FerryWeb

/// The addresses of the demo's parts. Shop and sandbox are two sites, as in production, so that cross-site faults show.
struct DemoSites: Sendable {
  let shop: Origin
  let shopPort: Int
  let sandbox: Origin
  let sandboxPort: Int
  /// The host of the apps' links: another site than the shop's. With TLS it has a port of its own; without, it is the shop's
  /// process by another name.
  let links: Origin
  let linkPort: Int

  /// - Parameter port: Of the shop; nil for the usual one. The other ports are the next ones unless given.
  /// - Throws: For a number that is no port.
  init(isSecure: Bool = false, port: Int? = nil, sandboxPort: Int? = nil, linkPort: Int? = nil) throws {
    let scheme = isSecure ? "https" : "http"
    shopPort = port ?? (isSecure ? 3443 : 3080)
    self.sandboxPort = sandboxPort ?? shopPort + 1
    self.linkPort = isSecure ? linkPort ?? self.sandboxPort + 1 : shopPort
    shop = try Self.origin("\(scheme)://localhost", shopPort)
    sandbox = try Self.origin("\(scheme)://127.0.0.1", self.sandboxPort)
    links = try Self.origin("\(scheme)://127.0.0.1", self.linkPort)
  }

  var isSecure: Bool { shop.isSecure }

  private static func origin(_ site: String, _ port: Int) throws -> Origin {
    guard let origin = Origin("\(site):\(port)") else {
      throw CommandFailure(
        "A part of the demo would listen on port \(port). A port is 1 to 65535: choose a smaller --port, or name them all."
      )
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
