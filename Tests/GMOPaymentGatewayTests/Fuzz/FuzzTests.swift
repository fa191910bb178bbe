import FerryCore
import FerryHTTP
import FerryTesting
import GMOPaymentGateway
import Testing

@Suite("Arbitrary bytes instead of GMO's", .serialized)
struct FuzzTests {
  private static let fuzzing = Fuzzing(pieces: [
    "ErrCode=E01&ErrInfo=E01060005", "ErrInfo=", "|", "%81", "%8", "+", "Status=SALES", "Amount=9999999", "\u{FFFD}",
    "〜",
    "ソ", "Token=", "[{", "}]", "{\"errInfo\":\"E92000001\"}", "99999999999999",
  ])

  private static let bodies =
    Answers.all + [
      "ErrCode=E01|E01&ErrInfo=E01050002|E01060006", "ErrCode=E91&ErrInfo=E91099999",
      #"{"orderID":"order-0001","status":"SALES","amount":"8980"}"#,
      #"[{"errCode":"E01","errInfo":"E01050002"},{"errCode":"E01","errInfo":"E01060006"}]"#, "", "<html>",
    ]

  private static let statuses = [200, 200, 200, 200, 201, 302, 400, 404, 429, 500, 502, 503]

  @Test("Any bytes decode, and what the encoder takes of the text decodes to the same text")
  func characters() {
    let samples = ["ご購入ありがとうございます。", "ｶﾅ髙①㈱～－", "plain", "\u{E000}\u{E757}"]
    Self.fuzzing.run("bytes of Windows-31J", samples) { generator, text in
      // Half of the samples are Windows-31J, the other half anything.
      let encoded = try? CP932.encode(String(decoding: text, as: UTF8.self))
      let bytes = Self.fuzzing.mutated(encoded ?? text, &generator)
      let decoded = CP932.decode(bytes)
      #expect(decoded.text.unicodeScalars.count { $0 == "\u{FFFD}" } == decoded.malformedCount)
      #expect(decoded.text.unicodeScalars.count <= bytes.count)
      if decoded.malformedCount == 0 {
        let again = try? CP932.encode(decoded.text)
        #expect(again?.count == bytes.count, "\(bytes)")
        #expect(again.map { CP932.decode($0) } == decoded, "\(bytes)")
      } else {
        #expect(throws: UnmappableCharacter.self) { try CP932.encode(decoded.text) }
      }
    }
  }

  @Test("A text in a request arrives as it was, or is refused")
  func texts() throws {
    let account = try GMOAccount.sample()
    try Self.fuzzing.run("texts in requests", ["ご購入", "a b+c&d=e%f", "1〜2", "髙橋\\表|ソ"]) { _, bytes in
      let note = String(decoding: bytes, as: UTF8.self)
      guard
        let call = try? GMOCall.exec(
          Transaction.twoStep { $0.note = note }, orderID: Transaction.orderID, accessID: Transaction.accessID)
      else { return }
      let body = try account.seal(call, accessPass: Secret(Transaction.accessPass)).body
      #expect(body.allSatisfy { (0x21...0x7E).contains($0) })
      let received = try #require(AnswerFields(form: body))
      let expected = try CP932.decode(CP932.encode(note)).text
      #expect(received["Description"].map { Array($0.unicodeScalars) } == Array(expected.unicodeScalars))
      #expect(received.malformed.isEmpty)
    }
  }

  @Test("Every answer is an object or a failure; garbage is never money, nor the rejection of a change")
  func answers() throws {
    let calls = try GMOCall.samples()
    try Self.fuzzing.run("answers of GMO", Self.bodies) { generator, bytes in
      let call = try #require(calls.randomElement(using: &generator))
      let status = Self.statuses.randomElement(using: &generator) ?? 200
      let style = BodyStyle.allCases.randomElement(using: &generator) ?? .detected
      let result = Result { () throws(GMOFailure) -> ChangedTransaction in
        try call.read(httpStatus: status, body: bytes, style: style)
      }
      switch result {
      case .success(let changed):
        #expect(changed.orderID == Transaction.orderID)
        #expect([changed.amount, changed.tax, changed.cancelAmount].allSatisfy { $0?.isNegative != true })
      case .failure(let failure):
        #expect(failure.description.utf8.count < 500)
        #expect(!failure.description.contains("\n"))
        if call.operation.changesState, failure.kind != .unknownOutcome {
          #expect(!failure.errors.isEmpty)
          #expect(failure.errors.allSatisfy { $0.meaning != nil })
        }
      }
      _ = try? call.read(EnteredTransaction.self, httpStatus: status, body: bytes, style: style)
      _ = try? call.read(ExecutedTransaction.self, httpStatus: status, body: bytes, style: style)
      _ = try? call.read(TradeInformation.self, httpStatus: status, body: bytes, style: style)
      _ = try? call.read(BuyerDetails.self, httpStatus: status, body: bytes, style: style)
    }
  }

  @Test("Every form is a hint for a legal OrderID, or none; a changed id never has the right CheckString")
  func forms() throws {
    let account = try GMOAccount.sample()
    let samples = [Answers.settled, "ErrCode=E00&ErrInfo=E00000000", Answers.found + "&ShopID=tshop00000001&OrderID=a"]
    Self.fuzzing.run("forms of GMO", samples) { _, bytes in
      if let payment = PaymentReturn(form: bytes) {
        #expect((1...27).contains(payment.orderID.utf8.count))
        if payment.isGenuine(accessID: Transaction.accessID, for: account) {
          #expect(payment.orderID == Transaction.orderID)
          #expect(payment.amazonChargePermissionID == Transaction.permissionID)
        }
      }
      if case .changed(let orderID)? = try? ResultNotification(form: bytes, for: account) {
        #expect((1...27).contains(orderID.utf8.count))
      }
    }
  }
}
