public import NIOCore

extension SocketAddress {
  /// Whether a connection with this at its other end began on this machine: over loopback (RFC 5735 §3, RFC 4291 §2.5.3; also
  /// IPv4 in IPv6's clothes) or over a Unix socket. A proxy on this machine begins its connections here too.
  public var isOfThisMachine: Bool {
    switch self {
    case .v4, .v6: ipAddress.map { $0 == "::1" || $0.hasPrefix("127.") || $0.hasPrefix("::ffff:127.") } ?? false
    case .unixDomainSocket: true
    }
  }
}
