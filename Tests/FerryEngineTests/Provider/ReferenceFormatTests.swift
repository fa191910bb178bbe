import FerryCheckout
import FerryCore
import FerryHTTP
import FerryProvider
import Testing

@Suite("Our references in a provider's format")
struct ReferenceFormatTests {
  static let digestCases: [(ReferenceFormat, Int, String)] = [
    (.hexadecimal(32), 32, "0123456789abcdef"), (.alphanumeric(30), 30, "0123456789abcdefghjkmnpqrstvwxyz"),
    (.digits(16), 16, "0123456789"),
  ]

  @Test(
    "Long references of 100 000 commands are distinct and deterministic, with the right alphabet and length",
    arguments: digestCases)
  func digests(_ format: ReferenceFormat, _ length: Int, _ alphabet: String) {
    #expect(!format.isCounted)
    var seen: Set<String> = []
    for number in 0..<100_000 {
      let reference = format.digest(CheckoutID("co_\(number / 10)"), number % 10 + 1, attempt: 1)
      if number % 1000 == 0 {
        #expect(reference.count == length)
        #expect(reference.allSatisfy { alphabet.contains($0) }, "\(reference)")
      }
      seen.insert(reference)
    }
    #expect(seen.count == 100_000)
    #expect(format.digest("co_1", 1, attempt: 1) == format.digest("co_1", 1, attempt: 1))
    #expect(format.digest("co_1", 1, attempt: 1) != format.digest("co_1", 1, attempt: 2))
  }

  static let countedCases: [(ReferenceFormat, Int, String)] = [
    (.hexadecimal(12), 12, "0123456789abcdef"), (.alphanumeric(10), 10, "0123456789abcdefghjkmnpqrstvwxyz"),
    (.digits(12), 12, "0123456789"),
  ]

  @Test("Short references of 100 000 numbers are distinct, with the right alphabet and length", arguments: countedCases)
  func counted(_ format: ReferenceFormat, _ length: Int, _ alphabet: String) throws {
    #expect(format.isCounted)
    var seen: Set<String> = []
    for number in 1...100_000 as ClosedRange<Int64> {
      let reference = try #require(format.text(number))
      if number % 1000 == 0 {
        #expect(reference.count == length)
        #expect(reference.allSatisfy { alphabet.contains($0) }, "\(reference)")
      }
      seen.insert(reference)
    }
    #expect(seen.count == 100_000)
  }

  @Test("A format that is used up has no more references")
  func usedUp() {
    #expect(ReferenceFormat.digits(8).text(89_999_999) == "99999999")
    #expect(ReferenceFormat.digits(8).text(90_000_000) == nil)
    #expect(ReferenceFormat.digits(15).text(.max) == nil)
    #expect(ReferenceFormat.alphanumeric(8).text(.max) == nil)
  }
}

@Suite("Ranges of addresses")
struct AddressRangeTests {
  @Test(
    "A range contains an address by its leading bits",
    arguments: [
      ("192.0.2.0/24", "192.0.2.255", true), ("192.0.2.0/24", "192.0.3.0", false), ("192.0.2.7", "192.0.2.7", true),
      ("192.0.2.7", "192.0.2.8", false), ("192.0.2.128/25", "192.0.2.127", false), ("0.0.0.0/0", "203.0.113.1", true),
      ("2001:db8::/32", "2001:db8:1::1", true), ("2001:db8::/32", "2001:db9::1", false),
      ("192.0.2.0/24", "::ffff:192.0.2.9", true), ("192.0.2.0/24", "2001:db8::1", false), ("192.0.2.0/24", "x", false),
    ])
  func contains(_ range: String, _ address: String, _ isIn: Bool) throws {
    #expect(NotificationRules(sources: [try #require(AddressRange(range))]).allows(address) == isIn)
  }

  @Test(
    "An invalid range is refused",
    arguments: ["", "192.0.2", "192.0.2.0/33", "192.0.2.0/-1", "2001:db8::/129", "192.0.2.0/24/1", "192.0.2.0/"])
  func malformed(_ text: String) { #expect(AddressRange(text) == nil) }
}
