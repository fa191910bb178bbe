import FerryCore
import FerrySandbox
import FerryTesting
import FerryWeb
import Foundation
import HTTPTypes
import Testing

@testable import PlacetoPaySandbox

@Suite("Random requests to PlacetoPay's sandbox", .serialized)
struct FuzzTests {
  private static let fuzzing = Fuzzing(pieces: [
    "1e-9223372036854775808", "9223372036854775807", "-9223372036854775808", "10000000000000", "\"total\":", "\"\"",
    "\"amount\":", "\"installments\":0", "\"allowPartial\":true", "\"type\":\"checkin\",", "\"additional\":[],",
    "\"agreement\":\"00\",", "\\u0000", "\\uD83D", "0000-00-00T00:00Z", "9999-12-31T23:59:59-18:00", "0.5",
  ])

  private let shop: TestShop

  init() throws { shop = try TestShop() }

  /// A body with a fresh `auth` before its first member.
  private func signed(_ text: String) -> [UInt8] {
    let auth = String(decoding: TestShop.auth(shop.time.now).bytes, as: UTF8.self)
    return Array("{\"auth\":\(auth),".utf8) + Array(text.utf8.dropFirst())
  }

  @Test("Every random body is performed or refused with a status object, and no money is created")
  func bodies() async throws {
    let (session, payment) = try await shop.paid(TestShop.payment(reference: "PAID"))
    let (_, hold) = try await shop.paid(TestShop.payment(reference: "HELD"), ["type": "checkin"])
    let saved = try await shop.create(nil, ["subscription": ["reference": "CARD"]])
    try shop.act(.approve, saved)
    let token = try #require(try await shop.query(saved)["subscription.instrument.0.value"]?.text)
    let request = String(
      decoding: TestShop.request(
        TestShop.payment(
          119_000,
          more: [
            "dispersion": [
              ["agreement": 7, "agreementType": "MERCHANT", "amount": ["currency": "COP", "total": 119_000]]
            ], "items": [["sku": 1, "qty": "2"]],
          ]), ["expiration": "2026-01-16T10:00-0500", "fields": [["keyword": "k", "value": 1]]]
      ).bytes, as: UTF8.self)
    let charge =
      #"{"payment":{"reference":"R","amount":{"currency":"COP","total":9}},"payer":{"name":"Ana"},"#
      + #""instrument":{"token":{"token":"\#(token)","installments":1}}}"#
    func operation(_ action: String, _ id: Int64) -> String {
      #"{"internalReference":\#(id),"action":"\#(action)","amount":{"currency":"COP","total":1}}"#
    }
    let samples = [
      ("/api/session", request), ("/api/collect", charge), ("/api/transaction", operation("reverse", payment)),
      ("/api/transaction", operation("reauthorization", hold)), ("/api/session/\(session)", "{}"),
      ("/api/gateway/information", #"{"instrument":{"card":{"number":"4111111111111111"}}}"#),
    ]
    try await Self.fuzzing.run("bodies of requests to PlacetoPay's sandbox") { generator in
      guard let (path, body) = samples.randomElement(using: &generator) else { return }
      let text = String(decoding: Self.fuzzing.mutated(Array(body.utf8), &generator), as: UTF8.self)
      let answer = try await shop.send(path, signed(text))
      #expect(answer.status < 500)
      #expect(answer["status.status"]?.text?.isEmpty == false)
      guard let id = answer["requestId"]?.integer else { return }
      if path == "/api/session" { _ = try? shop.act(.approve, id) }
      #expect(try await shop.query(id)["status.status"]?.text?.isEmpty == false)
    }
    #expect(try await shop.send("/control/ledger", [], method: .get).status == 200)
    for order in shop.sandbox.money {
      #expect(order.refunded.minorUnits <= order.captured.minorUnits)
      #expect(order.captured.minorUnits <= order.authorized.minorUnits)
    }
  }

  @Test("Forms and paths of any kind are answered by the pages")
  func forms() async throws {
    let browser = ScriptlessBrowser(shop.sandbox)
    let id = try await shop.create(TestShop.payment(more: ["allowPartial": true]), ["payer": ["name": "Ana"]])
    let path = try shop.sandbox.state.reading { ledger throws(APIRefusal) in try ledger.session(id) }.link.text
    let forms = [
      ("/card", "number=4110760000000016&expiry=12%2F27&code=123&installments=1&part=1"),
      ("/transfer", "bank=x&part=9"),
      ("/payer", "name=A&surname=B&email=a%40b&document=1040035000&documentType=CC"), ("?retry=1", ""),
    ]
    try await Self.fuzzing.run("forms of PlacetoPay's sandbox") { generator in
      guard let (act, form) = forms.randomElement(using: &generator) else { return }
      let fields = String(decoding: Self.fuzzing.mutated(Array(form.utf8), &generator), as: UTF8.self)
      let posted = try await browser.send(.post, path + act, fields)
      let odd = String(decoding: Self.fuzzing.mutated(Array((path + act).utf8), &generator), as: UTF8.self)
      let shown = try await browser.send(.get, odd, "")
      #expect(posted.status < 500 && shown.status < 500)
    }
  }
}
