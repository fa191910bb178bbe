#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// An address of the Internet Protocol: 4 bytes (RFC 791) or 16 (RFC 4291), in the order of the network.
public struct NetworkAddress: Hashable, Sendable {
  public let bytes: [UInt8]

  /// - Parameter text: "192.168.1.5" or "fd00::5". Nil for anything else, also for one with a zone ("fe80::1%eth0").
  public init?(_ text: String) {
    var four = in_addr()
    var sixteen = in6_addr()
    if inet_pton(AF_INET, text, &four) == 1 {
      bytes = withUnsafeBytes(of: four) { Array($0) }
    } else if inet_pton(AF_INET6, text, &sixteen) == 1 {
      bytes = withUnsafeBytes(of: sixteen) { Array($0) }
    } else {
      return nil
    }
  }

  /// Nil unless there are 4 or 16 bytes.
  init?(bytes: [UInt8]) {
    guard [4, 16].contains(bytes.count) else { return nil }
    self.bytes = bytes
  }
}

extension NetworkAddress: Comparable {
  /// IPv4 before IPv6, each by number.
  public static func < (left: NetworkAddress, right: NetworkAddress) -> Bool {
    left.bytes.count == right.bytes.count
      ? left.bytes.lexicographicallyPrecedes(right.bytes) : left.bytes.count < right.bytes.count
  }
}
