package import FerryCore

/// An address that may stand in a page or a redirect. Within the site it is written as a literal path, whose
/// interpolated values become percent-encoded path components:
///
///     let link: Link = "/orders/\(number)/receipt"
///     let next = Link("/search", query: [("q", words)])
///
/// Another site's address enters by `Link(external:)`, which accepts https, and http to this machine.
public struct Link: Sendable, Hashable {
  public let text: String

  /// An absolute address from configuration or from a provider's answer. Nil unless it is https, or http to a loopback
  /// host, and well formed.
  public init?(external text: String) {
    guard AddressParts(text) != nil else { return nil }
    self.text = text
  }

  /// A link with query items, in their order, percent-encoded.
  public init(_ path: Link, query: [(name: String, value: String)]) {
    var bytes = Array(path.text.utf8)
    var separator = bytes.contains(UInt8(ascii: "?")) ? UInt8(ascii: "&") : UInt8(ascii: "?")
    for (name, value) in query {
      bytes.append(separator)
      PercentEncoding.append(name, to: &bytes)
      bytes.append(UInt8(ascii: "="))
      PercentEncoding.append(value, to: &bytes)
      separator = UInt8(ascii: "&")
    }
    text = String(decoding: bytes, as: UTF8.self)
  }

  /// The address of a page of this site that a request names: a path with an optional query. Nil for an address that could
  /// lead elsewhere.
  public init?(ownPage text: String) {
    guard text.hasPrefix("/"), !text.hasPrefix("//"), text.utf8.count <= 2_048,
      text.utf8.allSatisfy(Self.isURICharacter)
    else { return nil }
    self.text = text
  }

  /// - Parameter text: Checked already.
  package init(text: String) { self.text = text }

  init(origin: Origin, path: Link) {
    // An absolute link stays what it is.
    text = path.text.hasPrefix("/") ? origin.text + path.text : path.text
  }

  /// True for the characters of an address (RFC 3986, section 2).
  package static func isURICharacter(_ byte: UInt8) -> Bool {
    FieldRules.isAlphanumeric(byte) || "-._~:/?#[]@!$&'()*+,;=%".utf8.contains(byte)
  }

  /// The site that an absolute link leads to; nil for a path.
  public var origin: Origin? { AddressParts(text)?.origin }
}

extension Link: ExpressibleByStringInterpolation {
  /// - Parameter path: begins with one slash, or is a fragment or query of the same page.
  public init(stringLiteral path: StaticString) {
    text = path.description
    precondition(Self.isPath(text.utf8) && !text.hasPrefix("//"), "A path begins with one slash.")
  }

  public init(stringInterpolation: Interpolation) {
    let bytes = stringInterpolation.bytes
    precondition(Self.isPath(bytes), "A path begins with a slash; use Link(external:) for others.")
    // Two slashes would name a host. Values are encoded and cannot bring one, but an empty value can leave two.
    let slashes = bytes.prefix { $0 == UInt8(ascii: "/") }.count
    text = String(decoding: bytes.dropFirst(max(0, slashes - 1)), as: UTF8.self)
  }

  private static func isPath(_ bytes: some Collection<UInt8>) -> Bool {
    bytes.first.map { "/#?".utf8.contains($0) } ?? false
  }

  public struct Interpolation: StringInterpolationProtocol {
    var bytes: [UInt8] = []

    public init(literalCapacity: Int, interpolationCount: Int) {
      bytes.reserveCapacity(literalCapacity + interpolationCount * 24)
    }

    public mutating func appendLiteral(_ path: StaticString) { path.withUTF8Buffer { bytes.append(contentsOf: $0) } }

    /// One path component. A component of one or two dots, which browsers resolve, is encoded so that they do not.
    public mutating func appendInterpolation(_ component: some StringProtocol) {
      if component == "." || component == ".." {
        for _ in component { bytes.append(contentsOf: "%252E".utf8) }
      } else {
        PercentEncoding.append(component, to: &bytes)
      }
    }
  }
}

extension Link: CustomStringConvertible { public var description: String { text } }

extension Loopback {
  /// True for a web address on this machine.
  package static func isAddress(_ text: String?) -> Bool {
    text.flatMap { AddressParts($0)?.origin }.map { isHost($0.host) } ?? false
  }
}
