import AsyncHTTPClient
import FerryCore
import FerryEngine
import FerryHTTP
import FerryProvider
import HTTPTypes
import Testing

@Suite("A provider's answers over a real connection")
struct HTTPTransportTests {
  private static let head = "HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n"

  private func ask(_ answers: AnswerOnce, timeout: Duration = .seconds(20)) async throws -> ProviderAnswer {
    try await answers.serving { port in
      try await HTTPClient.withHTTPClient(configuration: HTTPTransport.configuration) { client in
        let request = HTTPRequest(method: .get, scheme: "http", authority: "127.0.0.1:\(port)", path: "/charge")
        return try await HTTPTransport(client: client, time: SystemTime()).send(request, body: [], timeout: timeout)
      }
    }
  }

  @Test("A complete answer arrives unchanged")
  func whole() async throws {
    let answer = try await ask(AnswerOnce(Self.head + "{\"a\": 10}", then: .stays))
    #expect(answer.status == .ok && String(decoding: answer.body, as: UTF8.self) == "{\"a\": 10}")
  }

  @Test("A redirect is an answer and is not followed")
  func redirect() async throws {
    let answer = try await ask(
      AnswerOnce("HTTP/1.1 302 Found\r\nlocation: /elsewhere\r\ncontent-length: 0\r\n\r\n", then: .stays))
    #expect(answer.status == .found)
  }

  @Test(
    "An answer that breaks off, stalls or does not end leaves the outcome unknown",
    .timeLimit(.minutes(10)),
    arguments: [
      AnswerOnce("", then: .stays), AnswerOnce("", then: .closes), AnswerOnce("HTTP/1.1 200", then: .stays),
      AnswerOnce(head, then: .stays), AnswerOnce(head + "{\"a\"", then: .stays),
      AnswerOnce(head + "{\"a\"", then: .closes),
      AnswerOnce("no HTTP at all\r\n\r\n", then: .stays),
      AnswerOnce(
        "HTTP/1.1 200 OK\r\ncontent-length: 2000000\r\n\r\n" + String(repeating: "x", count: 2_000_000), then: .stays),
    ])
  func unknown(_ answers: AnswerOnce) async throws {
    let failure = await #expect(throws: TransportFailure.self) { try await ask(answers, timeout: .milliseconds(300)) }
    guard case .unknown = failure else {
      Issue.record("The outcome counts as \(String(describing: failure)).")
      return
    }
  }

  @Test("Only the request's own timeout ends the wait for an answer")
  func patience() { #expect(HTTPTransport.configuration.timeout.read == nil) }

  @Test("If no server listens, nothing was sent")
  func notSent() async throws {
    // The port is free again, and nobody listens.
    let port = try await AnswerOnce("", then: .closes).serving { $0 }
    let failure = await #expect(throws: TransportFailure.self) {
      try await HTTPClient.withHTTPClient(configuration: HTTPTransport.configuration) { client in
        let request = HTTPRequest(method: .get, scheme: "http", authority: "127.0.0.1:\(port)", path: "/charge")
        return try await HTTPTransport(client: client, time: SystemTime()).send(
          request, body: [], timeout: .seconds(20))
      }
    }
    guard case .notSent = failure else {
      Issue.record("The request counts as \(String(describing: failure)).")
      return
    }
  }
}
