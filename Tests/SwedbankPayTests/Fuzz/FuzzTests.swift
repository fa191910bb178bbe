import FerryCore
import FerryHTTP
import FerryTesting
import HTTPTypes
import SwedbankPay
import Testing

@Suite("Arbitrary bytes instead of Swedbank Pay's", .serialized)
struct FuzzTests {
  private static let fuzzing = Fuzzing(pieces: [
    Answers.id, "https://evil.example", "//", "\"amount\":9999999", "\"status\":\"Paid\"", "\"currency\":\"EUR\"",
    "/psp/errordetail/", "inputerror", "\"type\":\"Capture\"", "PayeeReference", ".5", "$expand",
    "2026-02-30T00:00:00Z",
    "\"paymentOrder\":", "\"operations\":[",
  ])

  private static let bodies = [
    Answers.order(), Answers.paid(Answers.transactions), Answers.problem("inputerror", 400),
    Answers.problem("creditcard/carddeclined", 403, #","problems":[{"name":"Capture","description":"x"}]"#),
    Answers.problem("systemerror", 500),
    #"{"payment":"/psp/x/1","capture":{"transaction":{"state":"Completed","payeeReference":"CAP1","amount":1}}}"#,
    #"{"payerOwnedTokens":{"payerReference":"p","tokens":[{"tokenType":"Payment","token":"t"}]},"operations":[]}"#, "",
    "<html>",
  ]

  private static let statuses = [200, 200, 200, 201, 202, 302, 400, 401, 403, 404, 409, 429, 500, 502]

  @Test("Every answer is an object or a failure; garbage is never money, nor the rejection of a change")
  func answers() throws {
    let paid = try PaymentOrder.sample(Answers.paid())
    let calls = [
      try SwedbankPayCall.createPaymentOrder(.sample()), .getPaymentOrder(.sample), try .capture(.sample(), of: paid),
      try .abort(.sample()), try .getTokens(payerReference: "p"),
    ]
    try Self.fuzzing.run("answers of Swedbank Pay", Self.bodies) { generator, bytes in
      let call = try #require(calls.randomElement(using: &generator))
      let status = Self.statuses.randomElement(using: &generator) ?? 200
      let result = Result { () throws(SwedbankPayFailure) -> PaymentOrder in
        try call.read(httpStatus: status, body: bytes)
      }
      switch result {
      case .success(let order):
        #expect((200..<300).contains(status))
        #expect(order.id == .sample || call.operation == .createPaymentOrder)
        #expect(order.description.utf8.count < 700)
        for transaction in order.nodes.financialTransactions ?? [] {
          #expect(transaction.amount.map { $0.currency == order.amount.currency } ?? true)
        }
      case .failure(let failure):
        #expect(failure.description.utf8.count < 1500)
        #expect(!failure.description.contains("\n"))
        if call.operation.changesState, failure.kind == .rejected {
          #expect(failure.problem?.knownType != nil)
          #expect((400..<500).contains(status))
        }
      }
      _ = try? call.read(TransactionAnswer.self, httpStatus: status, body: bytes)
      _ = try? call.read(PayerTokens.self, httpStatus: status, body: bytes)
      _ = try? call.read(CheckIn.self, httpStatus: status, body: bytes)
    }
  }

  @Test("No address of an answer takes the access token to another host")
  func addresses() throws {
    let account = try SwedbankPayAccount.sample()
    let samples = ["\(Answers.api)\(Answers.id)?_tc_tid=1", Answers.id, "https://evil.example/x", "//evil.example"]
    Self.fuzzing.run("addresses of Swedbank Pay", samples) { _, bytes in
      let call = SwedbankPayCall(.abort, .patch, String(decoding: bytes, as: UTF8.self), .v3_1)
      guard let sealed = try? account.seal(call, sessionID: .sample) else { return }
      #expect(sealed.request.scheme == "https")
      #expect(sealed.request.authority == "api.externalintegration.payex.com")
      #expect(sealed.request.path?.hasPrefix("/") == true)
      #expect(sealed.request.path?.utf8.allSatisfy { (0x21...0x7E).contains($0) } == true)
    }
  }

  @Test("Every callback is a hint for a path at the API's host, or none")
  func callbacks() {
    let samples = [
      #"{"orderReference":"o","paymentOrder":{"id":"\#(Answers.id)","instrument":"CreditCard","number":1}}"#,
      #"{"paymentOrder":{"id":"\#(Answers.id)"},"payment":{"id":"/psp/x"},"transaction":{"id":"/psp/y"}}"#,
    ]
    Self.fuzzing.run("callbacks of Swedbank Pay", samples) { _, bytes in
      guard let callback = PaymentCallback(bytes) else { return }
      let path = callback.paymentOrder.path
      #expect(path.hasPrefix("/") && !path.hasPrefix("//") && !path.contains("/../"))
      #expect(path.utf8.count <= 512)
    }
  }
}
