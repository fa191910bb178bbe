/// A site's scheme, host and port (RFC 6454), by its public address. Only https, or http on this machine: what a shop
/// may be reached by.
public struct Origin: Sendable, Hashable {
  /// "https" or "http".
  public let scheme: String
  /// Lower case; an IPv6 address in brackets.
  public let host: String
  /// Nil when it is the scheme's own.
  public let port: Int?

  /// - Parameter text: "https://shop.example", "http://localhost:3080"; a trailing slash may follow. Nil for anything
  ///   else, including a path, a name and password, and http to another machine.
  public init?(_ text: some StringProtocol) {
    guard let parts = AddressParts(String(text)), ["", "/"].contains(parts.rest) else { return nil }
    self = parts.origin
  }

  init(scheme: String, host: String, port: Int?) {
    self.scheme = scheme
    self.host = host
    self.port = port
  }

  /// As browsers write it in `Origin` headers: "https://shop.example".
  public var text: String {
    port.map { "\(scheme)://\(host):\($0)" } ?? "\(scheme)://\(host)"
  }

  public var isSecure: Bool { scheme == "https" }

  /// The address of a page of this site.
  public func link(_ link: Link) -> Link {
    Link(origin: self, path: link)
  }

  /// Names and addresses that never leave the machine: RFC 6761 §6.3, RFC 5735 §3, RFC 4291 §2.5.3.
  static func isLoopback(_ host: String) -> Bool {
    if host == "localhost" || host.hasSuffix(".localhost") || host == "[::1]" { return true }
    let numbers = host.split(separator: ".", omittingEmptySubsequences: false)
    return numbers.count == 4 && numbers[0] == "127" && numbers.allSatisfy { UInt8($0) != nil && $0.first != "+" }
  }
}

extension Origin: CustomStringConvertible {
  public var description: String { text }
}
