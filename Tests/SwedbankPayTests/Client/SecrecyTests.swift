import FerryCore
import FerryHTTP
import SwedbankPay
import Testing

/// Everything that may not appear in a log.
@Suite("Secrets and personal data are never printed")
struct SecrecyTests {
  private func isSilent(_ value: Any) -> Bool {
    var dumped = ""
    dump(value, to: &dumped)
    let texts = [String(describing: value), String(reflecting: value), dumped]
    return !texts.contains { $0.contains("hidden-") }
  }

  private func payer() -> Payer {
    var payer = Payer(payerReference: "hidden-1", firstName: "hidden-2", lastName: "hidden-3", email: "hidden-4")
    payer.nationalIdentifier = NationalIdentifier("hidden-5", countryCode: "SE")
    payer.shippingAddress = PostalAddress(addressee: "hidden-6", streetAddress: "hidden-7", city: "hidden-8")
    return payer
  }

  @Test("Requests")
  func requests() throws {
    let order = try NewPaymentOrder.sample {
      $0.payer = payer()
      $0.token = StoredToken(.payment, "hidden-t")
      $0.metadata = ["m": "hidden-m"]
      $0.riskIndicator = RiskIndicator()
      $0.riskIndicator?.deliveryEmailAddress = "hidden-e"
    }
    #expect(isSilent(order))
    #expect(isSilent(order.payer as Any))
    #expect(isSilent(order.token as Any))
    #expect(isSilent(order.riskIndicator as Any))
    let call = try SwedbankPayCall.createPaymentOrder(order)
    #expect(isSilent(call))
    #expect(call.description == "createPaymentOrder")
    let tokens = try SwedbankPayCall.getTokens(payerReference: "hidden-p")
    #expect(isSilent(tokens))
    #expect(try SwedbankPayCall.abort(.sample()).description == "abort \(Answers.id)")
  }

  @Test("The account, and what it seals")
  func account() throws {
    let account = try SwedbankPayAccount.sample(accessToken: "hidden-token")
    #expect(isSilent(account))
    let sealed = try account.seal(.createPaymentOrder(.sample()), buyer: .sample, sessionID: .sample)
    #expect(sealed.description == "redacted")
    #expect(isSilent(sealed))
  }

  @Test("Answers")
  func answers() throws {
    let node = #"""
      ,"payer":{"name":"hidden-n","shippingAddress":{"city":"hidden-c"}},
      "metadata":{"a":"hidden-m"},"urls":{"completeUrl":"hidden-u"},
      "paid":{"number":1,"tokens":[{"type":"payment","token":"hidden-t","name":"hidden-p"}],
        "details":{"msisdn":"hidden-s","maskedPan":"hidden-p"}}
      """#
    let operation = Answers.operation("view-checkout", "GET", "https://ecom.payex.com/hidden-h")
    let order = try PaymentOrder.sample(Answers.order("Paid", operations: [operation], node))
    #expect(isSilent(order))
    #expect(order.description == "payment order \(Answers.id) Paid")
    #expect(isSilent(order.nodes))
    #expect(isSilent(order.nodes.paid as Any))
    #expect(isSilent(order.nodes.paid?.tokens as Any))
    #expect(isSilent(order.nodes.paid?.details as Any))
    #expect(isSilent(order.nodes.payer as Any))
    #expect(isSilent(order.nodes.metadata as Any))
    #expect(isSilent(order.operations))
    let tokens: PayerTokens = try SwedbankPayCall.getTokens(payerReference: "hidden-r").read(
      #"""
      {"payerOwnedTokens":{"payerReference":"hidden-r","tokens":[{"tokenType":"Payment","token":"hidden-t",
      "instrumentDisplayName":"hidden-n","operations":[]}]}}
      """#)
    #expect(isSilent(tokens))
    #expect(isSilent(tokens.tokens))
    let script = Answers.operation("view-consumer-identification", "GET", "https://ecom.payex.com/hidden-h")
    let checkIn: CheckIn = try SwedbankPayCall.startCheckIn(language: .swedish, shippingCountries: nil).read(
      #"{"token":"hidden-t","operations":[\#(script)]}"#)
    #expect(isSilent(checkIn))
  }

  @Test("Failures print type, session and fields, and no text of Swedbank Pay's")
  func failures() throws {
    let body = #"""
      {"type":"https://api.payex.com/psp/errordetail/inputerror","title":"hidden-t","detail":"hidden-d","status":400,
      "instance":"hidden-i","action":"hidden-a","sessionId":"570ad610-3bd5-43d2-a270-ca1510562972","x":"hidden-x",
      "problems":[{"name":"PaymentOrder.Amount","description":"hidden-p"}]}
      """#
    let failure = #expect(throws: SwedbankPayFailure.self) {
      try SwedbankPayCall.createPaymentOrder(.sample()).read(body, 400) as PaymentOrder
    }
    #expect(failure?.problem?.detail == "hidden-d")
    #expect(isSilent(failure as Any))
    #expect(isSilent(failure?.problem?.problems as Any))
    #expect(
      failure?.description == """
        Swedbank Pay refused the request. (createPaymentOrder, HTTP 400, inputerror, 400, session \
        570ad610-3bd5-43d2-a270-ca1510562972, PaymentOrder.Amount)
        """)
  }

  @Test("A refused field names its rule, not its value")
  func fields() throws {
    let field = #expect(throws: InvalidField.self) {
      try SwedbankPayCall.createPaymentOrder(.sample { $0.payer = Payer(msisdn: "hidden-m") })
    }
    #expect(isSilent(field as Any))
  }
}
