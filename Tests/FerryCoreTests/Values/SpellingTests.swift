import FerryCore
import Testing

@Suite("Misspelt names")
struct SpellingTests {
  @Test(
    "The nearest name is found, whatever its case, if it is near enough",
    arguments: [
      ("Amount", "amount"), ("amount_", "amount"), ("amuont", "amount"), ("AMOUNT", "amount"), ("curency", "currency"),
      ("value", nil), ("a", nil), ("", nil), (String(repeating: "amount", count: 11), nil),
    ] as [(String, String?)])
  func closest(_ written: String, _ meant: String?) {
    #expect(Spelling.closest(to: written, among: ["currency", "amount"]) == meant)
  }

  @Test("Of two that are equally near, it is the first in alphabetical order")
  func equal() { #expect(Spelling.closest(to: "cat", among: ["hat", "bat"]) == "bat") }
}
