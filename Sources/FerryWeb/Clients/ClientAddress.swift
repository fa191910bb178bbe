public import HTTPTypes
public import NIOCore

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Where a client is, as far as requests are counted by it. Of IPv6 that is the network of 64 bits, for a single subscriber
/// has all addresses in one.
public enum ClientAddress: Hashable, Sendable {
  case ipv4(UInt32)
  /// The first 64 bits.
  case ipv6(UInt64)
  /// A connection without an address, such as one over a Unix socket. All of them count as one.
  case unknown

  /// The client of a request.
  ///
  /// - Parameters:
  ///   - connection: The other end of the connection.
  ///   - trustedProxies: How many proxies of our own stand in front, each of which appends to `X-Forwarded-For` whom it was
  ///     called by. Only what they have appended counts: what stands further left was written by the client.
  public init(connection: SocketAddress?, _ headers: HTTPFields, trustedProxies: Int) {
    let forwarded = trustedProxies > 0 ? Self.forwarded(headers, trustedProxies).flatMap { ClientAddress($0) } : nil
    self = forwarded ?? connection?.ipAddress.flatMap { ClientAddress($0[...]) } ?? .unknown
  }

  /// The whole IP address of the client of a request, without a port; nil if it is unknown.
  public static func text(connection: SocketAddress?, _ headers: HTTPFields, trustedProxies: Int) -> String? {
    let forwarded = trustedProxies > 0 ? Self.forwarded(headers, trustedProxies) : nil
    return forwarded.map { String(withoutPort($0)) } ?? connection?.ipAddress
  }

  private static func forwarded(_ headers: HTTPFields, _ trustedProxies: Int) -> Substring? {
    let hops = headers[values: .forwardedFor].flatMap { $0.split(separator: ",", omittingEmptySubsequences: false) }
    // With fewer hops than proxies, the leftmost was still written by one of them.
    return hops.suffix(trustedProxies).first
  }

  private static func withoutPort(_ address: Substring) -> Substring {
    var text = address
    while text.first == " " || text.first == "\t" { text.removeFirst() }
    while text.last == " " || text.last == "\t" { text.removeLast() }
    if text.first == "[" { return text.dropFirst().prefix { $0 != "]" } }
    let colons = text.utf8.count(where: { $0 == UInt8(ascii: ":") })
    return colons == 1 ? text.prefix { $0 != ":" } : text
  }

  /// - Parameter text: An address, with or without a port: "192.0.2.7", "192.0.2.7:5000", "2001:db8::1", "[2001:db8::1]:5000".
  private init?(_ text: Substring) {
    let text = Self.withoutPort(text)
    if let bytes = Self.bytes(text, AF_INET, 4) {
      self = .ipv4(UInt32(truncatingIfNeeded: Self.number(bytes[...])))
    } else if let bytes = Self.bytes(text, AF_INET6, 16) {
      // An IPv4 address in IPv6's clothes (RFC 4291 §2.5.5.2).
      let isMapped = bytes.prefix(10).allSatisfy { $0 == 0 } && bytes[10] == 0xFF && bytes[11] == 0xFF
      self =
        isMapped
        ? .ipv4(UInt32(truncatingIfNeeded: Self.number(bytes[12...]))) : .ipv6(Self.number(bytes[..<8]))
    } else {
      return nil
    }
  }

  private static func bytes(_ text: Substring, _ family: CInt, _ count: Int) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: count)
    return inet_pton(family, String(text), &bytes) == 1 ? bytes : nil
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> UInt64 {
    bytes.reduce(0) { $0 << 8 | UInt64($1) }
  }
}

extension HTTPField.Name {
  /// `X-Forwarded-For`, which no standard describes and every proxy writes.
  static let forwardedFor: HTTPField.Name = {
    guard let name = HTTPField.Name("X-Forwarded-For") else { preconditionFailure("Not a field name.") }
    return name
  }()
}
