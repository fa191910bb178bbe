import Foundation

/// An IP address: 4 bytes (RFC 791) or 16 (RFC 4291), in network byte order.
public struct NetworkAddress: Hashable, Sendable {
  public let bytes: [UInt8]

  /// - Parameter text: "192.168.1.5" or "fd00::5". Nil for anything else, also for an address with a zone ("fe80::1%eth0").
  public init?(_ text: String) {
    var bytes = [UInt8](repeating: 0, count: 16)
    // A NUL would end the text for the functions of C.
    guard !text.utf8.contains(0) else { return nil }
    if inet_pton(AF_INET, text, &bytes) == 1 {
      self.bytes = Array(bytes.prefix(4))
    } else if inet_pton(AF_INET6, text, &bytes) == 1 {
      self.bytes = bytes
    } else {
      return nil
    }
  }

  /// Nil unless there are 4 or 16 bytes.
  package init?(bytes: [UInt8]) {
    guard [4, 16].contains(bytes.count) else { return nil }
    self.bytes = bytes
  }

  /// The address itself, or the IPv4 address that is mapped into IPv6 (RFC 4291 §2.5.5.2).
  package var unmapped: NetworkAddress {
    bytes.starts(with: Array(repeating: 0, count: 10) + [0xFF, 0xFF])
      ? NetworkAddress(bytes: Array(bytes[12...])) ?? self : self
  }
}

extension NetworkAddress: Comparable {
  /// IPv4 before IPv6, each by number.
  public static func < (left: NetworkAddress, right: NetworkAddress) -> Bool {
    left.bytes.count == right.bytes.count
      ? left.bytes.lexicographicallyPrecedes(right.bytes) : left.bytes.count < right.bytes.count
  }
}

/// A range of IP addresses with the same first bits (RFC 4632 §3.1, RFC 4291 §2.3): "192.168.0.0/16", "2001:db8::/32"; or one
/// address: "192.0.2.7".
public struct AddressRange: Hashable, Sendable {
  private let address: NetworkAddress
  private let mask: [UInt8]

  /// - Parameter text: An address, and for more than one a slash and the length of the prefix in bits. Nil for anything else.
  public init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    guard parts.count <= 2, let address = NetworkAddress(parts[0])?.unmapped else { return nil }
    let (bits, digits) = (address.bytes.count * 8, parts.dropFirst().first)
    guard digits?.utf8.allSatisfy({ (0x30...0x39).contains($0) }) ?? true,
      let length = digits.map({ Int($0) }) ?? bits, (0...bits).contains(length)
    else { return nil }
    self.address = address
    mask = address.bytes.indices.map { index in
      let bits = min(8, max(0, length - index * 8))
      return UInt8(truncatingIfNeeded: 0xFF << (8 - bits))
    }
  }

  public func contains(_ other: NetworkAddress) -> Bool {
    let bytes = other.unmapped.bytes
    return bytes.count == mask.count
      && mask.indices.allSatisfy { bytes[$0] & mask[$0] == address.bytes[$0] & mask[$0] }
  }

  /// The form in a certificate's name constraints: the address, then the mask (RFC 5280 §4.2.1.10).
  package var constraint: [UInt8] { address.bytes + mask }
}

/// The network of link-local addresses (RFC 3927, RFC 4291 §2.5.6). It ends at the machine's own wire; in a cloud, a service there
/// hands out the machine's credentials.
package enum LinkLocal {
  /// The last two have IPv4 addresses in IPv6: compatible (RFC 4291 §2.5.5.1), and translated (RFC 6052 §2.1).
  private static let ranges = ["169.254.0.0/16", "fe80::/10", "::169.254.0.0/112", "64:ff9b::169.254.0.0/112"]
    .compactMap { AddressRange($0) }

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
