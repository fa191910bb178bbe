import AsyncHTTPClient
import FerryCore
import FerryEngine
import FerryHTTP
import FerryServer
import FerryTesting
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import NIOHTTP1
import Subprocess
import Synchronization
import Testing

@Suite("ferry listen")
struct ListenCommandTests {
  private static let secret = WebhookSecret(SystemRandomness())

  private static let body = Array(
    """
    {"data":{"checkout":"co_1","mode":"test","orderNumber":"F-1","orderReference":"注文 1","phase":"paid",
     "provider":"amazon-pay","sequence":1},  "timestamp":"2026-01-01T00:00:00.000Z","type":"checkout.paid"}

    """.utf8)

  /// A line of the command's output.
  private struct Line: Decodable {
    struct Forwarded: Decodable { let error: String? }
    let id: String?
    let signature: String
    let status: Int
    let forwarded: Forwarded?
    let body: WebhookBody?
  }

  private static func lines(_ output: String) throws -> [Line] {
    try output.split(separator: "\n").map { try JSONDecoder().decode(Line.self, from: Data($0.utf8)) }
  }

  /// Runs the command with a secret in a file, until the body is done; then ends it as Control-C does.
  private func listening(
    _ options: [String], _ body: (_ url: String, HTTPClient) async throws -> Void
  ) async throws -> FerryProgram.Outcome {
    let file = FileManager.default.temporaryDirectory.appending(path: "ferry-secret-\(SystemRandomness().token())")
    try Data("\(Self.secret.reveal())\n".utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let port = try await FreePorts.find(1)[0]
    let arguments = ["listen", "--secret-file", file.path, "--port", "\(port)"] + options
    return try await FerryProgram().outcome(arguments, ["TZ": "UTC"], endingBy: .interrupt) {
      try await HTTPClient.withHTTPClient(configuration: HTTPTransport.configuration) { client in
        let url = "http://localhost:\(port)/ferry/webhooks"
        try await Patience.untilAnswers(url, client) { $0 == .methodNotAllowed }
        try await body(url, client)
      }
    }
  }

  /// - Returns: The status, and `Retry-After`.
  private func send(
    _ url: String, _ client: HTTPClient, signedBy secret: WebhookSecret = Self.secret, id: String = "msg_co_1_1",
    at moment: Moment = SystemTime().now, body: [UInt8] = Self.body
  ) async throws -> (status: Int, pause: String?) {
    var request = HTTPClientRequest(url: url)
    request.method = .POST
    request.headers.add(name: "content-type", value: "application/json")
    let signature = WebhookSignature(signing: Self.body, id: id, at: moment, secrets: [secret])
    for (name, value) in signature.fields { request.headers.add(name: name, value: value) }
    request.body = .bytes(body)
    let response = try await client.execute(request, timeout: .minutes(5))
    return (Int(response.status.code), response.headers.first(name: "retry-after"))
  }

  @Test(
    "It says whether each message is genuine, answers as a receiver must, and ends cleanly at Control-C",
    .timeLimit(.minutes(10)))
  func signatures() async throws {
    let end = try await listening(["--json"]) { url, client async throws in
      #expect(try await send(url, client).status == 204)
      #expect(try await send(url, client, signedBy: WebhookSecret(SystemRandomness())).status == 401)
      #expect(try await send(url, client, body: Self.body + [0x20]).status == 401)
      #expect(try await send(url, client, at: SystemTime().now - .seconds(600)).status == 401)
      var bare = HTTPClientRequest(url: url)
      bare.method = .POST
      #expect(try await client.execute(bare, timeout: .minutes(5)).status == .unauthorized)
    }
    #expect(end.status == .exited(0), "\(end.errors)")
    #expect(end.errors.hasPrefix("Listening. Stop with Control-C."))
    #expect(!(end.output + end.errors).contains(Self.secret.reveal()))
    let lines = try Self.lines(end.output)
    #expect(lines.map(\.signature) == ["genuine", "wrong", "wrong", "not-in-time", "malformed"])
    #expect(lines.map(\.status) == [204, 401, 401, 401, 401])
    #expect(lines[0].body?.data.orderReference == "注文 1" && lines.dropFirst().allSatisfy { $0.body == nil })
  }

  @Test("As text, one line has time, type, order, phase and result", .timeLimit(.minutes(10)))
  func text() async throws {
    let end = try await listening([]) { url, client in
      _ = try await send(url, client)
      _ = try await send(url, client, signedBy: WebhookSecret(SystemRandomness()))
    }
    let line = /\n\d{4}-\S+\+00:00  checkout\.paid        注文 1  paid  co_1  genuine  answered 204\n/
    #expect(end.output.contains(line), "\(end.output)")
    #expect(
      end.output.contains("  NOT GENUINE: it was signed with another secret, or changed in transit; answered 401\n"))
  }

  @Test(
    "A genuine message is forwarded byte for byte, and answered as the receiver answers it", .timeLimit(.minutes(10)))
  func forwarded() async throws {
    try await RecordingReceiver.run { receiver, target in
      receiver.answer(503, retryAfter: "7")
      let end = try await listening(["--json", "--forward", target]) { url, client in
        let answer = try await send(url, client)
        #expect(answer.status == 503 && answer.pause == "7")
        // The receiver has answered, however long its body is.
        receiver.answer(202, bodySize: 2 << 20)
        #expect(try await send(url, client, id: "msg_co_1_2").status == 202)
        #expect(try await send(url, client, signedBy: WebhookSecret(SystemRandomness())).status == 401)
      }
      let taken = receiver.requests
      #expect(taken.map(\.body) == [Self.body, Self.body])
      for request in taken {
        let signature = try WebhookSignature { name in HTTPField.Name(name).flatMap { request.headers[$0] } }
        try signature.verify(request.body, secrets: [Self.secret], at: SystemTime().now)
        #expect(request.headers[.contentType] == "application/json")
      }
      let lines = try Self.lines(end.output)
      #expect(lines.map(\.status) == [503, 202, 401])
      #expect(lines.map { $0.forwarded != nil } == [true, true, false])
      #expect(lines.compactMap { $0.forwarded?.error } == [])
    }
  }

  @Test(
    "A receiver whose answer is very long, or does not end, holds up no message, and its answer is not read",
    .timeLimit(.minutes(10)), arguments: [1_024, 1, 0])
  func endlessAnswer(parts: Int) async throws {
    try await RecordingReceiver.run { receiver, target in
      receiver.answerInParts(parts)
      defer { receiver.release() }
      let end = try await listening(["--json", "--forward", target]) { url, client in
        for number in 1...3 {
          let answer = try await send(url, client, id: "msg_co_1_\(number)")
          #expect(answer.status == 202)
        }
      }
      #expect(receiver.wholeAnswers == 0)
      #expect(try Self.lines(end.output).compactMap { $0.forwarded?.error } == [])
    }
  }

  @Test("A body that is too large or compressed is refused with words", .timeLimit(.minutes(10)))
  func unreadable() async throws {
    let end = try await listening(["--json"]) { url, client in
      var request = HTTPClientRequest(url: url)
      request.method = .POST
      request.headers.add(name: "content-encoding", value: "gzip")
      request.body = .bytes(Array("abc".utf8))
      let compressed = try await client.execute(request, timeout: .minutes(5))
      #expect(compressed.status == .unsupportedMediaType)
      #expect(String(buffer: try await compressed.body.collect(upTo: 4_096)).contains("The body is compressed"))
    }
    #expect(try Self.lines(end.output).isEmpty)
  }

  @Test("If nothing listens there, the server is asked to try again", .timeLimit(.minutes(10)))
  func notForwarded() async throws {
    let port = try await FreePorts.find(1)[0]
    let end = try await listening(["--json", "--forward", "http://127.0.0.1:\(port)/hooks"]) {
      url, client async throws in
      #expect(try await send(url, client).status == 502)
    }
    #expect(try Self.lines(end.output).map { $0.forwarded?.error } == ["connection refused"])
  }

  @Test(
    "Beside a demo it needs no options: a triggered payment of the demo's second shop arrives", .timeLimit(.minutes(10))
  )
  func besideDemo() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "ferry-\(SystemRandomness().token())").path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let ports = try await FreePorts.find(3)
    let program = try FerryProgram()
    let demo = [
      "demo", "--provider", "amazon-pay", "--data", folder, "--port", "\(ports[0])", "--sandbox-port", "\(ports[1])",
      "--processing-seconds", "0", "--shop-url", "http://localhost:\(ports[2])",
    ]
    let none = try await program.outcome(["listen", "--data", folder])
    #expect(none.errors.hasPrefix("Error: No demo has run in \(folder). Start one with `ferry demo`"), "\(none.errors)")
    try await program.run(demo, endingBy: .terminate) {
      try await HTTPClient.withHTTPClient(configuration: HTTPTransport.configuration) { client in
        try await Patience.untilAnswers("http://localhost:\(ports[0])/health", client)
        try await Patience.untilAnswers("http://127.0.0.1:\(ports[1])/control/clock", client)
        let listen = ["listen", "--data", folder, "--port", "\(ports[2])", "--json"]
        let end = try await program.outcome(listen, endingBy: .interrupt) {
          try await Patience.untilAnswers("http://localhost:\(ports[2])/", client)
          let paid = try await program.outcome(["trigger", "paid", "--shop", "sample", "--data", folder])
          #expect(paid.output.contains(" is paid.\n"), "\(paid.output)\(paid.errors)")
          try await Patience.until("The deliveries") {
            let list = try await program.outcome([
              "webhooks", "list", "--waiting", "--shop", "sample", "--data", folder,
            ])
            return list.output == "No message is waiting.\n" ? () : nil
          }
        }
        #expect(end.status == .exited(0), "\(end.errors)")
        let lines = try Self.lines(end.output)
        #expect(lines.map(\.signature) == ["genuine", "genuine"])
        #expect(lines.map { $0.body?.type.rawValue } == ["payment.captured", "checkout.paid"])
        let used = try await program.outcome(["listen", "--data", folder, "--port", "\(ports[0])"])
        #expect(used.errors.hasPrefix("Error: Port \(ports[0]) is in use."), "\(used.errors)")
      }
    }
  }
}

/// A shop's receiver that keeps what it gets.
private final class RecordingReceiver: HTTPResponder {
  typealias Context = BasicRequestContext

  struct Taken: Sendable {
    let headers: HTTPFields
    let body: [UInt8]
  }

  private struct State {
    var requests: [Taken] = []
    var status = 204
    var retryAfter: String?
    var bodySize = 0
    /// The parts of 64 kB of an answer that then waits for `release()`; nil for an answer in one part.
    var parts: Int?
    var isReleased = false
    var waiting: [AsyncStream<Void>.Continuation] = []
    var wholeAnswers = 0
  }

  private let state = Mutex(State())

  var requests: [Taken] { state.withLock { $0.requests } }

  func answer(_ status: Int, retryAfter: String? = nil, bodySize: Int = 0) {
    state.withLock { ($0.status, $0.retryAfter, $0.bodySize) = (status, retryAfter, bodySize) }
  }

  /// Answers 202, with so many parts of 64 kB, and does not end.
  func answerInParts(_ count: Int) { state.withLock { $0.parts = count } }

  /// Ends all answers in parts.
  func release() {
    state.withLock { state in
      state.isReleased = true
      for waiting in state.waiting { waiting.finish() }
    }
  }

  /// The answers in parts that were sent to their end.
  var wholeAnswers: Int { state.withLock { $0.wholeAnswers } }

  private func answer(inParts count: Int) -> Response {
    Response(
      status: .accepted,
      body: ResponseBody { [self] writer in
        for _ in 0..<count { try await writer.write(ByteBuffer(repeating: 0x20, count: 1 << 16)) }
        let (end, waiting) = AsyncStream.makeStream(of: Void.self)
        state.withLock { state in
          if state.isReleased { waiting.finish() } else { state.waiting.append(waiting) }
        }
        for await _ in end {}
        try await writer.write(ByteBuffer(string: "end"))
        try await writer.finish(nil)
        state.withLock { $0.wholeAnswers += 1 }
      })
  }

  func respond(to request: Request, context: Context) async throws -> Response {
    let body = Array((try await request.body.collect(upTo: 1 << 20)).readableBytesView)
    if let count = state.withLock({ $0.parts }) { return answer(inParts: count) }
    return state.withLock { state in
      state.requests.append(Taken(headers: request.headers, body: body))
      var headers: HTTPFields = [:]
      headers[.retryAfter] = state.retryAfter
      return Response(
        status: HTTPResponse.Status(code: state.status), headers: headers,
        body: ResponseBody(byteBuffer: ByteBuffer(repeating: 0x20, count: state.bodySize)))
    }
  }

  static func run(_ body: @escaping @Sendable (_ receiver: RecordingReceiver, _ url: String) async throws -> Void)
    async throws
  {
    let receiver = RecordingReceiver()
    let server = Application(
      responder: receiver, configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: 0)))
    try await server.test(.live) { client in
      let port = try #require(client.port)
      try await body(receiver, "http://127.0.0.1:\(port)/hooks")
    }
  }
}
