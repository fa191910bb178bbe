import FerryCore

/// A site's scheme, host and port (RFC 6454), by its public address. Only https, or http on this machine: what a shop
/// may be reached by.
public struct Origin: Sendable, Hashable {
  /// "https" or "http".
  public let scheme: String
  /// Lower case; an IPv6 address in brackets.
  public let host: String
  /// Nil when it is the scheme's own.
  public let port: Int?
}

extension Origin {
  /// - Parameter text: "https://shop.example", "http://localhost:3080"; a trailing slash may follow. Nil for anything
  ///   else, including a path, a name and password, and http to another machine.
  public init?(_ text: some StringProtocol) {
    guard let parts = AddressParts(String(text)), ["", "/"].contains(parts.rest) else { return nil }
    self = parts.origin
  }

  /// - Parameter host: Checked already.
  package init(httpsHost host: String) { self.init(scheme: "https", host: host, port: nil) }

  /// As browsers write it in `Origin` headers: "https://shop.example".
  public var text: String { "\(scheme)://\(authority)" }

  /// Host and port as a request's `Host` header has them.
  public var authority: String { port.map { "\(host):\($0)" } ?? host }

  public var isSecure: Bool { scheme == "https" }

  /// The address of a page of this site.
  public func link(_ link: Link) -> Link { Link(origin: self, path: link) }
}

extension Origin: CustomStringConvertible { public var description: String { text } }

/// A source in a page's content security policy: one site, or all https sites below a domain (CSP Level 3 §2.3.1).
public struct PageSource: Sendable, Hashable {
  /// As a `Content-Security-Policy` header writes it.
  public let text: String

  public init(_ site: Origin) { text = site.text }

  /// - Parameter text: `https://host`, or `https://*.host` for all hosts below one; that host itself is not among them.
  public init?(_ text: String) {
    let everyHost = "https://*."
    let site = text.hasPrefix(everyHost) ? "https://\(text.dropFirst(everyHost.count))" : text
    guard let origin = Origin(site), origin.text == site, site == text || origin.host.contains(".") else { return nil }
    self.text = text
  }
}

/// An absolute address cut where it matters: at the end of the origin.
package struct AddressParts {
  package let origin: Origin
  /// Path, query and fragment as given; empty, or with its first character.
  package let rest: String

  /// `rest` without slashes at its end.
  package var path: String {
    var path = rest
    while path.hasSuffix("/") { path.removeLast() }
    return path
  }

  /// Nil unless the scheme is https, or http on a loopback host, and every character is one of RFC 3986. A user name is
  /// refused, because "https://shop.example@evil.example" deceives its readers.
  package init?(_ text: String) {
    guard text.utf8.count <= 4096, text.utf8.allSatisfy(Self.isURICharacter), let colon = text.firstRange(of: "://")
    else { return nil }
    let scheme = text[..<colon.lowerBound].lowercased()
    let afterScheme = text[colon.upperBound...]
    let end = afterScheme.firstIndex { "/?#".contains($0) } ?? afterScheme.endIndex
    let authority = afterScheme[..<end].lowercased()
    guard !authority.contains("@"), let (host, port) = Self.hostAndPort(authority) else { return nil }
    switch scheme {
    case "https": origin = Origin(scheme: scheme, host: host, port: port == 443 ? nil : port)
    case "http" where Loopback.isHost(host): origin = Origin(scheme: scheme, host: host, port: port == 80 ? nil : port)
    default: return nil
    }
    rest = String(afterScheme[end...])
  }

  private static func hostAndPort(_ authority: String) -> (host: String, port: Int?)? {
    let hostEnd: String.Index
    if authority.hasPrefix("[") {
      guard let bracket = authority.firstIndex(of: "]") else { return nil }
      hostEnd = authority.index(after: bracket)
      guard authority[..<hostEnd].dropFirst().dropLast().utf8.allSatisfy({ isHexDigit($0) || $0 == UInt8(ascii: ":") })
      else { return nil }
    } else {
      hostEnd = authority.firstIndex(of: ":") ?? authority.endIndex
      guard authority[..<hostEnd].utf8.allSatisfy(isHostCharacter) else { return nil }
    }
    let host = String(authority[..<hostEnd])
    guard !host.isEmpty, host.utf8.count <= 253 else { return nil }
    let rest = authority[hostEnd...]
    if rest.isEmpty { return (host, nil) }
    guard rest.first == ":", rest.dropFirst().utf8.allSatisfy(isDigit), let port = Int(rest.dropFirst()),
      (1...65_535).contains(port)
    else { return nil }
    return (host, port)
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  private static func isHexDigit(_ byte: UInt8) -> Bool { isDigit(byte) || (0x61...0x66).contains(byte) }

  private static func isHostCharacter(_ byte: UInt8) -> Bool {
    isDigit(byte) || (0x61...0x7A).contains(byte) || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
  }

  /// No quotes, so that an address cannot end an attribute.
  private static func isURICharacter(_ byte: UInt8) -> Bool {
    byte != UInt8(ascii: "'") && Link.isURICharacter(byte)
  }
}
