import Foundation

/// The network of link-local addresses (RFC 3927, RFC 4291 §2.5.6). It ends at the machine's own wire; in a cloud, a service there
/// hands out the machine's credentials.
package enum LinkLocal {
  /// The second line has IPv4 addresses in IPv6: mapped and compatible (RFC 4291 §2.5.5), and translated (RFC 6052 §2.1).
  private static let ranges = [
    "169.254.0.0/16", "fe80::/10",
    "::ffff:169.254.0.0/112", "::169.254.0.0/112", "64:ff9b::169.254.0.0/112",
  ]
  .compactMap { NetworkRange($0) }

  /// - Parameter host: Of an address: lower case, IPv6 in brackets. IPv4 counts in every form that the system's resolver takes,
  ///   such as 2852039166 or 0xa9.254.1. Names are not looked up.
  package static func isHost(_ host: String) -> Bool {
    guard let address = address(host) else { return false }
    return ranges.contains { $0.contains(address) }
  }

  private static func address(_ host: String) -> NetworkAddress? {
    if host.hasPrefix("[") { return NetworkAddress(String(host.dropFirst().dropLast())) }
    var number = in_addr()
    guard inet_aton(host.hasSuffix(".") ? String(host.dropLast()) : host, &number) != 0 else { return nil }
    return withUnsafeBytes(of: number.s_addr) { NetworkAddress(bytes: Array($0)) }
  }
}
