import FerryCore
import FerryHTTP
import FerryTesting
import HTTPTypes
import PlacetoPay
import Testing

@Suite("The client of PlacetoPay")
struct ClientTests {
  typealias Script = ScriptedTransport

  private let pending = #"{"requestId":7,"status":{"status":"PENDING","reason":"PC"},"payment":null}"#

  private func refusal(_ code: Int) -> Script.Step {
    let status = #"{"status":"FAILED","reason":401,"message":"x \#(code)","date":"2026-01-15T15:00:00+00:00"}"#
    return .answer(401, #"{"status":\#(status)}"#)
  }

  private func client(_ script: Script) throws -> PlacetoPayClient {
    PlacetoPayClient(try .sample(), transport: script, time: HandClock(.sample))
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
    #expect(script.bodies[0]["ipAddress"] == "198.51.100.7")
    #expect(script.bodies.allSatisfy { $0["auth"]?["login"] == "sample-login" })
    #expect(Set(script.bodies.map { $0["auth"]?["nonce"]?.string }).count == 3)
  }

  @Test(
    "After a refusal for the time, the request is sent once more with PlacetoPay's time, which later ones have, too")
  func clock() async throws {
    let script = Script([refusal(103), .answer(200, pending), .answer(200, pending)], now: .sample)
    let client = try client(script)
    _ = try await client.send(.querySession("7"), as: SessionInformation.self)
    _ = try await client.send(.querySession("7"), as: SessionInformation.self)
    #expect(
      script.bodies.map { $0["auth"]?["seed"]?.string } == [
        "2026-01-15T14:30:00+00:00", "2026-01-15T15:00:00+00:00", "2026-01-15T15:00:00+00:00",
      ])
  }

  @Test("A second refusal for the time is a failure")
  func clockTwice() async throws {
    let script = Script([refusal(103), refusal(103)], now: .sample)
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
    #expect(unsent?.kind == .transient && script.sent.count == 2)
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

extension ScriptedTransport {
  fileprivate var bodies: [UntypedJSON] { sent.map { (try? UntypedJSON($0.body)) ?? .null } }
}
