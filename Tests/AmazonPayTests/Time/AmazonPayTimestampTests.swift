import AmazonPay
import FerryCore
import HTTPTypes
import Testing

@Suite("Times")
struct AmazonPayTimestampTests {
  @Test(
    "All forms are read",
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
    "What is no time is none",
    arguments: [
      "", "Z", "2025-01-02", "20250102T030405", "20250102T030405+0900", "20251302T030405Z", "20250132T030405Z",
      "20250229T000000Z", "21000229T000000Z", "20250102T250405Z", "20250102T036005Z", "2025-0102T030405Z",
      "20250102T030405.Z", "２０２５0102T030405Z", "20250102t030405z", "99999999999999999999T000000Z", "00000101T000000Z",
    ])
  func notRead(_ text: String) { #expect(AmazonPayTimestamp.moment(text) == nil) }

  @Test("A request's date is written in the basic form, and every day reads back as itself")
  func written() {
    #expect(AmazonPayTimestamp.text(.signing) == "20250102T030405Z")
    for day in stride(from: Int64(0), to: 40_000, by: 1) {
      let moment = Moment(milliseconds: day * 86_400_000 + 45_296_000)
      if AmazonPayTimestamp.moment(AmazonPayTimestamp.text(moment)) != moment { Issue.record("day \(day)") }
    }
  }

  @Test(
    "The Date header is read",
    arguments: [
      ("Sun, 06 Nov 1994 08:49:37 GMT", Int64?(784_111_777_000)),
      ("Thu, 02 Jan 2025 03:04:05 GMT", 1_735_787_045_000),
      ("Thu, 02 Foo 2025 03:04:05 GMT", nil),
      ("Thu, 02 Jan 2025 03:04:05 JST", nil),
      ("Thu, 02 Jan 2025 03:04 GMT", nil),
      ("Sunday, 06-Nov-94 08:49:37 GMT", nil),
      ("", nil),
    ])
  func httpDate(_ text: String, _ milliseconds: Int64?) {
    #expect(AmazonPayTimestamp.moment(httpDate: text)?.milliseconds == milliseconds)
  }
}

@Suite("Clock offset")
struct ClockOffsetTests {
  private func response(_ date: String?) -> HTTPResponse {
    var response = HTTPResponse(status: .badRequest)
    response.headerFields[.date] = date
    return response
  }

  @Test("A clock that is ahead learns to sign earlier, one that is behind to sign later", arguments: [90_000, -90_000])
  func learnt(_ error: Int64) throws {
    let ours = Moment.signing + .milliseconds(error)
    let offset = try #require(ClockOffset(of: response("Thu, 02 Jan 2025 03:04:05 GMT"), receivedAt: ours))
    #expect(offset.milliseconds == -error)
    #expect(offset.corrected(ours) == .signing)
    #expect(offset.differs(from: .none))
  }

  @Test("An answer without a readable date teaches nothing", arguments: [nil, "yesterday"])
  func notLearnt(_ date: String?) {
    #expect(ClockOffset(of: response(date), receivedAt: .signing) == nil)
  }

  @Test("The rounding of the header to seconds is no difference")
  func rounding() {
    #expect(!ClockOffset(milliseconds: -1999).differs(from: .none))
    #expect(ClockOffset(milliseconds: -2001).differs(from: .none))
    #expect(!ClockOffset(milliseconds: 90_500).differs(from: ClockOffset(milliseconds: 90_000)))
    #expect(ClockOffset(milliseconds: .min).differs(from: ClockOffset(milliseconds: .max)))
  }
}
