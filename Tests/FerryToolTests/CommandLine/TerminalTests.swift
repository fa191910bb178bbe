import FerryCore
import FerryTesting
import Foundation
import Testing

@testable import FerryTool

@Suite("Columns, colours and times in a terminal")
struct TerminalTests {
  @Test(
    "Wide characters take two columns, and marks that combine take none",
    arguments: [
      ("", 0), ("F-1001", 6), ("¥9,520", 6), ("åäö", 3), ("a\u{30A}", 1), ("注文1001", 8), ("カード", 6), ("ｶｰﾄﾞ", 4),
      ("Ａ１", 4),
      ("한글", 4), ("か\u{3099}", 2), ("👩‍👩‍👧", 2), ("✈️", 2), ("✈", 1), ("🇯🇵", 2), ("ñandú…", 6), ("𠮷", 2),
    ])
  func width(_ text: String, _ columns: Int) {
    #expect(text.columns == columns)
    #expect(text.padded(to: 10).hasSuffix(String(repeating: " ", count: 10 - columns)))
    #expect(text.padded(to: 10, onLeft: true).hasPrefix(String(repeating: " ", count: 10 - columns)))
  }

  @Test("The columns of a table stand below their headings, also after Japanese text")
  func table() {
    let rows: [[TextCell]] = [["paid", "注文１", "co_1"], ["declined", "A-1", "co_2"], ["open", "", "co_3"]]
    #expect(
      TextTable.lines(rows, heading: ["PHASE", "REFERENCE", "CHECKOUT"]) == [
        "PHASE     REFERENCE  CHECKOUT",
        "paid      注文１     co_1",
        "declined  A-1        co_2",
        "open                 co_3",
      ])
  }

  @Test("Colours take no columns, and end in their own cell")
  func colors() {
    let colors = TerminalColors(isTerminal: true, [:])
    let rows = [[TextCell("paid", .green), "co_1"], [TextCell("declined", .red), "co_2"]]
    #expect(
      TextTable.lines(rows, heading: ["PHASE", "ID"], colors: colors) == [
        "\u{1B}[1mPHASE\u{1B}[0m     \u{1B}[1mID\u{1B}[0m", "\u{1B}[32mpaid\u{1B}[0m      co_1",
        "\u{1B}[31mdeclined\u{1B}[0m  co_2",
      ])
  }

  @Test("Only a terminal has colours, unless NO_COLOR is set or it has none")
  func noColors() {
    #expect(TerminalColors(isTerminal: true, ["TERM": "xterm", "NO_COLOR": ""]).paint("x", .red) != "x")
    for colors in [
      TerminalColors(isTerminal: false, [:]), TerminalColors(isTerminal: true, ["NO_COLOR": "1"]),
      TerminalColors(isTerminal: true, ["TERM": "dumb"]), .none,
    ] { #expect(colors.paint("x", .red) == "x") }
    #expect(TerminalColors(isTerminal: true, [:]).paint("", .red) == "")
  }

  @Test(
    "A time is told in the machine's zone, with the offset of that day",
    arguments: [
      ("GMT", "2026-01-01T00:00:00+00:00", "2026-07-01T00:00:00+00:00"),
      ("Asia/Tokyo", "2026-01-01T09:00:00+09:00", "2026-07-01T09:00:00+09:00"),
      ("Europe/Stockholm", "2026-01-01T01:00:00+01:00", "2026-07-01T02:00:00+02:00"),
      ("America/Bogota", "2025-12-31T19:00:00-05:00", "2026-06-30T19:00:00-05:00"),
      ("Asia/Kolkata", "2026-01-01T05:30:00+05:30", "2026-07-01T05:30:00+05:30"),
    ])
  func time(_ zone: String, _ winter: String, _ summer: String) throws {
    let zone = try #require(TimeZone(identifier: zone))
    #expect(SampleAttempt.start.text(in: zone) == winter)
    let half = SampleAttempt.start + .seconds(181 * 86_400)
    #expect(half.text(in: zone) == summer)
    // It can be given to --from and --before.
    #expect(PointInTime(argument: summer)?.moment == half)
  }
}
