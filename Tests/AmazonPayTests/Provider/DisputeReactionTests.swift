import AmazonPay
import FerryCheckout
import FerryCore
import FerryProvider
import HTTPTypes
import Testing

/// The meaning of Amazon Pay's disputes for a payment.
@Suite("Amazon Pay's disputes in the engine")
struct DisputeReactionTests {
  private static let record = #"{"charge":"\#(Answers.chargeId)","session":"\#(Answers.sessionId)","version":1}"#

  private let exchange: ProviderExchange

  init() throws {
    exchange = try ProviderExchange(.readDispute(DisputeID(Answers.disputeId)), record: Self.record)
  }

  private func read(_ body: String) throws -> (report: DisputeReport?, remarks: [String]) {
    guard case .done(.observed(let observation), let findings) = exchange.reaction(body) else {
      Issue.record("The dispute was not read.")
      return (nil, [])
    }
    #expect(observation == Observation(disputes: observation.disputes), "It says more than a dispute.")
    return (observation.disputes.first, findings.remarks)
  }

  @Test("Asks for the dispute by its id, and reports all that it says")
  func whole() throws {
    #expect(exchange.sent.method == .get && exchange.sent.path == "/v2/disputes/\(Answers.disputeId)")
    let (report, remarks) = try read(Answers.dispute("ActionRequired"))
    #expect(
      report
        == DisputeReport(
          DisputeID(Answers.disputeId), state: .needsResponse, reason: .notReceived, amount: .yen(4_000),
          openedAt: .signing - .seconds(245), respondBy: .signing + .seconds(11 * 86_400), changedAt: .signing))
    #expect(remarks.isEmpty)
  }

  @Test(
    "Every known state is one of ours",
    arguments: [
      ("ActionRequired", nil, DisputeState.needsResponse), ("UnderReview", nil, .underReview),
      ("Resolved", "MerchantWon", .won), ("Closed", "MerchantWon", .won), ("Resolved", "BuyerWon", .lost),
      ("Closed", "BuyerWon", .lost), ("Resolved", "NoFault", .withdrawn), ("Closed", "NoFault", .withdrawn),
    ] as [(String, String?, DisputeState)])
  func states(_ state: String, _ resolution: String?, _ expected: DisputeState) throws {
    let (report, remarks) = try read(Answers.dispute(state, resolution))
    #expect(report?.state == expected && remarks.isEmpty)
  }

  @Test(
    "An unknown word, or an end without a decision, leaves the state as it is, and is told",
    arguments: [("Escalated", nil), ("Resolved", nil), ("Closed", nil), ("Resolved", "Split")] as [(String, String?)])
  func unknownState(_ state: String, _ resolution: String?) throws {
    let (report, remarks) = try read(Answers.dispute(state, resolution))
    #expect(report?.id.text == Answers.disputeId && report?.state == nil)
    #expect(remarks.count == 1 && remarks[0].contains("\(state), \(resolution ?? "no resolution")"))
  }

  @Test(
    "Every reason is one of ours",
    arguments: [
      ("ProductNotReceived", DisputeReason.notReceived), ("ProductUnacceptable", .notAsDescribed),
      ("ProductNoLongerNeeded", .other), ("CreditNotProcessed", .creditNotProcessed), ("Overcharged", .wrongAmount),
      ("DuplicateCharge", .duplicate), ("SubscriptionCancelled", .cancelled), ("Unrecognized", .fraud),
      ("Fraudulent", .fraud), ("Other", .other),
    ])
  func reasons(_ reason: String, _ expected: DisputeReason) throws {
    let (report, remarks) = try read(Answers.dispute("UnderReview", filed: reason))
    #expect(report?.reason == expected && remarks.isEmpty)
  }

  @Test("An unknown reason is told")
  func unknownReason() throws {
    let (report, remarks) = try read(Answers.dispute("UnderReview", filed: "Weather"))
    #expect(report?.state == .underReview && report?.reason == nil)
    #expect(remarks.count == 1 && remarks[0].contains("Weather"))
  }

  @Test(
    "An amount that cannot be read, or is no amount of this payment, is left out and told",
    arguments: [
      (#""many""#, "JPY"), (#""4000""#, "USD"), (#""4000.50""#, "JPY"), (#""0""#, "JPY"), (#""4000""#, "ZZZ"),
    ])
  func strangeAmount(_ amount: String, _ currency: String) throws {
    let body = Answers.dispute("UnderReview")
      .replacing(
        #"{"amount": "4000", "currencyCode": "JPY"}"#, with: #"{"amount":\#(amount),"currencyCode":"\#(currency)"}"#)
    let (report, remarks) = try read(body)
    #expect(report?.state == .underReview && report?.amount == nil)
    #expect(remarks.count == 1 && remarks[0].contains(amount.filter { $0 != "\"" }) && remarks[0].contains(currency))
  }

  @Test("A dispute about another charge claims nothing of this payment")
  func otherCharge() throws {
    let (report, remarks) = try read(
      Answers.dispute("ActionRequired").replacing(Answers.chargeId, with: "S03-1234567-1234567-C000009"))
    #expect(report?.state == .withdrawn)
    #expect(remarks.count == 1 && remarks[0].contains("another charge"))
  }

  @Test(
    "A dispute that Amazon does not show stays as it is, and the remark leads to Seller Central",
    arguments: [
      (404, "ResourceNotFound"), (403, "UnauthorizedAccess"), (401, "UnauthorizedAccess"),
      (400, "InvalidParameterValue"),
      (405, "UnsupportedOperation"), (422, "SomethingNew"),
    ])
  func refused(_ status: Int, _ reason: String) throws {
    let body = Array(#"{"reasonCode":"\#(reason)","message":"m"}"#.utf8)
    guard case .done(.rejected(.notAllowed), let findings) = exchange.reaction(status, body) else {
      Issue.record("\(exchange.reaction(status, body))")
      return
    }
    #expect(findings.remarks.count == 1 && findings.remarks[0].contains("Seller Central"))
    #expect(findings.remarks[0].contains("HTTP \(status)"))
    #expect(findings.misconfiguration == nil)
  }

  @Test(
    "A dispute is asked about again after a failure that says nothing of it",
    arguments: [
      (500, "InternalServerError"), (503, "ServiceUnavailable"), (429, "TooManyRequests"),
      (403, "InvalidRequestSignature"),
    ])
  func failed(_ status: Int, _ reason: String) throws {
    let reaction = exchange.reaction(status, Array(#"{"reasonCode":"\#(reason)","message":"m"}"#.utf8))
    guard case .failed = reaction else {
      Issue.record("\(reaction)")
      return
    }
  }
}
