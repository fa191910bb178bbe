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

@Suite("Idle connections", .timeLimit(.minutes(5)))
struct ConnectionTests {
  private static let short = Duration.milliseconds(150)
  private static let long = Duration.seconds(600)

  /// If the machine is busy for longer than a limit, the server also closes sound connections. The attempt is then repeated
  /// with longer limits. It has failed if the server closes the connection with every limit.
  private func patiently(_ attempt: (Duration) async throws -> Bool) async throws -> Bool {
    for limit in [Duration.milliseconds(500), .seconds(5), .seconds(30)] where try await attempt(limit) { return true }
    return false
  }

  /// A server with these limits.
  /// - Parameter slowness: The time before the answer of `/slow`.
  private func serving<Result: Sendable>(
    _ limits: ConnectionLimits, slowness: Duration = .zero, _ body: @Sendable (Int) async throws -> Result
  ) async throws -> Result {
    let router = Router()
    let origin = try #require(Origin("http://localhost:1"))
    router.add(
      middleware: ErrorResponses(problemsBelow: ["/read"], languages: LanguagePreference(origin: origin), shop: nil))
    router.post("/read") { request, _ in "\(try await request.bodyBytes(limit: 1000).count) bytes" }
    router.post("/unread") { _, _ in "unread" }
    router.get("/slow") { _, _ in
      try await Task.sleep(for: slowness)
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

  /// Sends bytes, and reads until the server closes the connection.
  /// - Parameter drop: Sent repeatedly.
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

  @Test("A request without its body gets 408, and its connection is closed")
  func halfBody() async throws {
    try await serving(ConnectionLimits(request: Self.short, idle: Self.long, stop: Self.long)) { port in
      let answer = try await exchange(Self.post("/read", "{", length: 500), port)
      #expect(answer.hasPrefix("HTTP/1.1 408 "))
      #expect(answer.contains("urn:ferry:problem:request-timeout"))
      #expect(answer.lowercased().contains("connection: close"))
    }
  }

  @Test(
    "A slow body does not hold a connection, read or unread",
    arguments: ["/read", "/unread"])
  func drops(path: String) async throws {
    try await serving(ConnectionLimits(request: Self.short, idle: Self.long, stop: Self.long)) { port in
      _ = try await exchange(Self.post(path, "{", length: 1_000_000), drop: "a", port)
    }
  }

  @Test(
    "A connection without a request, or with half a head, is closed", arguments: ["", "POST /read HTTP/1.1\r\nHo"])
  func idle(text: String) async throws {
    try await serving(ConnectionLimits(request: Self.long, idle: Self.short, stop: Self.long)) { port in
      let answer = try await exchange(text, port)
      #expect(answer == "")
    }
  }

  @Test(
    "An HTTP/1.1 request with no or two hosts gets 400, and later requests are ignored; HTTP/1.0 needs no host",
    arguments: [
      ("1.1", "", 400), ("1.1", "Host: a\r\nHost: b\r\n", 400), ("1.1", "host: a\r\nHOST: a\r\n", 400),
      ("1.1", "Host: a\r\n", 200), ("1.0", "", 200),
    ])
  func host(version: String, fields: String, status: Int) async throws {
    let request = "GET /slow HTTP/\(version)\r\n\(fields)\r\n"
    let isAnswered = try await patiently { limit in
      try await serving(ConnectionLimits(request: Self.long, idle: limit, stop: Self.long)) { port in
        let answer = try await exchange(request + (status == 400 ? request : ""), port)
        return answer.hasPrefix("HTTP/1.1 \(status) ") && answer.split(separator: "HTTP/1.1 ").count == 1
      }
    }
    #expect(isAnswered)
  }

  @Test("A connection without another request is closed after the answer")
  func idleAfterAnswer() async throws {
    let isAnswered = try await patiently { limit in
      try await serving(ConnectionLimits(request: Self.long, idle: limit, stop: Self.long)) { port in
        try await exchange(Self.post("/read", "{}", length: 2), port).hasSuffix("2 bytes")
      }
    }
    #expect(isAnswered)
  }

  @Test("A slow head does not hold a connection")
  func headDrops() async throws {
    try await serving(ConnectionLimits(request: Self.long, idle: Self.short, stop: Self.long)) { port in
      _ = try await exchange("GET /slow HTTP/1.1\r\nX-A: ", drop: "a", port)
    }
  }

  @Test("An answer that takes longer than these limits is sent")
  func slowAnswer() async throws {
    let isAnswered = try await patiently { limit in
      let limits = ConnectionLimits(request: limit, idle: limit, stop: Self.long)
      return try await serving(limits, slowness: limit * 2) { port in
        try await exchange("GET /slow HTTP/1.1\r\nHost: localhost\r\n\r\n", port).hasSuffix("at last")
      }
    }
    #expect(isAnswered)
  }

  @Test("A connection with a timely request stays open")
  func usedOn() async throws {
    let isUsedOn = try await patiently { limit in
      try await serving(ConnectionLimits(request: limit, idle: Self.long, stop: Self.long)) { port in
        try await answers(port, pause: limit * 1.5).map { $0.hasPrefix("HTTP/1.1 200") } == [true, true]
      }
    }
    #expect(isUsedOn)
  }

  /// The answers to two requests on one connection, each sent in two parts.
  private func answers(_ port: Int, pause: Duration) async throws -> [String] {
    do {
      return try await connect(port).executeThenClose { inbound, outbound in
        var iterator = inbound.makeAsyncIterator()
        var answers: [String] = []
        for _ in 1...2 {
          try await outbound.write(ByteBuffer(string: Self.post("/read", "{", length: 2)))
          try await outbound.write(ByteBuffer(string: "}"))
          var answer = ""
          while !answer.hasSuffix("2 bytes"), let part = try await iterator.next() { answer += String(buffer: part) }
          answers.append(answer)
          try await Task.sleep(for: pause)
        }
        return answers
      }
    } catch is IOError {
      return []
    } catch is ChannelError {
      return []
    }
  }

  @Test("A half-sent request does not prevent the server from stopping")
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

  @Test("An unread answer closes the connection; an answer that is read in time continues")
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
