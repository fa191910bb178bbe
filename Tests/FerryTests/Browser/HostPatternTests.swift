import Testing

@testable import Ferry

@Suite("Rules for hosts")
struct HostPatternTests {
  @Test(
    "A rule is about its host, and about as many levels below it as its stars say",
    arguments: [
      ("bank.example", "bank.example", true), ("bank.example", "a.bank.example", false),
      ("*.bank.example", "bank.example", true), ("*.bank.example", "a.bank.example", true),
      ("*.bank.example", "b.a.bank.example", false), ("**.bank.example", "bank.example", true),
      ("**.bank.example", "c.b.a.bank.example", true), ("**.bank.example", "evilbank.example", false),
      ("*.bank.example", "evilbank.example", false), ("**.bank.example", "bank.example.evil.example", false),
      ("*.Bank.example", "A.BANK.example", true), ("bank.example", "bank.example.", true),
      ("*.bank.example", "b.a.bank.example.", false), ("bank.example:443", "bank.example", false),
      ("", "", false), ("*.", "bank.example", false), ("**.", "bank.example", false), ("*", "bank.example", false),
    ])
  func fits(rule: String, host: String, fits: Bool) {
    #expect(HostPattern(rule).fits(host) == fits)
  }
}
