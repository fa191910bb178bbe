import SwedbankPay
import Testing

@Suite("Callbacks")
struct CallbackTests {
  @Test(
    "A callback of any version is reduced to the payment order",
    arguments: [
      #"{"orderReference":"or-1","paymentOrder":{"id":"\#(Answers.id)","instrument":"CreditCard","number":12345678}}"#,
      #"""
      {"paymentOrder":{"id":"\#(Answers.id)","instrument":"CreditCard"},
       "payment":{"id":"/psp/creditcard/payments/1","number":222222222},
       "transaction":{"id":"/psp/creditcard/payments/1/authorizations/2","number":333333333}}
      """#,
      #"{"new":{"a":1},"paymentorder":{"id":"\#(Answers.id)"}}"#,
    ])
  func versions(_ body: String) {
    #expect(PaymentCallback(Array(body.utf8))?.paymentOrder == .sample)
  }

  @Test(
    "A callback without a payment order at the API's host is none",
    arguments: [
      "", "{}", "[]", "null", #"{"paymentOrder":{}}"#, #"{"paymentOrder":"\#(Answers.id)"}"#,
      #"{"payment":{"id":"/psp/creditcard/payments/1"}}"#, #"{"paymentOrder":{"id":"https://evil.example/psp/1"}}"#,
      #"{"paymentOrder":{"id":"//evil.example/psp"}}"#, #"{"paymentOrder":{"id":"/psp/../x"}}"#,
      #"{"paymentOrder":{"id":7}}"#,
    ])
  func none(_ body: String) {
    #expect(PaymentCallback(Array(body.utf8)) == nil)
  }
}
