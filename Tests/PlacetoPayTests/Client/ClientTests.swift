import FerryCore
import FerryHTTP
import HTTPTypes
import PlacetoPay
import Synchronization
import Testing

@Suite("The client of PlacetoPay")
struct ClientTests {
  /// Answers each request with the next element of a list, and records the requests.
  final class Script: ProviderTransport {
    enum Step {
      case answer(Int, String)
      case failure(TransportFailure)
    }

    private let steps: Mutex<[Step]>
    private let log = Mutex<[UntypedJSON]>([])

    init(_ steps: [Step]) { self.steps = Mutex(steps) }

    var sent: [UntypedJSON] { log.withLock { $0 } }

    func send(
      _ request: HTTPRequest, body: [UInt8], timeout: Duration
    ) async throws(TransportFailure) -> ProviderAnswer {
      log.withLock { $0.append((try? UntypedJSON(body)) ?? .null) }
      guard let step = steps.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) else {
        Issue.record("An unexpected request was sent.")
        throw .notSent("unexpected")
      }
      switch step {
      case .failure(let failure): throw failure
      case .answer(let status, let body):
        return ProviderAnswer(
          status: .init(code: status), headers: [:], body: Array(body.utf8), receivedAt: .sample, sent: request)
      }
    }
  }

  struct FixedTime: Timekeeper {
    let now: Moment
    func sleep(until moment: Moment) async throws {}
  }

  private let pending = #"{"requestId":7,"status":{"status":"PENDING","reason":"PC"},"payment":null}"#

  private func refusal(_ code: Int) -> Script.Step {
    let status = #"{"status":"FAILED","reason":401,"message":"x \#(code)","date":"2026-01-15T15:00:00+00:00"}"#
    return .answer(401, #"{"status":\#(status)}"#)
  }

  private func client(_ script: Script) throws -> PlacetoPayClient {
    PlacetoPayClient(try .sample(), transport: script, time: FixedTime(now: .sample))
  }

  @Test("A session is created, queried and cancelled, each request with a nonce of its own")
  func session() async throws {
    let script = Script([
      .answer(200, #"{"status":{"status":"OK"},"requestId":7,"processUrl":"https://x.example"}"#),
      .answer(200, pending), .answer(200, #"{"status":{"status":"OK"},"session":\#(pending)}"#),
    ])
    let client = try client(script)
    #expect(try await client.send(.createSession(.sample()), for: .sample, as: CreatedSession.self).requestId == "7")
    #expect(try await client.send(.querySession("7"), as: SessionInformation.self).status.state == .known(.pending))
    #expect(try await client.send(.cancelSession("7"), as: SessionInformation.self).requestId == "7")
    #expect(script.sent[0]["ipAddress"] == "198.51.100.7")
    #expect(script.sent.allSatisfy { $0["auth"]?["login"] == "sample-login" })
    #expect(Set(script.sent.map { $0["auth"]?["nonce"]?.string }).count == 3)
  }

  @Test(
    "After a refusal for the time, the request is sent once more with PlacetoPay's time, which later ones have, too")
  func clock() async throws {
    let script = Script([refusal(103), .answer(200, pending), .answer(200, pending)])
    let client = try client(script)
    _ = try await client.send(.querySession("7"), as: SessionInformation.self)
    _ = try await client.send(.querySession("7"), as: SessionInformation.self)
    #expect(
      script.sent.map { $0["auth"]?["seed"]?.string } == [
        "2026-01-15T14:30:00+00:00", "2026-01-15T15:00:00+00:00", "2026-01-15T15:00:00+00:00",
      ])
  }

  @Test("A second refusal for the time is a failure")
  func clockTwice() async throws {
    let script = Script([refusal(103), refusal(103)])
    let failure = await #expect(throws: PlacetoPayFailure.self) {
      try await client(script).send(.querySession("7"), as: SessionInformation.self)
    }
    #expect(failure?.authentication == .clock)
  }

  @Test("Other refusals are not repeated")
  func noRepetition() async throws {
    let script = Script([refusal(102)])
    let failure = await #expect(throws: PlacetoPayFailure.self) {
      try await client(script).send(.reverse("7"), as: TransactionResult.self)
    }
    #expect(failure?.authentication == .wrongSecretKey)
  }

  @Test("A lost answer to a refund leaves its outcome unknown, and an unsent one does not")
  func lost() async throws {
    let script = Script([.failure(.unknown("x")), .failure(.notSent("x"))])
    let client = try client(script)
    let lost = await #expect(throws: PlacetoPayFailure.self) {
      try await client.send(.reverse("7", .cop(5)), as: TransactionResult.self)
    }
    #expect(lost?.kind == .unknownOutcome)
    let unsent = await #expect(throws: PlacetoPayFailure.self) {
      try await client.send(.reverse("7", .cop(5)), as: TransactionResult.self)
    }
    #expect(unsent?.kind == .transient)
  }

  @Test("An invalid request is never sent")
  func invalid() async throws {
    let script = Script([])
    await #expect(throws: InvalidField.self) {
      try await client(script).send(
        .createSession(.sample { $0.returnUrl = "" }), for: .sample, as: CreatedSession.self)
    }
    #expect(script.sent.isEmpty)
  }
}
