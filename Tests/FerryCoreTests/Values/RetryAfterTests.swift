import FerryCore
import Testing

@Suite("Retry-After")
struct RetryAfterTests {
  private static let date = "Thu, 02 Jan 2025 03:04:05 GMT"
  private static let moment = Moment(milliseconds: 1_735_787_045_000)

  @Test(
    "Dates of HTTP headers are read",
    arguments: [
      ("Sun, 06 Nov 1994 08:49:37 GMT", Int64?(784_111_777_000)), (date, moment.milliseconds),
      ("Thu, 29 Feb 2024 23:59:60 GMT", 1_709_251_200_000), ("Sat, 29 Feb 2025 00:00:00 GMT", nil),
      ("Thu, 02 Foo 2025 03:04:05 GMT", nil), ("Thu, 02 Jan 2025 03:04:05 JST", nil),
      ("Thu, 02 Jan 2025 03:04 GMT", nil), ("Thu, 02 Jan 2025 03:x:04:05 GMT", nil),
      ("Thu, 02 Jan 2025 03:04:x GMT", nil), ("Thu, 32 Jan 2025 03:04:05 GMT", nil),
      ("Thu, 02 Jan 2025 24:04:05 GMT", nil), ("Sunday, 06-Nov-94 08:49:37 GMT", nil), ("", nil),
    ])
  func httpDate(_ text: String, _ milliseconds: Int64?) {
    #expect(Moment(httpDate: text)?.milliseconds == milliseconds)
  }

  @Test(
    "Seconds count as they stand, a date by the clock that it was made with",
    arguments: [
      ("7", Duration?.some(.seconds(7))), ("0", .zero), ("007", .seconds(7)), ("86400", .seconds(86_400)),
      ("99999999999999999999", .seconds(Int64(UInt32.max))), ("Thu, 02 Jan 2025 03:05:05 GMT", .seconds(60)),
      ("Thu, 02 Jan 2025 03:00:05 GMT", .zero), ("-5", nil), ("+5", nil), ("1.5", nil), ("soon", nil), ("", nil),
    ])
  func wait(_ text: String, _ wait: Duration?) {
    let ours = Self.moment + .seconds(3_600)
    #expect(RetryAfter(text, date: Self.date, receivedAt: ours)?.wait == wait)
    #expect(RetryAfter(text, date: nil, receivedAt: Self.moment)?.wait == wait)
    #expect(RetryAfter(text, date: "yesterday", receivedAt: Self.moment)?.wait == wait)
    let undated = RetryAfter(text, date: nil, receivedAt: nil)?.wait
    #expect(undated == (text.hasSuffix("GMT") ? nil : wait))
  }
}
