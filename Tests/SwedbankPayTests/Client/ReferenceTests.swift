import SwedbankPay
import Testing

@Suite("References and ids")
struct ReferenceTests {
  @Test("Option A takes up to 30 letters and digits, option B up to 12 digits")
  func payeeReferences() throws {
    #expect(try PayeeReference(String(repeating: "Z9", count: 15)).text.count == 30)
    #expect(try PayeeReference("123456789012", .digits).text == "123456789012")
    for text in ["", "AB-1", "AB_1", "AB 1", "ÅB", "１", String(repeating: "a", count: 31)] {
      #expect(try refusedField { try PayeeReference(text) } == "/payeeReference")
    }
    for text in ["", "1234567890123", "12a", "-1", "１２"] {
      #expect(try refusedField { try PayeeReference(text, .digits) } == "/payeeReference")
    }
    #expect(PayeeReference.Format.alphanumeric.maximumLength == 30)
    #expect(PayeeReference.Format.digits.maximumLength == 12)
  }

  @Test(
    "An id is a path at the API's host",
    arguments: [
      "https://api.payex.com/psp/paymentorders/1", "//evil.example/psp", "psp/paymentorders/1", "/psp/../admin",
      "/psp/.",
      "/psp//1", "/psp/1/", "/", "", "/psp/1?a=b", "/psp/1#a", "/psp/%2e%2e/1", "/psp/1\r\n", "/psp/é", "/psp/a b",
      "/" + String(repeating: "a", count: 512),
    ])
  func foreignIDs(_ text: String) {
    #expect(ResourceID(text) == nil)
  }

  @Test("An id is kept as it came")
  func ids() {
    #expect(ResourceID(Answers.id)?.path == Answers.id)
    #expect(ResourceID("/psp/creditcard/payments/7e6cdfc3-1276-44e9-9992-7cf4419750e1") != nil)
  }
}
