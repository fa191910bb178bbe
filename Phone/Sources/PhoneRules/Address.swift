#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What link rules need to know of an address.
public struct Address: Hashable, Sendable {
  /// In lower case: "https", "tablets".
  public let scheme: String
  /// Host and port: "127.0.0.1:3445". The demo's hosts share loopback addresses, so that here a port tells hosts apart.
  public let host: String
  public let path: String

  /// Nil for text that has no scheme.
  public init?(_ text: String) {
    guard text.utf8.count <= 8_192, let parts = URLComponents(string: text), let scheme = parts.scheme?.lowercased()
    else { return nil }
    self.scheme = scheme
    let standard = scheme == "https" ? 443 : scheme == "http" ? 80 : nil
    let port = parts.port == standard ? nil : parts.port
    host = (parts.host ?? "").lowercased() + (port.map { ":\($0)" } ?? "")
    path = parts.path
  }

  public var origin: String { "\(scheme)://\(host)" }
  public var isOfTheWeb: Bool { scheme == "https" || scheme == "http" }
  /// Pages without an address of their own: about:blank, data:, blob:.
  public var isInternal: Bool { ["about", "data", "blob", "javascript", "file"].contains(scheme) }
}
