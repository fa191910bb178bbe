import FerryCore
import HTTPTypes
import Hummingbird
import HummingbirdCore
import HummingbirdTesting
import NIOCore
import NIOEmbedded
import NIOHTTP1
import NIOPosix
import Testing

@testable import FerryWeb

@Suite("Connections that a client leaves standing", .timeLimit(.minutes(5)))
struct ConnectionTests {
  private static let short = Duration.milliseconds(150)
  private static let long = Duration.seconds(600)
  /// In which a busy machine gets a request from one socket to another.
  private static let ample = Duration.seconds(1)

  /// A server with these limits.
  private func serving<Result: Sendable>(
    _ limits: ConnectionLimits, _ body: @Sendable (Int) async throws -> Result
  ) async throws -> Result {
    let router = Router()
    let origin = try #require(Origin("http://localhost:1"))
    router.add(
      middleware: ErrorResponses(problemsBelow: ["/read"], languages: LanguageChoice(origin: origin), shop: nil))
    router.post("/read") { request, _ in "\(try await request.bodyBytes(limit: 1000).count) bytes" }
    router.post("/unread") { _, _ in "unread" }
    router.get("/slow") { _, _ in
      try await Task.sleep(for: Self.ample * 2)
      return "at last"
    }
    return try await Application(router: router, server: .bounded(limits)).test(.live) { client in
      try await body(try #require(client.port))
    }
  }

  private func connect(_ port: Int) async throws -> NIOAsyncChannel<ByteBuffer, ByteBuffer> {
    try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .connect(host: "127.0.0.1", port: port) { channel in
        channel.eventLoop.makeCompletedFuture { try NIOAsyncChannel(wrappingChannelSynchronously: channel) }
      }
  }

  /// Sends something, and takes what comes until the server closes.
  /// - Parameter drop: Is sent again and again.
  private func exchange(_ text: String, drop: String? = nil, _ port: Int) async throws -> String {
    // It may be closed before anything was sent.
    do { return try await sending(text, drop, port) } catch is ChannelError { return "" }
  }

  private func sending(_ text: String, _ drop: String?, _ port: Int) async throws -> String {
    try await connect(port).executeThenClose { inbound, outbound in
      try await withThrowingTaskGroup(of: Void.self) { group in
        try await outbound.write(ByteBuffer(string: text))
        if let drop {
          group.addTask {
            while !Task.isCancelled {
              try await outbound.write(ByteBuffer(string: drop))
              try await Task.sleep(for: .milliseconds(20))
            }
          }
        }
        var received = ""
        do { for try await buffer in inbound { received += String(buffer: buffer) } } catch is IOError {}
        group.cancelAll()
        while await group.nextResult() != nil {}
        return received
      }
    }
  }

  private static func post(_ path: String, _ body: String, length: Int) -> String {
    "POST \(path) HTTP/1.1\r\nHost: localhost\r\nContent-Length: \(length)\r\n\r\n\(body)"
  }

  @Test("A request whose body does not come is answered with 408, and its connection closed")
  func halfBody() async throws {
    try await serving(ConnectionLimits(request: Self.short, idle: Self.long, stop: Self.long)) { port in
      let answer = try await exchange(Self.post("/read", "{", length: 500), port)
      #expect(answer.hasPrefix("HTTP/1.1 408 "))
      #expect(answer.contains("urn:ferry:problem:request-timeout"))
      #expect(answer.lowercased().contains("connection: close"))
    }
  }

  @Test(
    "A body that comes drop by drop holds no connection, whether or not anybody reads it",
    arguments: ["/read", "/unread"])
  func drops(path: String) async throws {
    try await serving(ConnectionLimits(request: Self.short, idle: Self.long, stop: Self.long)) { port in
      _ = try await exchange(Self.post(path, "{", length: 1_000_000), drop: "a", port)
    }
  }

  @Test(
    "A connection on which nothing is asked, or half a head, or nothing more, is closed",
    arguments: ["", "POST /read HTTP/1.1\r\nHo", ConnectionTests.post("/read", "{}", length: 2)])
  func idle(text: String) async throws {
    try await serving(ConnectionLimits(request: Self.long, idle: Self.ample, stop: Self.long)) { port in
      let answer = try await exchange(text, port)
      #expect(answer.hasSuffix("2 bytes") == text.hasSuffix("{}"))
    }
  }

  @Test("A head that comes drop by drop holds no connection")
  func headDrops() async throws {
    try await serving(ConnectionLimits(request: Self.long, idle: Self.short, stop: Self.long)) { port in
      _ = try await exchange("GET /slow HTTP/1.1\r\nX-A: ", drop: "a", port)
    }
  }

  @Test("An answer that takes longer than all of that comes")
  func slowAnswer() async throws {
    try await serving(ConnectionLimits(request: Self.ample, idle: Self.ample, stop: Self.long)) { port in
      let answer = try await exchange("GET /slow HTTP/1.1\r\nHost: localhost\r\n\r\n", port)
      #expect(answer.hasSuffix("at last"))
    }
  }

  @Test("A connection on which a request came in time is used on")
  func usedOn() async throws {
    try await serving(ConnectionLimits(request: Self.ample, idle: Self.long, stop: Self.long)) { port in
      let answers = try await connect(port).executeThenClose { inbound, outbound in
        var iterator = inbound.makeAsyncIterator()
        var answers: [String] = []
        for _ in 1...2 {
          try await outbound.write(ByteBuffer(string: Self.post("/read", "{", length: 2)))
          try await outbound.write(ByteBuffer(string: "}"))
          var answer = ""
          while !answer.hasSuffix("2 bytes"), let part = try await iterator.next() { answer += String(buffer: part) }
          answers.append(answer)
          try await Task.sleep(for: Self.ample * 1.5)
        }
        return answers
      }
      #expect(answers.map { $0.hasPrefix("HTTP/1.1 200") } == [true, true])
    }
  }

  @Test("Half a request keeps no server from stopping")
  func stop() async throws {
    let limits = ConnectionLimits(request: Self.long, idle: Self.long, stop: Self.short)
    // The server is stopped when the body returns; the connection is still open then.
    let channel = try await serving(limits) { port in
      let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
        .connect(host: "127.0.0.1", port: port).get()
      try await channel.writeAndFlush(ByteBuffer(string: Self.post("/read", "{", length: 500)))
      try await Task.sleep(for: Self.short)
      return channel
    }
    try? await channel.close()
  }

  @Test("An answer that nobody takes holds no connection; one that is taken in time goes on")
  func untaken() throws {
    let channel = EmbeddedChannel(
      handler: ConnectionDeadlines(ConnectionLimits(request: .seconds(1), idle: .seconds(10), stop: .seconds(1))))
    try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
    func stall(_ isStalled: Bool) {
      channel.isWritable = !isStalled
      channel.pipeline.fireChannelWritabilityChanged()
    }
    for _ in 1...3 {
      stall(true)
      channel.embeddedEventLoop.advanceTime(by: .seconds(9))
      stall(false)
      channel.embeddedEventLoop.advanceTime(by: .seconds(9))
    }
    #expect(channel.isActive)
    stall(true)
    channel.embeddedEventLoop.advanceTime(by: .seconds(10))
    #expect(!channel.isActive)
  }
}
