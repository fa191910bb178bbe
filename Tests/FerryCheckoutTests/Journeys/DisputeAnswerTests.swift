import FerryCheckout
import FerryCore
import FerryTesting
import Testing

@Suite("Answers to disputes")
struct DisputeAnswerTests {
  private static let parts = [EvidencePart(.trackingNumber), EvidencePart(.receipt, .pdf)]

  private static func answer(_ id: OperationID, digest: String = "d", _ dispute: DisputeID = "S03-1") -> Event {
    .answerDispute(dispute, id, digest: digest, parts)
  }

  private static func disputed(_ state: DisputeState = .needsResponse) throws -> Attempt {
    var attempt = try Attempt(Attempt.captureOnce)
    try attempt.goToPaid()
    try attempt.receive(.disputeNoticed("S03-1"))
    try attempt.answer("read dispute", .observed(Observation(disputes: [DisputeReport("S03-1", state: state)])))
    return attempt
  }

  private func state(_ attempt: Attempt) -> DisputeAnswer.State? {
    attempt.checkout.payment?.disputes.first?.answer?.state
  }

  @Test("An answer is one command, however often it is asked for, and another one waits for its end")
  func once() throws {
    var attempt = try Self.disputed()
    try attempt.receive(Self.answer("a"))
    #expect(attempt.outstanding.map(\.kind) == [.answerDispute("S03-1")] && state(attempt) == .sending)
    try attempt.receive(Self.answer("a"))
    #expect(attempt.outstanding.count == 1)
    #expect(throws: Refusal.operationReused) { try attempt.receive(Self.answer("a", digest: "other")) }
    #expect(throws: Refusal.operationUnderWay) { try attempt.receive(Self.answer("b")) }
    let review = DisputeReport("S03-1", state: .underReview)
    try attempt.answer("answer dispute", .observed(Observation(disputes: [review])))
    #expect(state(attempt) == .sent && attempt.checkout.payment?.disputes.first?.state == .underReview)
    try attempt.receive(Self.answer("a"))
    #expect(attempt.outstanding.isEmpty)
    #expect(throws: Refusal.notAnswerable) { try attempt.receive(Self.answer("b")) }
  }

  @Test(
    "The end of an answer is told as it is",
    arguments: [
      (.observed(Observation()), .sent), (.rejected(.alreadyDone), .sent), (.rejected(.notAllowed), .refused),
      (.parked, .stopped), (.unanswered, .stopped),
    ] as [(Outcome, DisputeAnswer.State)])
  func ends(_ outcome: Outcome, _ end: DisputeAnswer.State) throws {
    var attempt = try Self.disputed()
    try attempt.receive(Self.answer("a"))
    try attempt.answer("answer dispute", outcome)
    #expect(state(attempt) == end && attempt.checkout.phase == .paid)
    guard attempt.checkout.payment?.disputes.first?.state == .needsResponse else { return }
    try attempt.receive(Self.answer("b"))
    #expect(state(attempt) == .sending)
  }

  @Test("Only an open dispute of the provider that needs a response is answered")
  func unanswerable() throws {
    for state in [.underReview, .won, .lost, .withdrawn] as [DisputeState] {
      var attempt = try Self.disputed(state)
      #expect(throws: Refusal.notAnswerable, "\(state)") { try attempt.receive(Self.answer("a")) }
    }
    var attempt = try Self.disputed()
    #expect(throws: Refusal.notAnswerable) { try attempt.receive(Self.answer("a", "S03-2")) }
    try attempt.receive(.recordDispute(DisputeReport("case", state: .needsResponse)))
    #expect(throws: Refusal.notAnswerable) { try attempt.receive(Self.answer("a", "case")) }
    var open = try Attempt(Attempt.captureOnce)
    #expect(throws: Refusal.notAnswerable) { try open.receive(Self.answer("a")) }
  }

  @Test("An answer is not wanted once its dispute has ended")
  func unwanted() throws {
    var attempt = try Self.disputed()
    try attempt.receive(Self.answer("a"))
    let command = try #require(attempt.outstanding.first)
    #expect(attempt.checkout.wants(command))
    try attempt.receive(.recordDispute(DisputeReport("S03-1", state: .lost)))
    #expect(!attempt.checkout.wants(command))
  }
}
