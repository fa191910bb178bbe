import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import NIOPosix
import ServiceLifecycle
import Testing

@testable import FerryWeb

@Suite("Servers on the addresses of this machine", .timeLimit(.minutes(2)))
struct ListenerTests {
  @Test("A loopback address stands for both, another one for itself")
  func hosts() throws {
    for host in ["0.0.0.0", "::", "192.168.1.5", "127.0.0.2", "shop.example"] {
      #expect(LoopbackAddresses.hosts(of: host) == [host])
    }
    let hasIPv6 = try SocketAddress(ipAddress: "::1", port: 0).bindError == 0
    for host in ["localhost", "127.0.0.1", "::1"] {
      #expect(LoopbackAddresses.hosts(of: host) == (hasIPv6 ? ["127.0.0.1", "::1"] : ["127.0.0.1"]))
    }
  }

  @Test("It answers at each of its addresses, says once that it listens, and stops at all")
  func both() async throws {
    let port = try await Self.freePort()
    let router = Router()
    router.get("/") { _, _ in "here" }
    let (listening, said) = AsyncStream.makeStream(of: Void.self)
    let listener = Listener(
      router.buildResponder(), host: "localhost", port: port,
      logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    ) { said.yield() }
    let group = ServiceGroup(
      services: [listener], logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    try await withThrowingTaskGroup(of: Void.self) { tasks in
      tasks.addTask { try await group.run() }
      for await _ in listening { break }
      for host in LoopbackAddresses.hosts(of: "localhost") {
        #expect(try await Self.get(host, port).hasSuffix("here"), "\(host)")
      }
      await group.triggerGracefulShutdown()
      try await tasks.waitForAll()
    }
    said.finish()
    for await _ in listening { Issue.record("It said so twice.") }
    for host in LoopbackAddresses.hosts(of: "localhost") {
      await #expect(throws: (any Error).self) { try await Self.get(host, port) }
    }
  }

  @Test("If one of its addresses is taken, it listens on none")
  func taken() async throws {
    let port = try await Self.freePort()
    let last = try #require(LoopbackAddresses.hosts(of: "localhost").last)
    let other = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton).bind(host: last, port: port)
      .get()
    let listener = Listener(
      Router().buildResponder(), host: "127.0.0.1", port: port,
      logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    ) { Issue.record("It does not listen.") }
    await #expect(throws: (any Error).self) { try await listener.run() }
    try await other.close().get()
  }

  private static func get(_ host: String, _ port: Int) async throws -> String {
    try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .connect(host: host, port: port) { channel in
        channel.eventLoop.makeCompletedFuture {
          try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
        }
      }
      .executeThenClose { inbound, outbound in
        try await outbound.write(ByteBuffer(string: "GET / HTTP/1.0\r\n\r\n"))
        var received = ""
        for try await buffer in inbound { received += String(buffer: buffer) }
        return received
      }
  }

  private static func freePort() async throws -> Int {
    let channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .bind(host: "127.0.0.1", port: 0).get()
    let port = try #require(channel.localAddress?.port)
    try await channel.close().get()
    return port
  }
}
