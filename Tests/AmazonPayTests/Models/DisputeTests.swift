import AmazonPay
import FerryCore
import FerryHTTP
import FerryTesting
import Foundation
import Testing

@Suite("Amazon Pay's disputes on the wire")
struct DisputeTests {
  private func decode(_ text: String) throws -> Dispute {
    try JSONDecoder().decode(Dispute.self, from: Data(text.utf8))
  }

  @Test("Decodes a dispute completely")
  func whole() throws {
    let dispute = try decode(Answers.dispute("ActionRequired"))
    #expect(dispute.disputeId == Answers.disputeId && dispute.chargeId == Answers.chargeId)
    #expect(dispute.state == .known(.actionRequired) && dispute.resolution == nil)
    #expect(dispute.statusDetails.reason == .known(.merchantResponseRequired))
    #expect(dispute.statusDetails.lastUpdated == .signing)
    #expect(dispute.disputeAmount?.money == .yen(4_000))
    #expect(dispute.filingReason == .known(.productNotReceived))
    #expect(dispute.merchantResponseDeadline == .signing + .seconds(11 * 86_400))
    #expect(dispute.creationTimestamp == .signing - .seconds(245))
    #expect(dispute.releaseEnvironment == .known(.sandbox))
    #expect(dispute.additional["disputeType"] == "Chargeback")
    #expect(try decode(Answers.dispute("Closed", "NoFault")).resolution == .known(.noFault))
  }

  @Test(
    "Reads times as Amazon's page writes them, and as its samples do: in seconds or milliseconds",
    arguments: [#""20250113T030405Z""#, #""2025-01-13T03:04:05Z""#, "1736737445", "1736737445000"])
  func times(_ written: String) throws {
    let text = Answers.dispute("ActionRequired").replacing(#""20250113T030405Z""#, with: written)
      .replacing(#""20250102T030405Z""#, with: written)
    let dispute = try decode(text)
    #expect(dispute.merchantResponseDeadline == .signing + .seconds(11 * 86_400))
    #expect(dispute.statusDetails.lastUpdated == dispute.merchantResponseDeadline)
  }

  @Test("Keeps unknown words, and does without every member but id and state")
  func unknown() throws {
    let dispute = try decode(Answers.dispute("Escalated", "Split", filed: "Weather"))
    #expect(dispute.state == .unknown("Escalated") && dispute.resolution == .unknown("Split"))
    #expect(dispute.filingReason == .unknown("Weather"))
    let least = try decode(#"{"disputeId":"D","statusDetails":{"state":"UnderReview"},"disputeAmount":"all"}"#)
    #expect(least.state == .known(.underReview) && least.chargeId == nil && least.disputeAmount == nil)
    #expect(throws: DecodingError.self) { try decode(#"{"statusDetails":{"state":"UnderReview"}}"#) }
    #expect(throws: DecodingError.self) { try decode(#"{"disputeId":"D"}"#) }
  }

  @Test("An answer about another dispute is none")
  func other() throws {
    let dispute = try decode(Answers.dispute("UnderReview"))
    #expect(dispute.answers(try .getDispute(Answers.disputeId)))
    #expect(!dispute.answers(try .getDispute("S03-1234567-1234567-B000000")))
    #expect(!dispute.answers(try .getCharge(Answers.disputeId)))
  }
}
