import FerryCore
import GMOPaymentGateway
import Testing

@Suite("Times of GMO")
struct GMOTimeTests {
  @Test(
    "A time is Japan's",
    arguments: [
      ("20251121154500", "2025-11-21T06:45:00Z"), ("20260101000000", "2025-12-31T15:00:00Z"),
      ("20240301085959", "2024-02-29T23:59:59Z"), ("20230821152428", "2023-08-21T06:24:28Z"),
    ])
  func times(_ text: String, _ iso8601: String) throws {
    let moment = try #require(GMOTime.moment(text))
    #expect(moment.iso8601 == iso8601)
    #expect(GMOTime.text(moment) == text)
  }

  @Test(
    "Anything else is no time",
    arguments: [
      "", "2025112115450", "202511211545000", "20251321154500", "20250229154500", "20251121254500", "2025-11-21T15:45",
      "２０２５１１２１１５４５００", "0000 000000000",
    ])
  func others(_ text: String) { #expect(GMOTime.moment(text) == nil) }
}
