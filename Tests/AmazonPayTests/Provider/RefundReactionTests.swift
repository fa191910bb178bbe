import AmazonPay
import FerryCheckout
import FerryCore
import FerryProvider
import HTTPTypes
import Testing

/// The provider tracks a refund by its own id, and distinguishes it from other refunds.
@Suite("Amazon Pay's refunds in the engine")
struct RefundReactionTests {
  private static let base = #"{"charge":"\#(Answers.chargeId)","#
  private static let session = #""session":"\#(Answers.sessionId)","version":1}"#

  private static func record(_ members: String = "") -> String { base + members + session }

  private static let undecided = record(
    #""refund":"\#(Answers.refundId)","refundAmount":{"amount":"100","currency":"JPY"},"refundOperation":"r-1","#)

  private static func charge(refunded: Int) -> String {
    Answers.charge("Captured").replacing("9878", with: "4400")
      .replacing(
        #""refundedAmount": {"amount": "0", "currencyCode": "JPY"}"#,
        with: #""refundedAmount": {"amount": "\#(refunded)", "currencyCode": "JPY"}"#)
  }

  private func record(_ reaction: ProviderReaction) throws -> (stage: String, record: String) {
    guard case .next(let stage, let findings) = reaction else {
      Issue.record("\(reaction)")
      return ("", "")
    }
    return (stage, String(decoding: try #require(findings.record), as: UTF8.self))
  }

  private func observed(_ reaction: ProviderReaction) throws -> (Observation, String) {
    guard case .done(.observed(let observation), let findings) = reaction else {
      Issue.record("\(reaction)")
      return (Observation(), "")
    }
    return (observation, String(decoding: try #require(findings.record), as: UTF8.self))
  }

  @Test("Stores a new refund's id with its operation, and reports it")
  func created() throws {
    let kind = Command.Kind.refund("r-1", .yen(100))
    let first = try ProviderExchange(kind, record: Self.record())
    let (stage, remembered) = try record(first.reaction(Answers.refund("RefundInitiated")))
    #expect(remembered == Self.undecided)
    let (observation, kept) = try observed(
      ProviderExchange(kind, stage: stage, record: remembered).reaction(Self.charge(refunded: 0)))
    #expect(observation.reports == [OperationReport("r-1", reference: Answers.refundId, .pending, amount: .yen(100))])
    #expect(kept == Self.undecided)
  }

  @Test(
    "Reports Amazon's decision about a refund once, and then drops it",
    arguments: [("Refunded", OperationReport.State.done, 0), ("Declined", .pending, 1)])
  func decided(_ state: String, _ report: OperationReport.State, _ failures: Int) throws {
    let read = try ProviderExchange(.read, record: Self.undecided)
    #expect(read.sent.path?.hasSuffix("/refunds/\(Answers.refundId)") == true)
    let (stage, remembered) = try record(read.reaction(Answers.refund(state)))
    let (observation, kept) = try observed(
      ProviderExchange(.read, stage: stage, record: remembered).reaction(Self.charge(refunded: 100)))
    let amount: Money? = failures == 0 ? .yen(100) : nil
    #expect(observation.reports == [OperationReport("r-1", reference: Answers.refundId, report, amount: amount)])
    #expect(observation.failures.count == failures)
    #expect(observation.charge?.refunded == .yen(100))
    #expect(kept == Self.record())
  }

  @Test("Asks once more if the total rises during a pending refund, then counts it as another refund")
  func risen() throws {
    let read = try ProviderExchange(.read, record: Self.undecided)
    let (charge, first) = try record(read.reaction(Answers.refund("RefundInitiated")))
    let (again, second) = try record(
      ProviderExchange(.read, stage: charge, record: first).reaction(Self.charge(refunded: 100)))
    let asked = try ProviderExchange(.read, stage: again, record: second)
    #expect(asked.sent.path?.hasSuffix("/refunds/\(Answers.refundId)") == true)
    let (last, third) = try record(asked.reaction(Answers.refund("RefundInitiated")))
    let (observation, _) = try observed(
      ProviderExchange(.read, stage: last, record: third).reaction(Self.charge(refunded: 100)))
    #expect(observation.reports.map(\.state) == [.pending])
    #expect(observation.charge?.refunded == .yen(100))
    // It was our refund.
    let (_, ours) = try record(asked.reaction(Answers.refund("Refunded")))
    let (told, _) = try observed(
      ProviderExchange(.read, stage: last, record: ours).reaction(Self.charge(refunded: 100)))
    #expect(told.reports.map(\.state) == [.done])
  }

  @Test("A refund whose amount cannot be read is not taken for the one that was asked for")
  func unreadableAmount() throws {
    let body = Answers.refund("Refunded").replacing("100.00", with: "1OO")
    let read = try ProviderExchange(.read, record: Self.undecided).reaction(body)
    guard case .next(_, let findings) = read else {
      Issue.record("\(read)")
      return
    }
    #expect(findings.remarks == ["Amazon Pay names an amount that cannot be read: 1OO JPY."])
    let (stage, remembered) = try record(read)
    let (observation, _) = try observed(
      ProviderExchange(.read, stage: stage, record: remembered).reaction(Self.charge(refunded: 0)))
    #expect(observation.reports.map(\.state) == [.lost])
  }

  @Test("Reports a refund that Amazon no longer finds as lost")
  func lost() throws {
    let read = try ProviderExchange(.read, record: Self.undecided)
    let reaction = read.reaction(404, Array(#"{"reasonCode":"ResourceNotFound","message":"text"}"#.utf8))
    let (stage, remembered) = try record(reaction)
    let (observation, kept) = try observed(
      ProviderExchange(.read, stage: stage, record: remembered).reaction(Self.charge(refunded: 0)))
    #expect(observation.reports.map(\.state) == [.lost])
    #expect(kept == Self.record())
  }

  @Test("Reads a record of the previous version, without the operation")
  func earlierRecord() throws {
    let record = Self.record(#""refund":"\#(Answers.refundId)","#)
    let read = try ProviderExchange(.read, record: record)
    let (stage, remembered) = try self.record(read.reaction(Answers.refund("RefundInitiated")))
    let (observation, _) = try observed(
      ProviderExchange(.read, stage: stage, record: remembered).reaction(Self.charge(refunded: 0)))
    #expect(observation.charge?.captured == .yen(4_400))
    #expect(observation.reports.isEmpty)
  }

  @Test(
    "Gets the charge after an impossible refund, because money has moved",
    arguments: [(400, "TransactionAmountExceeded"), (422, "InvalidChargeStatus"), (422, "TransactionCountExceeded")])
  func impossible(_ status: Int, _ code: String) throws {
    let kind = Command.Kind.refund("r-1", .yen(100))
    let refused = try ProviderExchange(kind, record: Self.record())
      .reaction(status, Array(#"{"reasonCode":"\#(code)","message":"text"}"#.utf8))
    let (stage, remembered) = try record(refused)
    let (observation, _) = try observed(
      ProviderExchange(kind, stage: stage, record: remembered).reaction(Self.charge(refunded: 4_400)))
    #expect(observation.failures == [OperationFailure("r-1", .notAllowed)])
    #expect(observation.charge?.refunded == .yen(4_400))
  }

  @Test("Does not guess a refund without its id: the outcome stays unknown for any total")
  func unanswered() throws {
    let kind = Command.Kind.refund("r-1", .yen(100))
    for stage in ["unknown", "refused"] {
      let reaction = try ProviderExchange(kind, stage: stage, record: Self.record())
        .reaction(Self.charge(refunded: 100))
      guard case .done(.parked, _) = reaction else {
        Issue.record("\(stage): \(reaction)")
        continue
      }
    }
  }

  @Test("After a success that cannot be read, the charge's total shows the refund, or it is sent again under its key")
  func unreadable() throws {
    let kind = Command.Kind.refund("r-1", .yen(100))
    let first = try ProviderExchange(kind, record: Self.record())
    let again = try ProviderExchange(kind, stage: "unreadable", record: Self.record())
    guard case .failed(.unreadable) = first.reaction(200, Array("<html>".utf8)),
      case .inquireAfter(.max, "unreadable") = first.request.repetition,
      case .nothingHappened("") = again.reaction(Self.charge(refunded: 0))
    else {
      Issue.record("An unreadable success is not repeated.")
      return
    }
    let (observation, _) = try observed(again.reaction(Self.charge(refunded: 100)))
    #expect(observation.reports == [OperationReport("r-1", reference: nil, .done)])
  }

  @Test(
    "Reports the reason of a release, and its expected time",
    arguments: [
      ("ExpiredUnused", Payment.Release.lapsed), ("BuyerCanceled", .byBuyer), ("MerchantCanceled", .byMerchant),
      ("ChargePermissionCanceled", .byMerchant), ("AmazonCanceled", .byProvider), ("SomethingNew", .byProvider),
    ])
  func release(_ reason: String, _ release: Payment.Release) throws {
    let authorized = Answers.charge("Authorized", captured: "null")
    let canceled = Answers.charge("Canceled", captured: "null")
      .replacing(#""state": "Canceled", "reasonCode": null"#, with: #""state": "Canceled", "reasonCode": "\#(reason)""#)
    let read = try ProviderExchange(.read, record: Self.record())
    let (held, _) = try observed(read.reaction(authorized))
    let (gone, _) = try observed(read.reaction(canceled))
    #expect(held.charge?.lapsesAt?.iso8601.hasPrefix("2025-02-01T03:04:05") == true)
    #expect(gone.charge?.release == release)
    #expect(gone.charge?.lapsesAt == nil)
  }
}
