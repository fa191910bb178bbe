import AsyncHTTPClient
import FerryCore
import FerryEngine
import FerryHTTP
import FerryProvider
import HTTPTypes
import NIOCore
import NIOPosix
import Testing

@Suite("The transport to providers, over real connections")
struct HTTPTransportTests {
  private func send(
    _ answer: String?, filler: Int = 0, staysOpen: Bool = false, timeout: Duration = .seconds(300)
  ) async throws -> Result<ProviderAnswer, TransportFailure> {
    let bytes = answer.map { Array($0.utf8) + [UInt8](repeating: 0x20, count: filler) }
    return try await CannedServer.run(bytes, staysOpen: staysOpen) { try await send(to: $0.port, timeout) }
  }

  private func send(
    to port: Int, _ timeout: Duration, host: String = "127.0.0.1", connecting: TimeAmount = .minutes(5)
  ) async throws -> Result<ProviderAnswer, TransportFailure> {
    var configuration = HTTPTransport.configuration
    // A connection is retried for this time.
    configuration.timeout.connect = connecting
    return try await HTTPClient.withHTTPClient(configuration: configuration) { client in
      let request = HTTPRequest(
        method: .post, scheme: "http", authority: "\(host):\(port)", path: "/v2/charges",
        headerFields: [.accept: "application/json"])
      do {
        return .success(
          try await HTTPTransport(client: client, time: SystemTime()).send(request, body: [0x7B], timeout: timeout))
      } catch let failure as TransportFailure {
        return .failure(failure)
      }
    }
  }

  @Test(
    "A request without a complete answer has an unknown outcome",
    arguments: [
      "", "HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{\"chargeId\"", "HTTP/1.1 200",
      "This is no HTTP at all.\r\n\r\n",
      "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\n{\"ch", "\u{0}\u{1}\u{2}",
    ])
  func notWhole(_ answer: String) async throws {
    guard case .failure(.unknown) = try await send(answer) else {
      Issue.record("It counted as answered, or as not sent.")
      return
    }
  }

  @Test("An answer of more than a mebibyte is not read")
  func enormous() async throws {
    let length = 1 << 20
    let head = { (length: Int) in "HTTP/1.1 200 OK\r\ncontent-length: \(length)\r\n\r\n" }
    guard case .failure(.unknown) = try await send(head(length + 1), filler: length + 1) else {
      Issue.record("It was taken in.")
      return
    }
    #expect(try await send(head(length), filler: length).get().body.count == length)
  }

  @Test(
    "An answer that does not come in time, or stops halfway, has an unknown outcome",
    arguments: [nil, "HTTP/1.1 200", head, head + "{\"a\""])
  func silent(_ answer: String?) async throws {
    let late = TransportFailure.unknown("The provider did not answer in time.")
    await #expect(throws: late) { try await send(answer, staysOpen: true, timeout: .milliseconds(200)).get() }
  }

  private static let head = "HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n"

  @Test("Only the request's own timeout ends the wait for an answer")
  func patience() { #expect(HTTPTransport.configuration.timeout.read == nil) }

  @Test("If no server listens, nothing was sent", arguments: ["127.0.0.1", "localhost"])
  func unreachable(_ host: String) async throws {
    let port = try await FreePorts.find(1)[0]
    guard case .failure(.notSent) = try await send(to: port, .seconds(300), host: host, connecting: .milliseconds(200))
    else {
      Issue.record("It counted as sent.")
      return
    }
  }

  @Test("A redirect is an answer, and is not followed")
  func redirect() async throws {
    let answer = try await send(
      "HTTP/1.1 307 Temporary Redirect\r\nlocation: http://127.0.0.1:1/\r\ncontent-length: 0\r\n\r\n"
    ).get()
    #expect(answer.status.code == 307)
    #expect(answer.body.isEmpty)
  }

  @Test("An answer is returned unchanged, with any status")
  func asItCame() async throws {
    let answer = try await send(
      "HTTP/1.1 599 Odd\r\ncontent-type: text/html\r\nx-amz-pay-request-id: r-1\r\ncontent-length: 7\r\n\r\n<html>"
        + "\u{7f}"
    ).get()
    #expect(answer.status.code == 599)
    #expect(answer.body == Array("<html>\u{7f}".utf8))
    #expect(answer.headers[try #require(HTTPField.Name("X-Amz-Pay-Request-Id"))] == "r-1")
    #expect(answer.sent.path == "/v2/charges")
  }
}

/// A server that answers any request with the same bytes and then stays silent, like a broken one.
struct CannedServer: Sendable {
  let port: Int

  /// - Parameters:
  ///   - answer: The bytes of the answer; nil keeps the connection open and silent.
  ///   - staysOpen: Keeps the connection open after the answer.
  static func run<Result>(
    _ answer: [UInt8]?, staysOpen: Bool = false, _ body: (CannedServer) async throws -> Result
  ) async throws -> Result {
    let channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .childChannelOption(.allowRemoteHalfClosure, value: false)
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHandler(Canned(answer, staysOpen))
        }
      }
      .bind(host: "127.0.0.1", port: 0).get()
    let result: Swift.Result<Result, any Error>
    do { result = .success(try await body(CannedServer(port: channel.localAddress?.port ?? 0))) } catch {
      result = .failure(error)
    }
    try await channel.close().get()
    return try result.get()
  }

  private final class Canned: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let answer: [UInt8]?
    private let staysOpen: Bool
    private var isAnswered = false

    init(_ answer: [UInt8]?, _ staysOpen: Bool) {
      self.answer = answer
      self.staysOpen = staysOpen
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      guard let answer, !isAnswered else { return }
      isAnswered = true
      let done = context.eventLoop.makePromise(of: Void.self)
      context.writeAndFlush(wrapOutboundOut(ByteBuffer(bytes: answer)), promise: done)
      if staysOpen { return }
      let channel = context.channel
      // The rest of the input is read first; otherwise the system discards output that was already written.
      done.futureResult.whenComplete { _ in channel.close(mode: .output, promise: nil) }
    }
  }
}
