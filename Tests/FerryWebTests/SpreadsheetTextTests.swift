import FerryWeb
import Testing

@Suite("Texts for spreadsheets")
struct SpreadsheetTextTests {
  @Test(
    "Whatever begins like a formula becomes text, also where another spreadsheet begins a cell",
    arguments: [
      ("=1+1", "'=1+1"), ("+1", "'+1"), ("-1", "'-1"), ("@A1", "'@A1"), ("＝1", "'＝1"), ("\t1", "'\t1"),
      ("A;=1+1", "A;'=1+1"), ("A;@x;-y", "A;'@x;'-y"), ("A\t=1+1", "A\t'=1+1"), ("A\r\n=1", "A\r\n'=1"),
      ("A; =1", "A; '=1"), (" =1", " '=1"), ("A;\u{3000}＝1", "A;\u{3000}'＝1"), ("A;\"=1\"", "A;\"'=1\""),
      (";;=1", ";;'=1"),
    ])
  func formula(_ text: String, _ defused: String) {
    #expect(SpreadsheetText.defused(text) == defused)
  }

  @Test(
    "Other texts stay as they are",
    arguments: ["", "A-1", "A=1", "A;1", "1 - 2", "a@shop.example", "A;B=C", "'=1", "A,=1"])
  func plain(_ text: String) {
    #expect(SpreadsheetText.defused(text) == text)
  }
}
