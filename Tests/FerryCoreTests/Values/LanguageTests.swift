import FerryCore
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite("Language")
struct LanguageTests {
  @Test(
    "Is the first of the buyer's languages that Ferry speaks",
    arguments: [
      (nil, .english), ("", .english), ("ja", .japanese), ("ja-JP", .japanese), ("JA-jp", .japanese),
      ("en-GB", .english),
      ("ja,en;q=0.9", .japanese), ("en,ja;q=0.9", .english), ("fr,de;q=0.9,ja;q=0.1,en;q=0.05", .japanese),
      ("en;q=0.8, ja;q=0.9", .japanese), ("en;q=0.9, ja;q=0.9", .english), ("fr", .english), ("*", .english),
      ("fr, *;q=0.5", .english), ("ja;q=0.001", .japanese), ("ja;q=1.000, en", .japanese),
      ("ja ; q=0.9 , en;q=0.1", .japanese),
      ("ja;Q=0.9, en;q=0.95", .english), ("ja;level=1;q=0.2, en;q=0.3", .english), (" ja", .japanese),
      ("\tja", .japanese), ("es-CO,es;q=0.9,en;q=0.8", .spanish), ("es-419", .spanish), ("en;q=0.5, es", .spanish),
      ("pt-BR, es;q=0.7, en;q=0.3", .spanish), ("sv-SE,sv;q=0.9,en;q=0.8", .swedish), ("sv-FI", .swedish),
      ("nb-NO,nb;q=0.9,no;q=0.8", .english), ("da-DK,da;q=0.9", .english), ("fi, sv;q=0.5", .swedish),
    ] as [(String?, Language)])
  func negotiation(header: String?, language: Language) {
    #expect(Language(acceptLanguage: header) == language)
  }

  @Test(
    "A language that is refused, or has a malformed quality, does not count",
    arguments: [
      "q=0", "q=0.000", "q=", "q=x", "q=-1", "q=2", "q=1.5", "q=.5", "q=0.+5", "q=+1", "q=0.1234", "q=1e0", "q=０",
    ])
  func refused(parameter: String) {
    #expect(Language(acceptLanguage: "ja;\(parameter)") == .english)
    #expect(Language(acceptLanguage: "ja;\(parameter), en;q=0.001") == .english)
  }

  @Test(
    "Ignores headers that are no list of languages",
    arguments: [
      ",", ";", ";;,,;q=1", "-", "j a", "ja_JP", "jap", "日本語", String(repeating: "fr,", count: 100_000) + "ja",
    ])
  func nonsense(header: String) {
    #expect(Language(acceptLanguage: header) == .english)
  }

  @Test("Is a language tag in JSON and markup")
  func tags() {
    #expect(Language.allCases.map(\.rawValue) == ["ja", "en", "es", "sv"])
  }
}

@Suite("Identifier and mode")
struct IdentifierTests {
  enum Order {}

  @Test("Is its text, in print, in JSON and in order")
  func text() throws {
    let id: Identifier<Order> = "order-2"
    #expect("\(id)" == "order-2")
    #expect(id == Identifier("order-2"))
    #expect(id > "order-1" && id < "order-3")
    #expect(String(decoding: try JSONEncoder().encode([id]), as: UTF8.self) == #"["order-2"]"#)
    #expect(try JSONDecoder().decode([Identifier<Order>].self, from: Data(#"["order-2"]"#.utf8)) == [id])
    #expect(Set([id, "order-2", "order-1"]).count == 2)
  }

  @Test("The stored names of modes never change")
  func modes() {
    #expect(Mode.allCases.map(\.rawValue) == ["test", "live"])
  }
}
