import AsyncHTTPClient
import FerryCore
import FerryEngine
import FerryHTTP
import FerryTesting
import HTTPTypes
import NIOCore
import Testing

@Suite("Webhooks over real connections")
struct WebhooksOverHTTPTests {
  private func post(_ url: String, timeout: Duration = .seconds(10)) async throws -> Result<
    WebhookAnswer, WebhookFailure
  > {
    try await HTTPClient.withHTTPClient(configuration: HTTPTransport.configuration) { client in
      let request = WebhookRequest(
        url: url, headers: [.contentType: "application/json"], body: Array(#"{"type":"checkout.paid"}"#.utf8))
      do {
        return .success(try await WebhooksOverHTTP(client: client, time: SystemTime()).post(request, timeout: timeout))
      } catch let failure as WebhookFailure {
        return .failure(failure)
      }
    }
  }

  private func post(to answer: String?, timeout: Duration = .seconds(10)) async throws -> Result<
    WebhookAnswer, WebhookFailure
  > {
    try await CannedServer.run(answer.map { Array($0.utf8) }) { server in
      try await post("http://127.0.0.1:\(server.port)/hooks", timeout: timeout)
    }
  }

  @Test("The status and Retry-After, in seconds or as a date, are read")
  func status() async throws {
    let empty = "content-length: 0\r\n\r\n"
    #expect(try await post(to: "HTTP/1.1 204 No Content\r\n\r\n") == .success(WebhookAnswer(status: 204)))
    #expect(
      try await post(to: "HTTP/1.1 429 Too Many\r\nretry-after: 17\r\n\(empty)")
        == .success(WebhookAnswer(status: 429, retryAfter: .seconds(17))))
    let dates = "date: Wed, 21 Oct 2026 07:28:00 GMT\r\nretry-after: Wed, 21 Oct 2026 07:30:00 GMT\r\n"
    #expect(
      try await post(to: "HTTP/1.1 503 No\r\n\(dates)\(empty)")
        == .success(WebhookAnswer(status: 503, retryAfter: .seconds(120))))
    // Without a Date header the wait is measured by our clock, for which it is long past.
    #expect(
      try await post(to: "HTTP/1.1 503 No\r\nretry-after: Wed, 21 Oct 2015 07:28:00 GMT\r\n\(empty)")
        == .success(WebhookAnswer(status: 503, retryAfter: .zero)))
    #expect(
      try await post(to: "HTTP/1.1 503 No\r\nretry-after: later\r\n\(empty)")
        == .success(WebhookAnswer(status: 503)))
  }

  @Test("A redirect is an answer and is not followed", arguments: [301, 302, 303, 307, 308])
  func redirect(_ status: Int) async throws {
    try await CannedServer.run(Array("HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n".utf8)) { target in
      let answer = try await post(
        to: "HTTP/1.1 \(status) Elsewhere\r\nlocation: http://127.0.0.1:\(target.port)/\r\ncontent-length: 0\r\n\r\n")
      // If the redirect were followed, the status would be the other server's 200.
      #expect(answer == .success(WebhookAnswer(status: status)))
    }
  }

  @Test("A body that stalls is abandoned after a second", .timeLimit(.minutes(10)))
  func stalling() async throws {
    let time = VirtualTime()
    async let answer = answerWithoutEnd(body: "ab", time)
    await time.waitForSleepers()
    await time.advance(by: .seconds(1))
    #expect(try await answer == WebhookAnswer(status: 200))
  }

  @Test("A body that is too long is abandoned at once", .timeLimit(.minutes(10)))
  func tooLong() async throws {
    // Time stands still: only the length matters.
    let answer = try await answerWithoutEnd(body: String(repeating: "x", count: 200_000), VirtualTime())
    #expect(answer == WebhookAnswer(status: 200))
  }

  /// The status is enough; the rest of the body would take a day.
  private func answerWithoutEnd(body: String, _ time: VirtualTime) async throws -> WebhookAnswer {
    let answer = Array("HTTP/1.1 200 OK\r\ncontent-length: 1000000\r\n\r\n\(body)".utf8)
    return try await CannedServer.run(answer, staysOpen: true) { server in
      try await HTTPClient.withHTTPClient(configuration: HTTPTransport.configuration) { client in
        try await WebhooksOverHTTP(client: client, time: time).post(
          WebhookRequest(url: "http://127.0.0.1:\(server.port)/", headers: [:], body: []), timeout: .seconds(86_400))
      }
    }
  }

  @Test("A refused connection, no answer, and a broken answer are failures")
  func failures() async throws {
    #expect(try await post(to: nil, timeout: .milliseconds(300)) == .failure(.tooLate))
    #expect(try await post(to: "") == .failure(.broken))
    #expect(try await post(to: "no HTTP at all\r\n\r\n") == .failure(.broken))
    // A port of the reserved ones that nothing listens on.
    #expect(try await post("http://127.0.0.1:1/") == .failure(.notReached))
  }
}
