import FerryCore
import FerryHTTP
import PlacetoPay
import Testing

@Suite("Answers")
struct AnswerTests {
  private static let ok = #"{"status":"OK","reason":"PC","message":"x","date":"2023-10-18T15:00:00-05:00"}"#
  private static let page = "https://checkout-test.placetopay.com/spa/session/2630139/c9085e82debb82b0955579098be3d7ca"

  private func session(_ members: String, id: String = "2630139") throws -> SessionInformation {
    try PlacetoPayCall.querySession("2630139").read(#"{"requestId":\#(id),\#(members)}"#)
  }

  private func transaction(_ members: String) throws -> Transaction {
    let session = try session(#""status":\#(Self.ok),"payment":[{"status":\#(Self.ok),\#(members)}]"#)
    return try #require(session.payment.first)
  }

  @Test("A created session has id and page, whatever the HTTP status", arguments: [200, 201, 400])
  func created(_ httpStatus: Int) throws {
    let call = try PlacetoPayCall.createSession(.sample())
    for id in ["2630139", "\"2630139\""] {
      let created = try call.read(
        CreatedSession.self, httpStatus, #"{"status":\#(Self.ok),"requestId":\#(id),"processUrl":"\#(Self.page)"}"#)
      #expect(created.requestId == "2630139")
      #expect(created.processUrl == Self.page)
      #expect(created.status.state == .known(.ok))
    }
  }

  @Test(
    "Without OK and both ids there is no session",
    arguments: [
      #"{"status":{"status":"OK"},"requestId":1}"#, #"{"status":{"status":"OK"},"processUrl":"https://x.example"}"#,
      #"{"status":{"status":"OK"},"requestId":1,"processUrl":""}"#,
      #"{"status":{"status":"PENDING"},"requestId":1,"processUrl":"https://x.example"}"#,
      #"{"status":{"status":"OK"},"requestId":"1/../2","processUrl":"https://x.example"}"#, "{}", "",
    ])
  func notCreated(_ body: String) throws {
    let call = try PlacetoPayCall.createSession(.sample())
    let failure = #expect(throws: PlacetoPayFailure.self) { try call.read(CreatedSession.self, 200, body) }
    #expect(failure?.kind == .unknownOutcome)
  }

  @Test("A paid session is read completely")
  func paid() throws {
    let session = try session(
      #"""
      "status":{"status":"APPROVED","reason":"00","message":"Aprobada","date":"2023-10-18T15:02:42-05:00"},
      "request":{"locale":"es_CO","payer":{"document":1040035000,"documentType":"CC","name":"Ana","surname":"Ruiz",
        "email":"ana@shop.example","mobile":3001234567,"address":{"city":"Bogotá"}},
        "payment":{"reference":"ORDER-1","amount":{"currency":"COP","total":"12000.0000"},"allowPartial":false,
          "shipping":{"name":"Eva"}},
        "fields":[{"keyword":"_processUrl_","value":"https://x.example","displayOn":"none"}],
        "returnUrl":"https://shop.example/paid","somethingNew":1},
      "payment":[{"status":{"status":"APPROVED","reason":"00","message":"Aprobada","date":"2023-10-18T15:02:40-05:00"},
        "internalReference":1598634446,"reference":"ORDER-1","paymentMethod":"visa","paymentMethodName":"Visa",
        "issuerName":"JPMORGAN CHASE BANK","amount":{"from":{"currency":"COP","total":12000},
          "to":{"currency":"USD","total":2.52},"factor":0.00021},
        "authorization":"000000","receipt":170658163,"franchise":"CR_VS","refunded":false,
        "processorFields":[{"keyword":"lastDigits","value":"****1111","displayOn":"none"},
          {"keyword":"installments","value":1}]}],
      "subscription":null,"autopay":null
      """#)
    #expect(session.requestId == "2630139")
    #expect(session.status.state == .known(.approved))
    #expect(session.status.reason == .known(.success))
    #expect(session.status.moment == PlacetoPayTime.moment("2023-10-18T20:02:42Z"))
    #expect(session.request?.reference == "ORDER-1")
    #expect(session.request?.total == .cop(12_000))
    #expect(session.request?.payer?.document == "1040035000")
    #expect(session.request?.payer?.documentType == .known(.cc))
    #expect(session.request?.payer?.mobile == "3001234567")
    #expect(session.request?.shipping?.name == "Eva")
    #expect(session.request?.fields.first?.keyword == "_processUrl_")
    let transaction = try #require(session.payment.first)
    #expect(transaction.internalReference == "1598634446")
    #expect(transaction.amount?.from == .cop(12_000))
    #expect(transaction.amount?.to == Money(minorUnits: 252, .usd))
    #expect(transaction.amount?.factor == "0.00021")
    #expect(transaction.receipt == "170658163")
    #expect(transaction.lastDigits == "1111")
    #expect(!transaction.refunded)
    #expect(session.subscription == nil)
  }

  @Test("A session without an attempt has no payment", arguments: [#","payment":null"#, "", #","payment":[]"#])
  func noAttempt(_ payment: String) throws {
    let session = try session(#""status":{"status":"PENDING","reason":"PC","message":null}\#(payment)"#)
    #expect(session.payment.isEmpty)
    #expect(session.request == nil)
  }

  @Test(
    "A session with an unreadable transaction decides nothing",
    arguments: [
      #""payment":[{"status":{"status":"APPROVED"}}]"#, #""payment":[{"internalReference":1}]"#, #""payment":{}"#,
      #""payment":"x""#, #""payment":[null]"#,
    ])
  func unreadableTransaction(_ payment: String) {
    let failure = #expect(throws: PlacetoPayFailure.self) {
      try session(#""status":{"status":"PENDING"},\#(payment)"#)
    }
    #expect(failure?.kind == .transient)
  }

  @Test("Ids beyond 2^53 are exact")
  func largeIds() throws {
    let session: SessionInformation = try PlacetoPayCall.querySession("9007199254740993").read(
      #"{"requestId":9007199254740993,"status":\#(Self.ok),"payment":null}"#)
    #expect(session.requestId == "9007199254740993")
    #expect(try transaction(#""internalReference":9223372036854775807"#).internalReference == "9223372036854775807")
    #expect(try transaction(#""internalReference":"9007199254740993""#).internalReference == "9007199254740993")
  }

  @Test(
    "Amounts are read exactly, as number or text, or not at all",
    arguments: [
      (#""COP","total":267032.0000"#, Money(minorUnits: 26_703_200, .cop)),
      (#""COP","total":"1000000.00""#, .cop(1_000_000)),
      (#""CLP","total":576"#, Money(minorUnits: 576, Currency("CLP")!)),
      (#""CLP","total":"576.00""#, Money(minorUnits: 576, Currency("CLP")!)),
      (#""USD","total":0.1"#, Money(minorUnits: 10, .usd)),
      (#""USD","total":90071992547409.93"#, Money(minorUnits: 9_007_199_254_740_993, .usd)),
      (#""CLP","total":576.5"#, nil), (#""USD","total":1.005"#, nil), (#""???","total":1"#, nil),
      (#""USD","total":null"#, nil), (#""USD","total":"about 5""#, nil),
    ])
  func amounts(_ wire: String, _ money: Money?) throws {
    let read = try transaction(#""internalReference":1,"amount":{"from":{"currency":\#(wire)}}"#)
    #expect(read.amount != nil)
    #expect(read.amount?.from == money)
  }

  @Test(
    "A reason may be text, number or null",
    arguments: [
      (#""?C""#, Status.Reason.cancelledByBuyer.rawValue), ("0", "0"), ("401", "401"), (#""ZZ""#, "ZZ"), ("null", nil),
    ])
  func reasons(_ wire: String, _ reason: String?) throws {
    let session = try session(#""status":{"status":"REJECTED","reason":\#(wire)}"#)
    #expect(session.status.reason?.text == reason)
    #expect(session.status.state == .known(.rejected))
  }

  @Test("An unknown status stays open")
  func unknownStatus() throws {
    #expect(try session(#""status":{"status":"PONDERING"}"#).status.state == .unknown("PONDERING"))
  }

  @Test("A saved card has its token, if it was saved")
  func subscription() throws {
    func read(_ state: String) throws -> SubscriptionResult? {
      try session(
        #"""
        "status":{"status":"APPROVED"},"subscription":{"type":"token","status":{"status":"\#(state)","reason":"00"},
        "instrument":[{"keyword":"token","value":"\#(String(repeating: "a1", count: 32))"},
        {"keyword":"validUntil","value":"2029-12-31"}]}
        """#
      ).subscription
    }
    let saved = try #require(try read("OK"))
    #expect(saved.kind == .known(.token))
    #expect(saved.instrument.last?.value == "2029-12-31")
    #expect(saved.savedInstrument == .sample)
    #expect(try read("FAILED")?.savedInstrument == nil)
  }

  @Test("The session of a cancellation is in a member of its own")
  func cancelled() throws {
    let session: SessionInformation = try PlacetoPayCall.cancelSession("2630139").read(
      #"""
      {"status":{"status":"OK","reason":"00"},"session":{"requestId":2630139,
      "status":{"status":"REJECTED","reason":"MC"},"payment":null}}
      """#)
    #expect(session.status.state == .known(.rejected))
    #expect(session.status.reason == .known(.cancelledByMerchant))
  }

  @Test("An answer about another session is none")
  func otherSession() {
    #expect(throws: PlacetoPayFailure.self) { try session(#""status":{"status":"APPROVED"}"#, id: "2630140") }
  }

  @Test("An action's transaction may have a new id, and its status is its own")
  func action() throws {
    let call = try PlacetoPayCall.reverse("1598634446")
    let done: TransactionResult = try call.read(
      #"{"status":{"status":"APPROVED","reason":"00"},"payment":{"status":\#(Self.ok),"internalReference":1598634447}}"#
    )
    #expect(done.transaction.internalReference == "1598634447")
    let failed: TransactionResult = try PlacetoPayCall.confirm("1").read(
      #"{"status":{"status":"FAILED","reason":"BR"},"payment":{"status":{"status":"FAILED"},"internalReference":1}}"#)
    #expect(failed.status.state == .known(.failed))
  }

  @Test("A token is deleted by either answer", arguments: ["OK", "APPROVED"])
  func invalidated(_ state: String) throws {
    let call = try PlacetoPayCall.invalidateToken(.sample)
    let answer: TokenInvalidation = try call.read(#"{"status":{"status":"\#(state)","reason":"00"}}"#)
    #expect(answer.status.reason == .known(.success))
  }
}
