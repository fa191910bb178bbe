/// Names and addresses of a development server. They lead to this machine or to one on the same private network, and
/// nowhere else.
public struct DevelopmentNames: Hashable, Sendable {
  /// Lower case, sorted.
  public let hosts: [String]
  /// Sorted.
  public let addresses: [NetworkAddress]

  /// The domains that a development authority may certify, with everything below them (RFC 6761 §6.3 for "localhost",
  /// RFC 6762 §3 for "local").
  static let domains = ["localhost", "local"]

  /// The addresses that a development authority may certify: loopback (RFC 1122 §3.2.1.3, RFC 4291 §2.5.3), private use
  /// (RFC 1918, RFC 4193 with its locally assigned half) and link-local (RFC 4291 §2.5.6). They include 10.0.2.2, the
  /// address of the host machine in an Android emulator.
  static let ranges = [
    "127.0.0.0/8", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "::1/128", "fe80::/10", "fd00::/8",
  ]
  .compactMap { NetworkRange($0) }

  /// The names and addresses of this machine that an authority may certify, without the others.
  /// - Parameters:
  ///   - machine: The machine's name, with or without a domain. Its first label is certified under `local`.
  ///   - addresses: The addresses of its network interfaces.
  public init(machine: String, addresses: [NetworkAddress]) {
    let label = machine.lowercased().prefix { $0 != "." }
    let isName =
      (1...63).contains(label.utf8.count) && label != "localhost" && label.first != "-" && label.last != "-"
      && label.utf8.allSatisfy { byte in
        (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte) || byte == UInt8(ascii: "-")
      }
    let always = ["127.0.0.1", "::1", "10.0.2.2"].compactMap { NetworkAddress($0) }
    self.init(
      hosts: ["localhost"] + (isName ? ["\(label).local"] : []),
      addresses: always + addresses.filter { address in Self.ranges.contains { $0.contains(address) } })
  }

  init(hosts: [String], addresses: [NetworkAddress]) {
    self.hosts = Set(hosts).sorted()
    self.addresses = Set(addresses).sorted()
  }
}
