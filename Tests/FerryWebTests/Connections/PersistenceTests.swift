import FerryCore
import HTTPTypes
import Hummingbird
import HummingbirdCore
import HummingbirdTesting
import NIOCore
import NIOPosix
import Testing

@testable import FerryWeb

@Suite("Connections that stay open, end, or wait for a status 100", .timeLimit(.minutes(2)))
struct PersistenceTests {
  /// No answer here waits for a timeout. A client that is left without one hangs until the test ends.
  private static let limits = ConnectionLimits(request: .seconds(600), idle: .seconds(600), stop: .seconds(1))

  private func serving<Result: Sendable>(_ body: @Sendable (Int) async throws -> Result) async throws -> Result {
    let router = Router()
    let origin = try #require(Origin("http://localhost:1"))
    router.add(
      middleware: ErrorResponses(problemsBelow: ["/read"], languages: LanguagePreference(origin: origin), shop: nil))
    router.post("/read") { request, _ in "\(try await request.bodyBytes(limit: 1000).count) bytes" }
    router.get("/hello") { _, _ in "hello" }
    router.get("/closing") { _, _ in
      Response(status: .ok, headers: [.connection: "close"], body: ResponseBody(byteBuffer: ByteBuffer(string: "bye")))
    }
    router.get("/parts") { _, _ in
      Response(
        status: .ok,
        body: ResponseBody { writer in
          try await writer.write(ByteBuffer(string: "one "))
          try await writer.write(ByteBuffer(string: "two"))
          try await writer.finish(nil)
        })
    }
    return try await Application(router: router, server: .bounded(Self.limits)).test(.live) { client in
      try await body(try #require(client.port))
    }
  }

  /// Sends bytes on one connection, waits for a text, sends more bytes, and reads until the server ends the connection.
  private func exchange(_ first: String, then: [(wait: String, send: String)] = [], _ port: Int) async throws -> String
  {
    try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .connect(host: "127.0.0.1", port: port) { channel in
        channel.eventLoop.makeCompletedFuture {
          try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
        }
      }
      .executeThenClose { inbound, outbound in
        try await outbound.write(ByteBuffer(string: first))
        var received = ""
        var rest = then[...]
        for try await buffer in inbound {
          received += String(buffer: buffer)
          while let next = rest.first, received.contains(next.wait) {
            rest.removeFirst()
            try await outbound.write(ByteBuffer(string: next.send))
          }
        }
        return received
      }
  }

  private static func request(_ line: String, _ fields: String...) -> String {
    ([line] + fields + ["", ""]).joined(separator: "\r\n")
  }

  @Test("A client that expects the status 100 gets it before its body, on every request of a connection")
  func expectation() async throws {
    try await serving { port in
      let head = Self.request("POST /read HTTP/1.1", "Host: a", "Content-Length: 3", "Expect: 100-Continue")
      let last = Self.request(
        "POST /read HTTP/1.1", "Host: a", "Content-Length: 4", "Expect: 100-continue", "Connection: close")
      let received = try await exchange(
        head,
        then: [("100 Continue\r\n\r\n", "abc"), ("3 bytes", last), ("3 bytesHTTP/1.1 100 Continue\r\n\r\n", "abcd")],
        port)
      let answers = received.split(separator: "HTTP/1.1 ").map { String($0.prefix { !$0.isNewline }) }
      #expect(answers == ["100 Continue", "200 OK", "100 Continue", "200 OK"])
      #expect(received.hasSuffix("4 bytes"))
    }
  }

  @Test("A client of HTTP/1.0 gets no status 100")
  func oldExpectation() async throws {
    try await serving { port in
      let head = Self.request("POST /read HTTP/1.0", "Content-Length: 3", "Expect: 100-continue")
      let received = try await exchange(head + "abc", port)
      #expect(received.hasPrefix("HTTP/1.1 200") && received.hasSuffix("3 bytes"))
    }
  }

  @Test(
    "The last answer of a connection says so, and the server ends the connection",
    arguments: [
      ("GET /hello HTTP/1.0", []), ("GET /hello HTTP/1.0", ["Connection: close"]),
      ("GET /hello HTTP/1.1", ["Host: a", "Connection: close"]),
      ("GET /hello HTTP/1.1", ["Host: a", "Connection: TE, Close"]), ("GET /closing HTTP/1.1", ["Host: a"]),
      ("HEAD /hello HTTP/1.0", []), ("GET /missing HTTP/1.0", []),
    ] as [(String, [String])])
  func ends(_ line: String, _ fields: [String]) async throws {
    try await serving { port in
      let received = try await exchange(([line] + fields + ["", ""]).joined(separator: "\r\n"), port)
      #expect(received.hasPrefix("HTTP/1.1 "))
      #expect(received.lowercased().contains("connection: close\r\n"))
    }
  }

  @Test("A connection of HTTP/1.0 stays open if its client asks for that")
  func keptAlive() async throws {
    try await serving { port in
      let kept = Self.request("GET /hello HTTP/1.0", "Connection: Keep-Alive")
      let received = try await exchange(
        kept, then: [("hello", kept + Self.request("GET /hello HTTP/1.0"))], port)
      let answers = received.lowercased().split(separator: "http/1.1 200 ok")
      #expect(answers.count == 3)
      #expect(
        answers.map { $0.contains("connection: keep-alive\r\n") } == [true, true, false]
          && answers.last?.contains("connection: close\r\n") == true)
    }
  }

  @Test("A client of HTTP/1.0 gets an answer of unknown length without chunks, and its end is that of the connection")
  func withoutChunks() async throws {
    try await serving { port in
      for field in ["Connection: keep-alive", "Connection: close"] {
        let received = try await exchange(Self.request("GET /parts HTTP/1.0", field), port)
        #expect(received.hasPrefix("HTTP/1.0 200 ") && received.hasSuffix("\r\n\r\none two"))
        #expect(!received.lowercased().contains("transfer-encoding"))
        #expect(received.lowercased().contains("connection: close\r\n"))
      }
    }
  }

  @Test(
    "A compressed body gets 415, which says so; an encoding that changes nothing is taken",
    arguments: [("gzip", 415), ("br", 415), ("identity, gzip", 415), ("identity", 200), ("", 200)])
  func compressed(_ coding: String, _ status: Int) async throws {
    try await serving { port in
      let received = try await exchange(
        Self.request(
          "POST /read HTTP/1.1", "Host: a", "Connection: close", "Content-Encoding: \(coding)", "Content-Length: 3")
          + "abc", port)
      #expect(received.hasPrefix("HTTP/1.1 \(status) "))
      #expect(received.contains("The body is compressed") == (status == 415))
    }
  }

  @Test("A body that is too large gets a problem with the limit")
  func tooLarge() async throws {
    try await serving { port in
      let received = try await exchange(
        Self.request("POST /read HTTP/1.1", "Host: a", "Connection: close", "Content-Length: 1001")
          + String(repeating: "a", count: 1001), port)
      #expect(received.hasPrefix("HTTP/1.1 413 ") && received.contains("application/problem+json"))
      #expect(received.contains("at most 1000 bytes"))
    }
  }

  @Test(
    "A bearer's token stands after one blank or several",
    arguments: [
      ("Bearer abc", "abc"), ("Bearer  abc", "abc"), ("bearer \t abc ", "abc"), ("Bearer a b", "a b"), ("Bearer ", nil),
      ("Bearer", nil), ("Basic abc", nil), ("Bearerabc", nil),
    ] as [(String, String?)])
  func bearer(_ value: String, _ token: String?) {
    let headers: HTTPFields = [.authorization: value]
    #expect(headers.bearer == token)
  }
}
