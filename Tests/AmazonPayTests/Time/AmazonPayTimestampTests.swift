import AmazonPay
import FerryCore
import FerryHTTP
import FerryProvider
import HTTPTypes
import Testing

@Suite("Times")
struct AmazonPayTimestampTests {
  @Test(
    "Parses all forms",
    arguments: [
      ("20250102T030405Z", Int64(1_735_787_045_000)),
      ("2025-01-02T03:04:05Z", 1_735_787_045_000),
      ("2025-01-02T03:04:05.7Z", 1_735_787_045_700),
      ("20250102T030405.123456Z", 1_735_787_045_123),
      ("19700101T000000Z", 0),
      ("20240229T235959Z", 1_709_251_199_000),
      ("20000229T000000Z", 951_782_400_000),
      ("20380119T031408Z", 2_147_483_648_000),
    ])
  func read(_ text: String, _ milliseconds: Int64) {
    #expect(AmazonPayTimestamp.moment(text) == Moment(milliseconds: milliseconds))
  }

  @Test(
    "Refuses other texts",
    arguments: [
      "", "Z", "2025-01-02", "20250102T030405", "20250102T030405+0900", "20251302T030405Z", "20250132T030405Z",
      "20250229T000000Z", "21000229T000000Z", "20250102T250405Z", "20250102T036005Z", "2025-0102T030405Z",
      "20250102T030405.Z", "２０２５0102T030405Z", "20250102t030405z", "99999999999999999999T000000Z", "00000101T000000Z",
    ])
  func notRead(_ text: String) { #expect(AmazonPayTimestamp.moment(text) == nil) }

  @Test("Formats a request's date in the basic form, and parses every day unchanged")
  func written() {
    #expect(AmazonPayTimestamp.text(.signing) == "20250102T030405Z")
    for day in stride(from: Int64(0), to: 40_000, by: 1) {
      let moment = Moment(milliseconds: day * 86_400_000 + 45_296_000)
      if AmazonPayTimestamp.moment(AmazonPayTimestamp.text(moment)) != moment { Issue.record("day \(day)") }
    }
  }
}

@Suite("Clock offset")
struct ClockOffsetTests {
  /// An answer dated 03:04:05 to a request that was signed for `signed` and answered when our clock showed `received`.
  private func answer(_ date: String?, signed: Moment, received: Moment) throws -> ProviderAnswer {
    let call = try AmazonPayCall.getCharge(Answers.chargeId)
    var headers = HTTPFields()
    headers[.date] = date
    return ProviderAnswer(
      status: .badRequest, headers: headers, body: [], receivedAt: received,
      sent: try TestAccount.make().request(for: call, at: signed))
  }

  private static let date = "Thu, 02 Jan 2025 03:04:05 GMT"

  @Test("A fast clock learns to sign earlier, a slow one later", arguments: [90_000, -90_000])
  func learnt(_ error: Int64) throws {
    let ours = Moment.signing + .milliseconds(error)
    let answer = try answer(Self.date, signed: ours, received: ours)
    let offset = try #require(AmazonPayTimestamp.clockOffset(learntFrom: answer))
    #expect(offset == .milliseconds(-error))
    #expect(ours + offset == .signing)
  }

  @Test("Does not sign a third time if the learnt offset is refused")
  func onceOnly() throws {
    let ours = Moment.signing + .seconds(90)
    for signed in [Moment.signing, .signing - .seconds(2)] {
      let answer = try answer(Self.date, signed: signed, received: ours)
      #expect(AmazonPayTimestamp.clockOffset(learntFrom: answer) == nil)
    }
  }

  @Test("An answer without a readable date teaches nothing", arguments: [nil, "yesterday"])
  func notLearnt(_ date: String?) throws {
    let ours = Moment.signing + .seconds(90)
    let answer = try answer(date, signed: ours, received: ours)
    #expect(AmazonPayTimestamp.clockOffset(learntFrom: answer) == nil)
  }
}
