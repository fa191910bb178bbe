/// All addresses that begin with the same bits: "192.168.0.0/16" (RFC 4632 §3.1, RFC 4291 §2.3).
public struct NetworkRange: Hashable, Sendable {
  private let address: NetworkAddress
  private let mask: [UInt8]

  /// Nil for anything but an address, a slash, and how many of its bits count.
  public init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let address = NetworkAddress(String(parts[0])), let length = Int(parts[1]),
      (0...address.bytes.count * 8).contains(length)
    else { return nil }
    self.address = address
    mask = address.bytes.indices.map { index in
      let bits = min(8, max(0, length - index * 8))
      return UInt8(truncatingIfNeeded: 0xFF << (8 - bits))
    }
  }

  public func contains(_ other: NetworkAddress) -> Bool {
    other.bytes.count == mask.count
      && mask.indices.allSatisfy { other.bytes[$0] & mask[$0] == address.bytes[$0] & mask[$0] }
  }

  /// As a certificate's name constraints write it: the address, then the mask (RFC 5280 §4.2.1.10).
  var constraint: [UInt8] { address.bytes + mask }
}
