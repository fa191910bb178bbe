import FerryWeb

/// Where the demo's parts answer. Shop and sandbox are two sites, as in life, so that what goes wrong between sites shows.
struct DemoSites: Sendable {
  /// The shop and the checkout server.
  let shop: Origin
  let shopPort: Int
  let sandbox: Origin
  let sandboxPort: Int
  /// Where the links of apps lead: another site than the shop's. Over TLS it has a port of its own; without, it is the shop's
  /// process by another name.
  let links: Origin
  let linkPort: Int

  private struct NoOrigin: Error, CustomStringConvertible {
    let text: String
    var description: String { "\(text) is no address of a site." }
  }

  /// - Parameters:
  ///   - port: Of the shop; nil for the usual one.
  ///   - sandboxPort: Nil for the one after the shop's.
  ///   - linkPort: Nil for the one after the sandbox's.
  /// - Throws: For a number that is no port.
  init(isSecure: Bool = false, port: Int? = nil, sandboxPort: Int? = nil, linkPort: Int? = nil) throws {
    let scheme = isSecure ? "https" : "http"
    shopPort = port ?? (isSecure ? 3443 : 3080)
    self.sandboxPort = sandboxPort ?? shopPort + 1
    self.linkPort = isSecure ? linkPort ?? self.sandboxPort + 1 : shopPort
    shop = try Self.origin("\(scheme)://localhost:\(shopPort)")
    sandbox = try Self.origin("\(scheme)://127.0.0.1:\(self.sandboxPort)")
    links = try Self.origin("\(scheme)://127.0.0.1:\(self.linkPort)")
  }

  var isSecure: Bool { shop.isSecure }

  private static func origin(_ text: String) throws -> Origin {
    guard let origin = Origin(text) else { throw NoOrigin(text: text) }
    return origin
  }
}
