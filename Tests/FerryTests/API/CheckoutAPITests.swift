import FerryCore
import Foundation
import Testing

@_spi(Phone) @testable import Ferry

@Suite("The server's API for apps")
struct CheckoutAPITests {
  let server: ServerAddress
  let memory: FlowMachine.Memory

  init() throws {
    let url = try #require(URL(string: "https://pay.shop.example/base/"))
    server = try #require(ServerAddress(url))
    memory = Situation.kept(.buyer, trip: .select).memory
  }

  func request(_ call: AppCall) async -> HTTPRequestToSend? {
    let sender = CannedSender { _ in HTTPAnswer(statusCode: 500) }
    let api = CheckoutAPI(server: server, sender: sender)
    _ = try? await api.perform(call, memory.secrets, key: "key-1")
    return sender.sent.first
  }

  @Test(
    "Each call has its method, path and body",
    arguments: [
      (AppCall.read, "GET", "", ""), (.begin, "POST", "/begin", ""),
      (.claim(code: "c1"), "POST", "/claim", #"{"code":"c1"}"#),
      (.change(.address), "POST", "/change", #"{"what":"address"}"#), (.keep, "POST", "/keep", ""),
      (
        .confirm(revision: 3, total: .yen(8_980)), "POST", "/confirm",
        #"{"revision":3,"total":{"amount":"8980","currency":"JPY"}}"#
      ),
      (.cancel, "POST", "/cancel", ""), (.closed, "POST", "/closed", ""),
    ])
  func shapes(_ call: AppCall, _ method: String, _ path: String, _ body: String) async throws {
    let request = try #require(await request(call))
    #expect(request.method == method)
    #expect(request.url.absoluteString == "https://pay.shop.example/base/v1/app/checkouts/co_1" + path)
    #expect(String(decoding: request.body, as: UTF8.self) == body)
    #expect(request.header("Authorization") == "Bearer token")
    #expect(request.header("Ferry-Verifier") == Situation.verifier.text)
    #expect(request.header("Idempotency-Key") == (call == .read ? nil : "key-1"))
  }

  @Test(
    "Calls that may bring a ticket say if it is for a browser without cookies",
    arguments: [
      (AppCall.begin, true), (.change(.payment), true), (.confirm(revision: 1, total: .yen(1)), true), (.read, false),
      (.claim(code: "c1"), false), (.keep, false), (.cancel, false), (.closed, false),
    ])
  func newBrowser(_ call: AppCall, mayBringTicket: Bool) async throws {
    for isNew in [true, false] {
      let sender = CannedSender { _ in HTTPAnswer(statusCode: 500) }
      let api = CheckoutAPI(server: server, sender: sender)
      _ = try? await api.perform(call, memory.secrets, key: "key-1", inNewBrowser: isNew)
      #expect(try #require(sender.sent.first).header("Ferry-Browser") == (isNew && mayBringTicket ? "new" : nil))
    }
  }

  @Test(
    "Every answer is a checkout or a failure of one of six kinds",
    arguments: [
      (200, "", CallFailure.Kind.passing), (200, "[]", .passing), (204, "", .passing), (302, "", .passing),
      (101, "", .passing), (400, "x", .passing), (401, problem("unauthorized"), .unknown),
      (403, problem("forbidden"), .forbidden), (404, problem("not-found"), .unknown), (408, "", .passing),
      (409, problem("return-unclaimed"), .refused), (409, problem("in-progress"), .passing),
      (410, problem("code-invalid"), .codeInvalid), (422, problem("invalid-fields"), .refused), (422, "{", .passing),
      (422, problem("nothing-to-pay"), .nothingToPay),
      (425, "", .passing), (429, problem("too-many-requests"), .passing), (500, "<html>", .passing),
      (503, problem("unavailable"), .passing), (599, "", .passing),
      // For problem types of a later server the status decides.
      (409, problem("of-tomorrow"), .refused), (403, problem("of-tomorrow"), .forbidden),
      (410, problem("of-tomorrow"), .unknown),
    ] as [(Int, String, CallFailure.Kind)])
  func failures(_ status: Int, _ body: String, _ kind: CallFailure.Kind) {
    let answer = HTTPAnswer(
      statusCode: status, headers: ["content-type": "Application/Problem+JSON; charset=utf-8"],
      body: Array(body.utf8))
    let failure = #expect(throws: CallFailure.self) { try CheckoutAPI.read(answer) }
    #expect(failure?.kind == kind)
  }

  static func problem(_ slug: String) -> String { #"{"type":"urn:ferry:problem:\#(slug)"}"# }

  @Test(
    "Refusals of a proxy decide nothing",
    arguments: [400, 401, 403, 404, 405, 409, 410, 413, 421, 422, 451],
    [
      ("{}", "application/problem+json"), (#"{"type":"about:blank"}"#, "application/problem+json"),
      (#"{"type":"https://proxy.example/blocked"}"#, "application/problem+json"), ("<html>", "text/html"),
      (problem("code-invalid"), "application/json"), (problem("not-found"), ""),
    ])
  func strangers(_ status: Int, _ answer: (String, String)) {
    let answer = HTTPAnswer(
      statusCode: status, headers: ["content-type": answer.1], body: Array(answer.0.utf8))
    let failure = #expect(throws: CallFailure.self) { try CheckoutAPI.read(answer) }
    #expect(failure?.kind == .passing)
  }

  @Test(
    "The server's Retry-After is respected, unless it is invalid",
    arguments: [
      ("7", 7), ("-1", nil), ("x", nil), ("86401", nil), ("Thu, 02 Jan 2025 03:05:05 GMT", 60),
      ("Thu, 02 Jan 2026 03:05:05 GMT", nil),
    ])
  func retryAfter(_ text: String, _ seconds: Int?) {
    // As a proxy in front of the server sends it.
    let headers = ["retry-after": text, "date": "Thu, 02 Jan 2025 03:04:05 GMT"]
    let answer = HTTPAnswer(statusCode: 429, headers: headers)
    let failure = #expect(throws: CallFailure.self) { try CheckoutAPI.read(answer) }
    #expect(failure?.retryAfter == seconds.map { .seconds($0) })
  }

  @Test("A phase that a later server has is read, and is not final")
  func newPhase() throws {
    let text = #"{"id":"co_1","phase":"resting","awaitsProvider":false,"isLocked":false,"expiresAt":5,"more":[1]}"#
    let body = try CheckoutAPI.read(HTTPAnswer(statusCode: 200, body: Array(text.utf8)))
    #expect(body.phase == .unrecognised("resting"))
    #expect(FlowMachine.final(body) == nil)
  }

  @Test(
    "Only https addresses are accepted, except on this machine",
    arguments: [
      ("https://pay.example", true), ("http://pay.example", false), ("http://localhost:3080", true),
      ("http://127.0.0.1:3080/x", true), ("https://user@pay.example", false), ("https://pay.example?x=1", false),
      ("https://pay.example#x", false), ("ftp://pay.example", false), ("https://", false), ("shop:pay", false),
      ("http://localhost.evil.example", false),
    ])
  func addresses(_ text: String, _ isSafe: Bool) {
    #expect((URL(string: text).flatMap(ServerAddress.init) != nil) == isSafe)
  }

  @Test(
    "An invalid id or ticket never becomes part of an address",
    arguments: ["", "..", "a/b", "a?b", "a#b", "é", "a b"])
  func oddParts(_ text: String) {
    #expect(server.checkout(text) == nil)
    #expect(server.start(ticket: text) == nil)
  }

  @Test("A ticket stands in the fragment")
  func start() {
    #expect(server.start(ticket: "t-1")?.absoluteString == "https://pay.shop.example/base/ferry/start#t-1")
  }

  @Test("A delay doubles up to its limit, is at least half of that, and respects the server and the end")
  func pauses() {
    let now = Moment(milliseconds: 0)
    for number in 1...40 {
      let pause = RetryDelay(number: number, first: .seconds(1), longest: .seconds(8))
      let full = min(Duration.seconds(1) * (1 << min(number - 1, 10)), .seconds(8))
      let wait = pause.end(from: now, SystemRandomness()).since(now)
      #expect(wait >= full / 2 && wait <= full)
    }
    var pause = RetryDelay(number: 1, first: .seconds(1), longest: .seconds(8), atLeast: .seconds(5))
    #expect(pause.end(from: now, SystemRandomness()) == now + .seconds(5))
    pause.noLaterThan = now + .seconds(2)
    #expect(pause.end(from: now, SystemRandomness()) == now + .seconds(2))
  }
}
