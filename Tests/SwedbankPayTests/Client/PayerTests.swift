import FerryCore
import FerryHTTP
import SwedbankPay
import Testing

@Suite("Stored payment methods and check-in")
struct PayerTests {
  private static let delete = Answers.operation(
    "delete-paymenttokens", "PATCH", "\(Answers.api)/psp/paymentorders/paymenttokens/t-1")

  private static let tokens = #"""
    {"payerOwnedTokens":{"id":"/psp/paymentorders/payerownedtokens/p1","payerReference":"p1","tokens":[
      {"tokenType":"Payment","token":"t-1","correlationId":"c","instrument":"CreditCard",
        "instrumentDisplayName":"492500******0004","instrumentParameters":{"expiryDate":"12/2029","cardBrand":"Visa"},
        "operations":[\#(delete)]},{"tokenType":"TransactionOnFile","token":"t-2","operations":[]},{"tokenType":"Payment"}]},
     "operations":[\#(Answers.operation("delete-payerownedtokens", "PATCH", "/psp/paymentorders/payerownedtokens/p1"))]}
    """#

  @Test(
    "A payer's reference is one component of the address", arguments: [("p1", "p1"), ("a/../b?c", "a%2F..%2Fb%3Fc")])
  func address(_ reference: String, _ component: String) throws {
    let call = try SwedbankPayCall.getTokens(payerReference: reference)
    #expect(call.target == "/psp/paymentorders/payerownedtokens/\(component)")
    #expect(call.method == .get)
    #expect(try refusedField { try SwedbankPayCall.getTokens(payerReference: "") } == "/payerReference")
  }

  @Test("Tokens are read, and deleted by the operations that they offer")
  func list() throws {
    let tokens: PayerTokens = try SwedbankPayCall.getTokens(payerReference: "p1").read(Self.tokens)
    #expect(tokens.payerReference == "p1")
    #expect(tokens.tokens.map(\.kind) == [.known(.payment), .known(.transactionOnFile)])
    let token = try #require(tokens.tokens.first)
    #expect(token.token.reveal() == "t-1")
    #expect(token.displayName == "492500******0004")
    #expect(token.instrumentParameters["cardBrand"] == "Visa")
    let one = try SwedbankPayCall.deleteToken(token, comment: "Asked by the payer")
    #expect(one.target == "\(Answers.api)/psp/paymentorders/paymenttokens/t-1")
    #expect(one.method == .patch)
    #expect(one.json == ["state": "Deleted", "comment": "Asked by the payer"])
    let all = try SwedbankPayCall.deleteAllTokens(tokens, comment: "x")
    #expect(all.target == "/psp/paymentorders/payerownedtokens/p1")
    #expect(try refusedField { try SwedbankPayCall.deleteToken(tokens.tokens[1], comment: "x") } == "/operations")
    #expect(try refusedField { try SwedbankPayCall.deleteToken(token, comment: "") } == "/comment")
    for body in ["", #"{"token":"t-1","isDeleted":true}"#] { let _: TokenDeletion = try one.read(body) }
    let failure = #expect(throws: SwedbankPayFailure.self) { try one.read("", 500) as TokenDeletion }
    #expect(failure?.kind == .unknownOutcome)
  }

  @Test("The older list is read, too")
  func olderList() throws {
    let tokens: PayerTokens = try SwedbankPayCall.getTokens(payerReference: "p1", version: .v2).read(
      #"""
      {"payerOwnedPaymentTokens":{"id":"/psp/x","payerReference":"p1","paymentTokens":[{"paymentToken":"t-1",
      "instrument":"CreditCard","operations":[\#(Self.delete)]}]},"operations":[]}
      """#)
    #expect(tokens.tokens.first?.kind == .known(.payment))
    #expect(tokens.tokens.first?.token.reveal() == "t-1")
    #expect(try SwedbankPayCall.deleteToken(tokens.tokens[0], comment: "x").method == .patch)
  }

  @Test("Another payer's tokens are no answer")
  func otherPayer() throws {
    let call = try SwedbankPayCall.getTokens(payerReference: "p2")
    #expect(throws: SwedbankPayFailure.self) { try call.read(Self.tokens) as PayerTokens }
  }

  @Test("A check-in is of version 2.0, and gives a script")
  func checkIn() throws {
    let call = try SwedbankPayCall.startCheckIn(language: .swedish, shippingCountries: ["SE", "NO"])
    #expect(call.version == .v2)
    #expect(call.target == "/psp/consumers")
    #expect(
      call.json == [
        "operation": "initiate-consumer-session", "language": "sv-SE",
        "shippingAddressRestrictedToCountryCodes": ["SE", "NO"], "requireShippingAddress": true,
      ])
    let without = try SwedbankPayCall.startCheckIn(language: .swedish, shippingCountries: nil)
    #expect(without.json?["requireShippingAddress"] == false)
    #expect(without.json?["shippingAddressRestrictedToCountryCodes"] == nil)
    let script = Answers.operation("view-consumer-identification", "GET", "https://ecom.payex.com/consumers/x.js")
    let checkIn: CheckIn = try call.read(#"{"token":"7e38","operations":[\#(script)]}"#)
    #expect(checkIn.token.reveal() == "7e38")
    #expect(checkIn.operations[.viewConsumerIdentification]?.href == "https://ecom.payex.com/consumers/x.js")
    #expect(throws: SwedbankPayFailure.self) { try call.read(#"{"token":"7e38","operations":[]}"#) as CheckIn }
  }

  @Test("A check-in has countries of ISO 3166-1, or asks for no address")
  func countries() throws {
    let pointer = "/shippingAddressRestrictedToCountryCodes"
    #expect(
      try refusedField { try SwedbankPayCall.startCheckIn(language: .english, shippingCountries: []) } == pointer)
    #expect(
      try refusedField { try SwedbankPayCall.startCheckIn(language: .english, shippingCountries: ["SE", "no"]) }
        == "\(pointer)/1")
  }
}
