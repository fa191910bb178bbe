import FerryCheckout
import FerryCore
import FerryEngine
import FerrySandbox
import FerryTesting
import Testing

@testable import AmazonPaySandbox

/// The bank disputes a payment of 9,520 yen, and the shop answers with a text and a file.
@Suite("Answers to Amazon Pay's disputes, from the shop to the sandbox, on virtual time")
struct AmazonPayAnswerTests {
  private let world: InProcessAmazonPay
  private let buyer: InProcessBuyer

  private static let evidence = [
    Evidence(EvidencePart(.trackingNumber), Array("1Z999AA10123456784".utf8)),
    Evidence(EvidencePart(.receipt, .pdf), Array("%PDF-1.7 of the invoice".utf8)),
    Evidence(EvidencePart(.customerSignature, .png), [0x89, 0x50, 0x4E, 0x47, 1, 2, 3]),
  ]

  init() throws {
    world = try InProcessAmazonPay(notificationVersion: .two)
    buyer = InProcessBuyer(world: world)
  }

  private func pass(_ time: Duration) async throws { try await world.time.sleep(for: time) }

  private func disputed() async throws -> (CheckoutID, DisputeID) {
    let id = try await buyer.pay().checkout.id
    try await pass(.seconds(60))
    let charge = try await buyer.payment(id).reference
    let opened = try buyer.control("POST", "amazon-pay/charges/\(charge)/console", ["action": "chargeback"])
    try await pass(.seconds(60))
    return (id, DisputeID(try #require(opened["disputeId"] as? String)))
  }

  private func answer(_ dispute: DisputeID, of id: CheckoutID, _ name: OperationID = "a") async throws {
    _ = try await world.engine.commit(id, mayWait: false) { file, change in
      if file.checkout.payment?.disputes.first?.answer?.state != .sending { change.evidence = Self.evidence }
      return (.answerDispute(dispute, name, digest: "d", Self.evidence.map(\.part)), ())
    }
  }

  private func known(_ id: CheckoutID) async throws -> FerryCheckout.Dispute {
    try #require(try await buyer.payment(id).disputes.first)
  }

  /// The evidence that Amazon has: type and text, or the size of the file.
  private func received(_ dispute: DisputeID) -> [String] {
    let ledger = world.sandbox.state.advanced().0
    return (ledger.chargebacks[dispute.text]?.evidence ?? []).map { evidence in
      "\(evidence.type) \(evidence.text ?? evidence.file.flatMap { ledger.files[$0]?.size }.map { "\($0)" } ?? "nothing")"
    }
  }

  private static let all = ["TrackingNumber 1Z999AA10123456784", "Receipt 23", "CustomerSignature 7"]

  @Test("Text and files arrive, once and in their order; the dispute is under review, and the evidence is deleted")
  func arrives() async throws {
    try await world.runNotified {
      let (id, dispute) = try await disputed()
      try await answer(dispute, of: id)
      try await answer(dispute, of: id)
      try await pass(.seconds(60))
      #expect(received(dispute) == Self.all)
      let known = try await known(id)
      #expect(known.answer?.state == .sent && known.state == .underReview)
      for command in 1...50 { #expect(try await world.store.evidence(id, of: command).isEmpty) }
      // The same again, days later, sends nothing, and other content under its name is refused.
      try await pass(.seconds(86_400))
      try await answer(dispute, of: id)
      await #expect(throws: Refusal.operationReused) {
        try await world.engine.submit(.answerDispute(dispute, "a", digest: "other", []), to: id)
      }
      try await pass(.seconds(60))
      #expect(received(dispute) == Self.all)
    }
  }

  @Test(
    "Lost connections and errors before and after each request lose no evidence and double none",
    arguments: [APIOperation.createFile, .contestDispute],
    [
      APIFault.dropBeforeExecution, .dropAfterExecution, .errorBeforeExecution(503), .errorAfterExecution(500),
      .cutOffBody,
      .notJSON, .errorBeforeExecution(429),
    ])
  func faults(_ operation: APIOperation, _ fault: APIFault) async throws {
    try await world.runNotified {
      let (id, dispute) = try await disputed()
      world.sandbox.plan(SandboxFault(fault, on: operation, .next(2)))
      try await answer(dispute, of: id)
      try await pass(.seconds(3_600))
      #expect(received(dispute) == Self.all)
      let known = try await known(id)
      #expect(known.answer?.state == .sent && known.state == .underReview)
    }
  }

  @Test("An address of a file that has expired is asked for again")
  func expired() async throws {
    try await world.runNotified {
      let (id, dispute) = try await disputed()
      // The answers with the address come after twenty minutes; it is valid for fifteen.
      world.sandbox.plan(SandboxFault(.slow(.seconds(1_200)), on: .createFile, .next(1)))
      try await answer(dispute, of: id)
      try await pass(.seconds(7_200))
      #expect(received(dispute) == Self.all)
      #expect(try await known(id).answer?.state == .sent)
    }
  }

  @Test("A dispute that ended while the answer waited has no answer, and the evidence is deleted")
  func ended() async throws {
    try await world.runNotified {
      let (id, dispute) = try await disputed()
      world.sandbox.plan(SandboxFault(.errorBeforeExecution(503), on: .createFile, .next(1_000)))
      try await answer(dispute, of: id)
      try await pass(.seconds(600))
      #expect(try await known(id).answer?.state == .sending)
      try buyer.control("POST", "amazon-pay/disputes/\(dispute)/console", ["action": "lose"])
      try await pass(.seconds(600))
      let known = try await known(id)
      #expect(known.state == .lost && known.answer?.state == .stopped)
      for command in 1...50 { #expect(try await world.store.evidence(id, of: command).isEmpty) }
      await #expect(throws: Refusal.notAnswerable) {
        try await world.engine.submit(.answerDispute(dispute, "b", digest: "d", []), to: id)
      }
    }
  }

  @Test("Who erases the buyer erases the evidence that is not sent yet")
  func erased() async throws {
    try await world.runNotified {
      let (id, dispute) = try await disputed()
      world.sandbox.plan(SandboxFault(.errorBeforeExecution(503), on: .createFile, .next(1_000)))
      try await answer(dispute, of: id)
      try await pass(.seconds(600))
      let command = try #require(try await world.engine.file(id)?.outstanding.first?.command.number)
      #expect(try await world.store.evidence(id, of: command) == Self.evidence)
      try await world.engine.update(id) { [world] file, change in
        try file.forgetBuyer(&change, at: world.time.now)
      }
      #expect(try await world.store.evidence(id, of: command) == [])
      #expect(try await known(id).answer?.state == .stopped)
      try await pass(.seconds(7_200))
      #expect(received(dispute) == [])
    }
  }

  @Test("An answer that Amazon Pay refuses says so, with its reason in the timeline, and another one can be sent")
  func refused() async throws {
    try await world.runNotified {
      let (id, dispute) = try await disputed()
      let wrong = Evidence(EvidencePart(.other), Array(repeating: UInt8(ascii: "x"), count: 20_000))
      _ = try await world.engine.commit(id, mayWait: false) { _, change in
        change.evidence = [wrong]
        return (.answerDispute(dispute, "wrong", digest: "w", [wrong.part]), ())
      }
      try await pass(.seconds(600))
      #expect(try await known(id).answer?.state == .refused)
      let remarks = try await buyer.log(id).compactMap { if case .remark(let text) = $0 { text } else { nil } }
      #expect(remarks.contains { $0.contains("The evidence was not taken") })
      #expect(!remarks.contains { $0.contains("xxxx") })
      try await answer(dispute, of: id)
      try await pass(.seconds(600))
      #expect(received(dispute) == Self.all)
    }
  }
}
