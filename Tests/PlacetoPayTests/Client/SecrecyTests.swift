import FerryCore
import FerryHTTP
import PlacetoPay
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

  private let person = Person(
    document: "hidden-1", documentType: .cc, name: "hidden-2", surname: "hidden-3", company: "hidden-4",
    email: "hidden-5", mobile: "hidden-6", address: Address(city: "hidden-7", street: "hidden-8", phone: "hidden-9"))

  @Test("Requests")
  func requests() throws {
    let session = NewSession.sample { session in
      session.payer = person
      session.fields = [NameValuePair("f", "hidden-f")]
      session.payment?.shipping = person
      session.payment?.fields = [NameValuePair("f", "hidden-f")]
    }
    #expect(isSilent(session))
    #expect(isSilent(session.payment as Any))
    #expect(isSilent(person))
    let instrument = SavedInstrument(token: "hidden-t")
    #expect(isSilent(instrument))
    #expect(isSilent(NewCollection(payment: .sample(), instrument: instrument, payer: person)))
    let call = PlacetoPayCall(.createSession, path: "/api/session", content: Array("hidden-c".utf8))
    #expect(call.description == "createSession /api/session")
    #expect(Mirror(reflecting: call).children.isEmpty)
  }

  @Test("The account, and what it seals")
  func account() throws {
    let account = try PlacetoPayAccount.sample(secretKey: "hidden-key")
    #expect(isSilent(account))
    #expect(isSilent(RequestSignature(seed: "x", nonce: [1], account.secretKey)))
    let sealed = try account.seal(.createSession(.sample()), buyer: .sample, at: .sample, nonce: [1])
    #expect(sealed.description == "redacted")
    #expect(isSilent(sealed))
  }

  @Test("Answers")
  func answers() throws {
    let created: CreatedSession = try PlacetoPayCall.createSession(.sample()).read(
      #"{"status":{"status":"OK"},"requestId":7,"processUrl":"https://x.example/hidden-url"}"#)
    #expect(isSilent(created))
    #expect(created.description == "session 7")
    let session: SessionInformation = try PlacetoPayCall.querySession("7").read(
      #"""
      {"requestId":7,"status":{"status":"APPROVED","reason":"00","message":"hidden-m"},
      "request":{"payer":{"name":"hidden-n"},"returnUrl":"hidden-r","fields":[{"keyword":"_processUrl_","value":"hidden-u"}]},
      "payment":[{"status":{"status":"APPROVED"},"internalReference":1,
        "processorFields":[{"keyword":"bin","value":"hidden-b"}]}],
      "subscription":{"status":{"status":"OK"},"instrument":[{"keyword":"token","value":"hidden-t"}]}}
      """#)
    #expect(isSilent(session))
    #expect(session.description == "session 7 APPROVED 00")
    #expect(isSilent(session.request as Any))
    #expect(isSilent(session.payment))
    #expect(isSilent(session.subscription as Any))
    #expect(isSilent(session.subscription?.savedInstrument as Any))
  }

  @Test("Failures do not repeat PlacetoPay's message")
  func failures() throws {
    let failure = #expect(throws: PlacetoPayFailure.self) {
      try PlacetoPayCall.querySession("7").read(
        SessionInformation.self, 400,
        #"{"status":{"status":"FAILED","reason":"request_not_valid","message":"hidden-m"}}"#)
    }
    #expect(failure?.status?.message == "hidden-m")
    #expect(isSilent(failure as Any))
    #expect(
      failure?.description
        == "PlacetoPay refused the request. (querySession, HTTP 400, FAILED request_not_valid)")
  }
}
