import FerryWeb
import NIOCore
import Testing

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

  @Test("So is a Unix socket")
  func unixSocket() throws {
    #expect(try SocketAddress(unixDomainSocketPath: "/run/ferry.socket").isOfThisMachine)
  }
}
