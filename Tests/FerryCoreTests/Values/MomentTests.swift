import FerryCore
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite("Moment")
struct MomentTests {
  private let moment = Moment(milliseconds: 1_767_323_045_678)

  @Test("Moves by a duration, in whole milliseconds")
  func moving() {
    #expect(moment + .seconds(2) == Moment(milliseconds: 1_767_323_047_678))
    #expect(moment - .milliseconds(678) == Moment(milliseconds: 1_767_323_045_000))
    #expect(moment + .microseconds(1_999) == moment + .milliseconds(1))
    #expect(moment + .seconds(-1) == moment - .seconds(1))
    #expect(moment < moment + .milliseconds(1))
  }

  @Test("Tells the time between two moments")
  func since() {
    #expect((moment + .seconds(90)).since(moment) == .seconds(90))
    #expect(moment.since(moment + .seconds(90)) == .seconds(-90))
    #expect(moment.since(moment) == .zero)
  }

  @Test("Is clamped to the limits of time instead of overflowing")
  func ends() {
    let last = Moment(milliseconds: .max)
    let first = Moment(milliseconds: .min)
    #expect(last + .seconds(1) == last)
    #expect(first - .seconds(1) == first)
    #expect(moment + .seconds(Int64.max) == last)
    #expect(first - .seconds(Int64.max) == first)
    #expect(first + .seconds(Int64.min) == first)
    #expect(last.since(first) == .milliseconds(Int64.max))
    #expect(first.since(last) == .milliseconds(Int64.min))
  }

  @Test(
    "Durations are cut off to whole milliseconds, towards zero",
    arguments: [
      (Duration.zero, 0), (.milliseconds(1_500), 1_500), (.microseconds(1_999), 1), (.microseconds(-1_999), -1),
      (.nanoseconds(999_999), 0), (.seconds(Int64.max), .max), (.seconds(Int64.min), .min),
    ] as [(Duration, Int64)])
  func durations(duration: Duration, milliseconds: Int64) {
    #expect(duration.wholeMilliseconds == milliseconds)
  }

  @Test(
    "Is shown in UTC by ISO 8601, to the second it lies in",
    arguments: [
      (0, "1970-01-01T00:00:00Z"), (1_767_323_045_678, "2026-01-02T03:04:05Z"),
      (1_709_164_800_000, "2024-02-29T00:00:00Z"),
      (951_782_400_000, "2000-02-29T00:00:00Z"), (4_107_542_399_999, "2100-02-28T23:59:59Z"),
      (4_107_542_400_000, "2100-03-01T00:00:00Z"), (253_402_300_799_999, "9999-12-31T23:59:59Z"),
      (-1, "1969-12-31T23:59:59Z"), (-62_135_596_800_000, "0001-01-01T00:00:00Z"),
    ] as [(Int64, String)])
  func iso8601(milliseconds: Int64, text: String) {
    #expect(Moment(milliseconds: milliseconds).iso8601 == text)
    #expect("\(Moment(milliseconds: milliseconds))" == text)
  }

  @Test("Can be shown at the limits of time")
  func iso8601AtTheEnds() {
    #expect(Moment(milliseconds: .max).iso8601 == "292278994-08-17T07:12:55Z")
    #expect(Moment(milliseconds: .min).iso8601 == "-292275055-05-16T16:47:04Z")
  }

  @Test("Every day of eight hundred years has the date that follows the day before")
  func everyDay() {
    var year = 1_600
    var month = 1
    var day = 1
    var wrong: [String] = []
    // 1600-01-01 is 135,140 days before 1970-01-01.
    for number in -135_140..<157_054 as Range<Int64> {
      let expected = [(year, 4), (month, 2), (day, 2)].map { part, width in
        String(repeating: "0", count: width - String(part).count) + String(part)
      }.joined(separator: "-")
      let text = Moment(milliseconds: number * 86_400_000).iso8601
      if text != expected + "T00:00:00Z" { wrong.append(text) }
      let isLeap = year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
      day += 1
      if day > [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] {
        day = 1
        month += 1
      }
      if month > 12 {
        month = 1
        year += 1
      }
    }
    #expect(wrong.isEmpty)
    #expect(year == 2_400 && month == 1 && day == 1)
  }

  @Test("Is its milliseconds in JSON")
  func coding() throws {
    #expect(String(decoding: try JSONEncoder().encode([moment]), as: UTF8.self) == "[1767323045678]")
    #expect(try JSONDecoder().decode([Moment].self, from: Data("[1767323045678]".utf8)) == [moment])
  }
}

@Suite("System time", .timeLimit(.minutes(10)))
struct SystemTimeTests {
  @Test("Is now, and sleeping ends at or after the moment")
  func sleeping() async throws {
    let time = SystemTime()
    let start = time.now
    #expect(abs(start.since(Moment(milliseconds: Int64(Date.now.timeIntervalSince1970 * 1000))) / .seconds(1)) < 10)
    try await time.sleep(for: .milliseconds(20))
    #expect(time.now >= start + .milliseconds(20))
    try await time.sleep(until: start)
  }

  @Test("A cancelled sleep ends with an error, also for a moment that has passed")
  func cancelled() async {
    let time = SystemTime()
    for seconds in [3_600, -1] {
      await withThrowingTaskGroup { group in
        group.addTask { try await time.sleep(for: .seconds(seconds)) }
        group.cancelAll()
        if seconds > 0 {
          await #expect(throws: CancellationError.self) { try await group.waitForAll() }
        }
      }
    }
  }
}

@Suite("Retry-After")
struct RetryAfterTests {
  private static let date = "Thu, 02 Jan 2025 03:04:05 GMT"
  private static let moment = Moment(milliseconds: 1_735_787_045_000)

  @Test(
    "Dates in HTTP headers are read",
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
    "Seconds are used as they are, and a date relative to the sender's clock",
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
