import FerryCore
public import HTTPTypes
public import Hummingbird
public import NIOCore

/// The client address that requests are counted by. For IPv6 it is the 64-bit network, because a single subscriber owns all
/// addresses in one.
public enum ClientAddress: Hashable, Sendable {
  case ipv4(UInt32)
  /// The first 64 bits.
  case ipv6(UInt64)
  /// A connection without an address, such as one over a Unix socket. All of them count as one client.
  case unknown

  /// The client of a request.
  ///
  /// - Parameters:
  ///   - connection: The other end of the connection.
  ///   - trustedProxies: The number of our own proxies in front. Each appends its caller to `X-Forwarded-For`. Only those
  ///     entries count; the client wrote everything further to the left.
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
    // With fewer hops than proxies, one of the proxies still wrote the leftmost.
    return hops.suffix(trustedProxies).first
  }

  private static func withoutPort(_ address: Substring) -> Substring {
    let text = address.withoutBlanks
    if text.first == "[" { return text.dropFirst().prefix { $0 != "]" } }
    let colons = text.utf8.count(where: { $0 == UInt8(ascii: ":") })
    return colons == 1 ? text.prefix { $0 != ":" } : text
  }

  /// - Parameter text: An address, with or without a port: "192.0.2.7:5000", "2001:db8::1", "[2001:db8::1]:5000".
  private init?(_ text: Substring) {
    guard let bytes = NetworkAddress(String(Self.withoutPort(text)))?.unmapped.bytes else { return nil }
    let number = bytes.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    self = bytes.count == 4 ? .ipv4(UInt32(truncatingIfNeeded: number)) : .ipv6(number)
  }
}

extension Substring {
  /// The text without spaces and tabs at its ends (RFC 9110 §5.6.3).
  var withoutBlanks: Substring {
    var text = self
    while text.first == " " || text.first == "\t" { text.removeFirst() }
    while text.last == " " || text.last == "\t" { text.removeLast() }
    return text
  }
}

extension HTTPField.Name {
  /// `X-Forwarded-For`. No standard describes it, and every proxy writes it.
  static let forwardedFor = HTTPField.Name(known: "X-Forwarded-For")
}

/// A request's context with the address of the other end of its connection.
public struct ClientContext: RequestContext, RemoteAddressRequestContext {
  public var coreContext: CoreRequestContextStorage
  /// The other end of the connection: a client, or a proxy in front of it.
  public let remoteAddress: SocketAddress?

  public init(source: Source) {
    coreContext = CoreRequestContextStorage(source: source)
    remoteAddress = source.channel.remoteAddress
  }
}

extension SocketAddress {
  /// True if a connection from this address began on this machine: over loopback or over a Unix socket. That includes
  /// connections from a proxy on this machine.
  public var isOfThisMachine: Bool {
    switch self {
    case .v4, .v6: ipAddress.map(Loopback.isHost) ?? false
    case .unixDomainSocket: true
    }
  }
}
