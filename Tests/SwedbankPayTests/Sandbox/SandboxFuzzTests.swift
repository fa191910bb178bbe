import FerryCore
import FerrySandbox
import FerryTesting
import FerryWeb
import Foundation
import HTTPTypes
import Testing

@testable import SwedbankPaySandbox

@Suite("Random requests to Swedbank Pay's sandbox", .serialized)
struct SandboxFuzzTests {
  private static let fuzzing = Fuzzing(pieces: [
    "9223372036854775807", "-9223372036854775808", "1000000000000", "0.5", "1e999", "\"amount\":", "\"vatAmount\":0",
    "\"orderItems\":[{}],", "\"operation\":\"Verify\",", "\"instrument\":\"Swish\",", "\\u0000", "\\uD83D", "\"\"",
    "null",
    "\"paymentToken\":\"x\",", "[]", "{}", "javascript://x", "shop://x",
  ])

  private let shop: TestShop

  init() throws { shop = try TestShop() }

  private static let headers: HTTPFields = [
    .authorization: "Bearer \(TestShop.token)", .contentType: "application/json;version=3.1",
  ]

  @Test("Every random body is performed or refused with a problem, and no money is created")
  func bodies() async throws {
    let paid = try await shop.paid("PAID", amount: 1_000_000)
    let open = try await shop.create("OPEN", ["instrument": "CreditCard"]).id
    func text(_ value: JSONValue) -> String { String(decoding: value.bytes, as: UTF8.self) }
    let operation = #"{"transaction":{"amount":7,"vatAmount":1,"description":"d","payeeReference":"C1"}}"#
    let samples: [(HTTPRequest.Method, String, String)] = [
      (.post, "/psp/paymentorders", text(TestShop.request("NEW", ["payer": ["payerReference": "c"]]))),
      (.post, "\(paid)/captures", operation), (.post, "\(paid)/reversals", operation),
      (.patch, open, #"{"paymentorder":{"operation":"UpdateOrder","amount":9,"vatAmount":1}}"#),
      (.patch, open, #"{"paymentorder":{"operation":"SetInstrument","instrument":"Swish"}}"#),
      (
        .post, "/psp/consumers",
        #"{"operation":"initiate-consumer-session","language":"sv-SE","requireShippingAddress":false}"#
      ),
      (.patch, "/psp/paymentorders/paymenttokens/x", #"{"state":"Deleted","comment":""}"#),
    ]
    try await Self.fuzzing.run("bodies of requests to Swedbank Pay's sandbox") { generator in
      guard let (method, path, body) = samples.randomElement(using: &generator) else { return }
      let answer = try await shop.send(
        method, path, Self.fuzzing.mutated(Array(body.utf8), &generator), Self.headers)
      #expect(answer.status < 500)
      #expect((answer.status >= 400) == (answer.headers[.contentType] == "application/problem+json"))
      guard path == "/psp/paymentorders", answer.status == 201 else { return }
      _ = try? shop.act(.approve, answer.id)
      #expect(try await shop.get(answer.id, expand: "paid,orderItems,payer,urls").status == 200)
    }
    for order in shop.sandbox.money {
      #expect(order.refunded.minorUnits <= order.captured.minorUnits)
      #expect(order.captured.minorUnits <= order.authorized.minorUnits)
    }
  }

  @Test("Forms and paths of any kind are answered by the pages")
  func forms() async throws {
    let browser = ScriptlessBrowser(shop.sandbox)
    let token = try shop.token(try await shop.create().id)
    let forms = [
      ("checkout/\(token)/card", "number=5510000000009631&expiry=12%2F27&code=123"),
      ("menu/\(token)/select", "instrument=Swish"), ("menu/\(token)/start", "instrument=Swish"),
      ("app/\(token)", "act=decline"), ("checkout/\(token)/invoice", "identity=600307"),
      ("externalresourcehost/trampoline?target=https%3A%2F%2Fshop.example%2F", ""),
    ]
    try await Self.fuzzing.run("forms of Swedbank Pay's sandbox") { generator in
      guard let (path, form) = forms.randomElement(using: &generator) else { return }
      let fields = String(decoding: Self.fuzzing.mutated(Array(form.utf8), &generator), as: UTF8.self)
      let posted = try await browser.send(.post, "/\(path)", fields)
      let odd = String(decoding: Self.fuzzing.mutated(Array("/\(path)".utf8), &generator), as: UTF8.self)
      let shown = try await browser.send(.get, odd, "")
      #expect(posted.status < 500 && shown.status < 500)
    }
  }
}
