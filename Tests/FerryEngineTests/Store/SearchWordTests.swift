import FerryTesting
import Testing

@testable import FerryEngine

@Suite("Words and amounts of a search")
struct SearchWordTests {
  @Test(
    "Words have neither case, width nor accents, and kana keep their marks",
    arguments: [
      ("Tanaka TARŌ", ["tanaka", "taro"]), ("ＡＢＣ－１２", ["abc", "12"]), ("ｶﾞｽ", ["ガス"]),
      ("José Müller", ["jose", "muller"]),
      ("山田　花子", ["山田", "花子"]), ("Åsa-Örjan", ["asa", "orjan"]), ("…", []), ("", []),
    ])
  func words(_ text: String, _ words: [String]) { #expect(SearchWord.list(text) == words) }

  @Test(
    "An amount is read as people write it, and only an amount",
    arguments: [
      ("16520", ["16520"]), ("¥16,520", ["16520", "16.520"]), ("￥１６，５２０", ["16520", "16.520"]), ("165.20", ["165.20"]),
      ("165,20", ["165.20"]), ("1.234,56", ["1234.56"]), ("1,234.56", ["1234.56"]), ("1,234,567", ["1234567"]),
      ("16 520 kr", ["16520"]), ("SEK 99,00", ["99.00"]), ("16520円", ["16520"]), ("order 16520", []), ("A-1", []),
      ("12/24", []), ("-5", []), ("1,", []), ("kr", []),
    ])
  func amounts(_ text: String, _ amounts: [String]) { #expect(SearchQuery.amounts(text) == amounts) }

  @Test("Zeros after the point do not count")
  func zeros() {
    #expect(SearchWord.amount("165.20") == SearchWord.amount("165.2"))
    #expect(SearchWord.amount("16520.00") == SearchWord.amount("16520"))
    #expect(SearchWord.amount("100") != SearchWord.amount("1"))
  }

  @Test("A text without a letter or digit, one with a NUL, and one that is too long are no search")
  func none() {
    for text in ["", " ", "¥", "a\u{0}b", String(repeating: "a", count: 255)] {
      #expect(SearchQuery(text) == nil, "\(text)")
    }
  }
}
