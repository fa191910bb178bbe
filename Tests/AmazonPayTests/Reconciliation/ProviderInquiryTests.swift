import AmazonPay
import AmazonPayModule
import FerryCheckout
import FerryCore
import FerryEngine
import FerryHTTP
import FerryModule
import FerryProvider
import FerryTesting
import HTTPTypes
import Synchronization
import Testing

@Suite("Inquiries about the state of charges")
struct ProviderInquiryTests {
  /// Answers each path from a table, and counts the concurrent requests.
  private final class Desk: ProviderTransport {
    private struct State {
      var answers: [String: [(status: Int, body: String)]] = [:]
      var asked: [String] = []
      var open = 0
      var mostOpen = 0
    }

    private let state = Mutex(State())
    private let time: VirtualTime

    init(_ time: VirtualTime, _ answers: [String: [(status: Int, body: String)]] = [:]) {
      self.time = time
      state.withLock { $0.answers = answers }
    }

    var asked: [String] { state.withLock { $0.asked } }
    var mostOpen: Int { state.withLock { $0.mostOpen } }

    func send(
      _ request: HTTPRequest, body: [UInt8], timeout: Duration
    ) async throws(TransportFailure) -> ProviderAnswer {
      let path = (request.path ?? "").split(separator: "/").suffix(2).joined(separator: "/")
      state.withLock { state in
        state.asked.append(path)
        state.open += 1
        state.mostOpen = max(state.mostOpen, state.open)
      }
      try? await time.sleep(for: .milliseconds(100))
      let answer = state.withLock { state in
        state.open -= 1
        guard let answers = state.answers[path], let first = answers.first else { return (status: 0, body: "") }
        if answers.count > 1 { state.answers[path]?.removeFirst() }
        return first
      }
      guard answer.status > 0 else { throw .notSent("Nobody is there.") }
      return ProviderAnswer(
        status: .init(code: answer.status), headers: [.contentType: "application/json"], body: Array(answer.body.utf8),
        receivedAt: time.now, sent: request)
    }
  }

  private static let missing = (status: 404, body: #"{"reasonCode":"ResourceNotFound","message":"-"}"#)
  private static let busy = (status: 429, body: #"{"reasonCode":"TooManyRequests","message":"-"}"#)

  private static func charge(
    _ id: String, _ state: String, captured: String? = nil, refunded: String? = nil, amount: String = "9520"
  ) -> (status: Int, body: String) {
    func price(_ amount: String?) -> String {
      amount.map { #"{"amount":"\#($0)","currencyCode":"JPY"}"# } ?? "null"
    }
    return (
      200,
      #"{"chargeId":"\#(id)","statusDetails":{"state":"\#(state)","lastUpdatedTimestamp":"20250102T030405Z"},"#
        + #""chargeAmount":\#(price(amount)),"captureAmount":\#(price(captured)),"refundedAmount":\#(price(refunded))}"#
    )
  }

  /// A stored checkout; with a charge it is paid.
  private static func payment(_ id: String, charge: String?, session: String? = nil) throws -> ProviderTask {
    var file = try SampleAttempt(id).file()
    if let charge { _ = try file.pay(session: session ?? "s-\(id)", charge: charge) }
    var record: [String] = [#""version":1"#]
    if let session { record.append(#""session":"\#(session)""#) }
    if let charge { record.append(#""charge":"\#(charge)""#) }
    if charge == nil, let session {
      let chosen = Observation(
        sessionReference: session, session: .open,
        selection: Selection(fingerprint: "chosen", region: "Tokyo", country: "JP"))
      for event in [Event.leave(change: nil), .returned(session: session)] {
        _ = try file.checkout.receive(event, at: SampleAttempt.start, for: &file.order)
      }
      let command = file.checkout.lastCommand
      _ = try file.checkout.receive(.performed(command, .observed(chosen)), at: SampleAttempt.start, for: &file.order)
    }
    return ProviderTask(
      reading: file.checkout, file.order, record: Array("{\(record.joined(separator: ","))}".utf8),
      returnURLs: ProviderExchange.returnURLs, sentReturnURLs: [ProviderExchange.returnURLs])
  }

  /// The inquiry's result for the desk's answers.
  private func statuses(
    _ answers: [String: [(status: Int, body: String)]], of subjects: [ProviderTask]
  ) async throws -> (statuses: [CheckoutID: ProviderStatus], desk: Desk) {
    let time = VirtualTime(start: .signing)
    let desk = Desk(time, answers)
    let provider = try AmazonPayProvider(try TestAccount.make())
    let connection = ProviderConnection(transport: desk, time: time, randomness: SequentialRandomness(seed: 1))
    return (try await time.run { await ProviderInquiry(provider, connection).statuses(of: subjects) }, desk)
  }

  @Test(
    "Reports the charge's state and amounts",
    arguments: [
      ("Authorized", nil, nil, 9_520, 0, 0), ("AuthorizationInitiated", nil, nil, 0, 0, 0),
      ("CaptureInitiated", "9520", nil, 9_520, 0, 0), ("Captured", "9520", "20", 0, 9_520, 20),
      ("Captured", "8000", "0", 0, 8_000, 0), ("Canceled", nil, nil, 0, 0, 0), ("Declined", nil, nil, 0, 0, 0),
    ] as [(String, String?, String?, Int64, Int64, Int64)])
  func state(
    _ state: String, _ capture: String?, _ refund: String?, _ held: Int64, _ captured: Int64, _ refunded: Int64
  ) async throws {
    let id = "S03-1-2-C3"
    let found = try await statuses(
      ["charges/\(id)": [Self.charge(id, state, captured: capture, refunded: refund)]],
      of: [try Self.payment("one", charge: id)]
    ).statuses
    #expect(
      found == [
        "one": .charge(
          ProviderCharge(
            reference: id, held: .yen(held), captured: .yen(captured), refunded: .yen(refunded),
            changedAt: Moment(written: "2025-01-02T03:04:05Z")))
      ])
  }

  @Test("An unreadable answer has no status, and a missing charge is missing")
  func unreadable() async throws {
    let found = try await statuses(
      [
        "charges/C-new": [Self.charge("C-new", "Teleported")],
        "charges/C-odd": [Self.charge("C-odd", "Captured", captured: "9.5")],
        "charges/C-gone": [Self.missing],
        "charges/C-refused": [(403, #"{"reasonCode":"UnauthorizedAccess","message":"-"}"#)],
      ],
      of: ["new", "odd", "gone", "refused"].map { try Self.payment($0, charge: "C-\($0)") }
    ).statuses
    #expect(found["gone"] == .unknownCharge)
    for name: CheckoutID in ["new", "odd", "refused"] {
      guard case .unanswered(let reason)? = found[name] else {
        Issue.record("\(name) was answered")
        continue
      }
      #expect(!reason.isEmpty)
    }
  }

  @Test("Asks about a checkout without a charge by its session")
  func sessions() async throws {
    func session(_ id: String, charge: String?) -> (status: Int, body: String) {
      (
        200,
        #"{"checkoutSessionId":"\#(id)","statusDetails":{"state":"Completed"},"chargeId":\#(charge.map { "\"\($0)\"" } ?? "null")}"#
      )
    }
    let (found, desk) = try await statuses(
      [
        "checkoutSessions/s-paid": [session("s-paid", charge: "C-1")],
        "checkoutSessions/s-left": [session("s-left", charge: nil)], "checkoutSessions/s-old": [Self.missing],
        "charges/C-1": [Self.charge("C-1", "Captured", captured: "9520", refunded: "0")],
      ],
      of: [
        try Self.payment("paid", charge: nil, session: "s-paid"),
        try Self.payment("left", charge: nil, session: "s-left"),
        try Self.payment("old", charge: nil, session: "s-old"),
      ])
    guard case .charge(let charge)? = found["paid"] else {
      Issue.record("\(found)")
      return
    }
    #expect(charge.captured == .yen(9_520))
    #expect(found["left"] == .noCharge && found["old"] == .noCharge)
    #expect(desk.asked.count == 4)
  }

  @Test("Sends four requests at most at once, and reports every answer")
  func bounded() async throws {
    let ids = (0..<25).map { "C-\($0)" }
    let answers = Dictionary(uniqueKeysWithValues: ids.map { ("charges/\($0)", [Self.charge($0, "Authorized")]) })
    let (found, desk) = try await statuses(answers, of: ids.map { try Self.payment($0, charge: $0) })
    #expect(found.count == 25)
    #expect(desk.mostOpen == 4)
    #expect(Set(desk.asked).count == 25)
  }

  @Test("Waits and retries after too many requests, and reports missing answers")
  func throttled() async throws {
    let (found, desk) = try await statuses(
      ["charges/C-1": [Self.busy, Self.busy, Self.charge("C-1", "Authorized")], "charges/C-2": [Self.busy]],
      of: [
        try Self.payment("one", charge: "C-1"), try Self.payment("two", charge: "C-2"),
        try Self.payment("off", charge: "C-3"),
      ])
    if case .charge? = found["one"] {} else { Issue.record("\(found)") }
    for name: CheckoutID in ["two", "off"] {
      if case .unanswered? = found[name] {} else { Issue.record("\(name): \(found)") }
    }
    #expect(desk.asked.count { $0 == "charges/C-1" } == 3)
    #expect(desk.asked.count { $0 == "charges/C-2" } == 5)
  }

  @Test("Stops asking a silent provider, but not after seven failures")
  func silent() async throws {
    let ids = (0..<100).map { "C-\($0)" }
    let (found, desk) = try await statuses([:], of: ids.map { try Self.payment($0, charge: $0) })
    #expect(found.count == 100)
    #expect(found.values.allSatisfy { if case .unanswered = $0 { true } else { false } })
    #expect(Set(desk.asked).count == 11)
    // Seven failures in a row do not stop the inquiry.
    var answers = Dictionary(uniqueKeysWithValues: ids.map { ("charges/\($0)", [Self.charge($0, "Authorized")]) })
    for id in ids.prefix(7) {
      answers["charges/\(id)"] = [(403, #"{"reasonCode":"UnauthorizedAccess","message":"-"}"#)]
    }
    let later = try await statuses(answers, of: ids.map { try Self.payment($0, charge: $0) })
    #expect(Set(later.desk.asked).count == 100)
  }
}
