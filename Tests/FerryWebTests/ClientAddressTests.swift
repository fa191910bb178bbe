import FerryWeb
import HTTPTypes
import NIOCore
import Testing

@Suite("Client addresses")
struct ClientAddressTests {
  private func client(_ connection: String?, _ forwarded: [String], _ trustedProxies: Int) throws -> ClientAddress {
    let name = try #require(HTTPField.Name("X-Forwarded-For"))
    var headers: HTTPFields = [:]
    for value in forwarded { headers.append(HTTPField(name: name, value: value)) }
    let address = try connection.map { try SocketAddress(ipAddress: $0, port: 5000) }
    return ClientAddress(connection: address, headers, trustedProxies: trustedProxies)
  }

  private static let first = ClientAddress.ipv4(0xC000_0201)
  private static let proxy = ClientAddress.ipv4(0x0A00_0001)

  @Test(
    "It is the connection's address, or the one that trusted proxies report",
    arguments: [
      ("192.0.2.1", [], 0, first),
      ("10.0.0.1", ["192.0.2.1"], 0, proxy),
      ("10.0.0.1", ["192.0.2.1"], 1, first),
      ("10.0.0.1", ["203.0.113.5, 192.0.2.1"], 1, first),
      ("10.0.0.1", ["203.0.113.5", "192.0.2.1"], 1, first),
      ("10.0.0.1", ["203.0.113.5, 192.0.2.1, 10.0.0.2"], 2, first),
      ("10.0.0.1", ["192.0.2.1"], 3, first),
      ("10.0.0.1", ["192.0.2.1:40000"], 1, first),
      ("10.0.0.1", [], 1, proxy),
      ("10.0.0.1", ["192.0.2.1, unknown"], 1, proxy),
      ("10.0.0.1", ["192.0.2.1,"], 1, proxy),
      (nil, [], 0, .unknown),
      (nil, ["192.0.2.1"], 1, first),
    ] as [(String?, [String], Int, ClientAddress)])
  func client(connection: String?, forwarded: [String], trustedProxies: Int, expected: ClientAddress) throws {
    #expect(try client(connection, forwarded, trustedProxies) == expected)
  }

  @Test(
    "For IPv6 the network counts, and a mapped IPv4 address is IPv4",
    arguments: [
      ("2001:db8:1:2:3:4:5:6", ClientAddress.ipv6(0x2001_0DB8_0001_0002)),
      ("2001:db8:1:2::9", .ipv6(0x2001_0DB8_0001_0002)), ("2001:db8:1:3::9", .ipv6(0x2001_0DB8_0001_0003)),
      ("::ffff:192.0.2.1", first),
    ])
  func networks(text: String, expected: ClientAddress) throws {
    #expect(try client(text, [], 0) == expected)
    #expect(try client("10.0.0.1", ["[\(text)]:443"], 1) == expected)
    #expect(try client("10.0.0.1", [text], 1) == expected)
  }
}

@Suite("Connections of this machine")
struct ThisMachineTests {
  @Test(
    "Loopback addresses are this machine's, others are not",
    arguments: [
      ("127.0.0.1", true), ("127.8.0.1", true), ("::1", true), ("::ffff:127.0.0.1", true), ("192.0.2.7", false),
      ("10.127.0.1", false), ("2001:db8::1", false), ("::ffff:192.0.2.7", false), ("::", false), ("0.0.0.0", false),
    ])
  func loopback(address: String, isOfThisMachine: Bool) throws {
    #expect(try SocketAddress(ipAddress: address, port: 5000).isOfThisMachine == isOfThisMachine)
  }

  @Test("A Unix socket is this machine's")
  func unixSocket() throws {
    #expect(try SocketAddress(unixDomainSocketPath: "/run/ferry.socket").isOfThisMachine)
  }
}
