import FerryCheckout
import FerryCore
import FerryEngine
import FerryHTTP
import FerryProvider
import FerryTesting
import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOCore
import Testing

@Suite("Limits of the merchant backend for Swedbank Pay's SDKs")
struct MerchantBackendTrustTests {
  @Test("Payer, tokens, items, texts and references of the app's order do not reach Swedbank Pay")
  func figures() async throws {
    try await ServedSDK.run { served in
      let app = try await served.app(.android)
      let payer = #"{"payerReference":"hostile","email":"hostile@example.com","msisdn":"+46700031337"}"#
      let more = #"""
        "payer":\#(payer),"metadata":{"hostile":31337},"initiatingSystemUserAgent":"hostile/1","recurrenceToken":"hostile",
        "riskIndicator":{"deliveryEmailAddress":"hostile@example.com"},"implementation":"hostile","subsite":"hostile",
        """#
      let order = RecordedBody.order(.android, code: try await app.code(), payee: "hostile", more: more)
        .replacing("Token\":false", with: "Token\":true").replacing("Menu\":false", with: "Menu\":true")
        .replacing("Test \\u00e5 order", with: "hostile").replacing("\"unitPrice\":1", with: "\"unitPrice\":31337")
        .replacing("\"payeeReference\":\"\"", with: "\"payeeReference\":\"hostile\",\"siteId\":\"hostile\"")
        .replacing("\"urls\":{", with: "\"urls\":{\"callbackUrl\":\"https://hostile.example/\",")
      _ = try await app.order(.post, "paymentorders", order)
      let sent = try #require(served.world.editor.requests.first { $0.request.path?.hasPrefix(Self.orders) == true })
      let text = String(decoding: sent.body, as: UTF8.self)
      #expect(text.contains(#""amount":8980"#) && text.contains(#""vatAmount":816"#), "\(text)")
      for word in ["hostile", "31337", "Token\":true", "Menu\":true"] {
        #expect(order.contains(word) && !text.contains(word), "\(word)")
      }
    }
  }

  private static let orders = "/psp/paymentorders"

  @Test("A change is an abort or another instrument: no amounts are changed, and none are sent along")
  func changes() async throws {
    try await ServedSDK.run { served in
      let app = try await served.app(.ios)
      let body = RecordedBody.order(.ios, code: try await app.code(), more: #""instrument":"CreditCard","#)
      let order = try await app.order(.post, "paymentorders", body)
      let href = try #require(order["set-instrument"]?.href)
      let amounts = #""amount":1,"vatAmount":0,"transaction":{"amount":1}"#
      for operation in ["UpdateOrder", "PaymentAttemptAborted", "Capture", "abort", ""] {
        let change = #"{"href":"\#(href)","paymentorder":{"operation":"\#(operation)",\#(amounts)}}"#
        #expect(try await app.ask(.patch, "patch", change).type == "mobilesdk/badrequest", "\(operation)")
      }
      #expect(changes(served).isEmpty)
      let set = RecordedBody.instrument("Swish", href).replacing("Swish\"", with: "Swish\",\(amounts)")
      #expect(try await app.order(.patch, "patch", set).instrument == "Swish")
      let sent = try #require(changes(served).first)
      #expect(
        String(decoding: sent.body, as: UTF8.self)
          == #"{"paymentorder":{"instrument":"Swish","operation":"SetInstrument"}}"#)
      // The payment order offers the change at another address now.
      let id = try #require(order.id)
      served.world.editor.edit { $0.replacing(ProviderWorld.sandboxOrigin + id, with: "/moved" + id) }
      #expect(try await app.ask(.patch, "patch", set).type == "mobilesdk/unauthorized")
      #expect(changes(served).count == 1)
    }
  }

  private func changes(_ served: ServedSDK) -> [SealedRequest] {
    served.world.editor.requests.filter { $0.request.method == .patch }
  }

  @Test("Addresses of other hosts and other orders are not relayed")
  func foreignAddresses() async throws {
    try await ServedSDK.run { served in
      let app = try await served.app(.ios)
      let order = try await app.pay(try await app.code())
      let other = try await served.app(.ios, "cart-2")
      let foreign = try #require(try await other.pay(try await other.code())["abort"]?.href)
      let href = try #require(order["abort"]?.href)
      let path = href.dropFirst(ProviderWorld.sandboxOrigin.count)
      let requests = served.world.sandbox.requestCount
      let api = ProviderWorld.sandboxOrigin
      let hosts = [
        "https://evil.example", "http://127.0.0.2:3081", "http://127.0.0.1:3082", "https://127.0.0.1:3081",
        "\(api)@evil.example", "\(api).evil.example", "//evil.example", "\(api)1",
      ]
      let others = [foreign, "\(href)/../x", "javascript:1", "\(api)/psp/consumers", ""]
      for wrong in hosts.map({ $0 + path }) + others {
        let abort = try await app.ask(.patch, "patch", RecordedBody.abort(wrong))
        #expect(abort.type == "mobilesdk/unauthorized", "\(wrong)")
        let instrument = try await app.ask(.patch, "patch", RecordedBody.instrument("Swish", wrong))
        #expect(instrument.type == "mobilesdk/unauthorized", "\(wrong)")
      }
      #expect(served.world.sandbox.requestCount == requests, "The provider was asked.")
      let stored = RecordedBody.order(.ios, code: try await app.code(), more: #""paymentToken":"t","#)
      #expect(try await app.ask(.post, "paymentorders", stored).type == "mobilesdk/unauthorized")
    }
  }

  @Test(
    "The access token follows no address at another host, not even one that Swedbank Pay's answer names",
    arguments: [
      "http://127.0.0.2:3081", "http://127.0.0.1:3082", "https://127.0.0.1:3081", "//127.0.0.2:3081",
      "http://127.0.0.1:3081@127.0.0.2:3081", "http://127.0.0.1:3081.evil.example", "http://127.0.0.1:30811",
    ])
  func foreignAnswers(_ host: String) async throws {
    try await ServedSDK.run { served in
      let app = try await served.app(.ios)
      let body = RecordedBody.order(
        .ios, code: try await app.code(), isV3: false, more: #""instrument":"CreditCard","#)
      let order = try await app.order(.post, "paymentorders", body)
      let (id, link) = (try #require(order.id), try #require(order.setInstrument))
      let href = try #require(order["update-paymentorder-abort"]?.href)
      served.world.editor.edit { $0.replacing(ProviderWorld.sandboxOrigin + id, with: host + id) }
      let named = try await app.send(.post, "expand", #"{"resource":"\#(id)","expand":[]}"#)
      #expect(String(buffer: named.body).contains(host + id), "The answer names it.")
      for (path, body) in [(link, RecordedBody.instrument("Swish")), ("patch", RecordedBody.abort(href))] {
        guard case .problem = try await app.ask(.patch, path, body) else {
          Issue.record("\(path) is no problem.")
          continue
        }
      }
      #expect(changes(served).isEmpty)
      #expect(served.world.editor.requests.allSatisfy { $0.request.authority == "127.0.0.1:3081" })
    }
  }

  @Test("Two secrets of an installation are none")
  func twoSecrets() async throws {
    try await ServedSDK.run { served in
      let app = try await served.app(.ios)
      let name = try #require(HTTPField.Name(SDKAccess.secretHeader))
      var headers: HTTPFields = [name: try #require(app.installation)]
      #expect(try await served.get("/ferry/sdk/swedbank-pay/", headers).status == .ok)
      headers.append(HTTPField(name: name, value: try #require(app.installation)))
      #expect(try await served.get("/ferry/sdk/swedbank-pay/", headers).status == .unauthorized)
    }
  }

  enum End: CaseIterable { case paid, cancelled, expired }

  @Test(
    "A checkout that has ended makes no new payment order, shows no stored cards and gives no code",
    arguments: End.allCases)
  func ended(_ end: End) async throws {
    try await ServedSDK.run { served in
      let app = try await served.app(.ios, options: #"{"payerReference":"customer-7"}"#)
      let time = served.world.time
      var order: OfficialSDK.PaymentOrder?
      if end == .expired {
        try await time.sleep(for: .seconds(1_500))
      } else {
        order = try await app.pay(try await app.code())
      }
      let code = try await app.code()
      let list = "payers/customer-7/paymentTokens"
      #expect(try await app.ask(.get, list, code: code).type == "notfound", "The payer has no list yet.")
      switch end {
      case .paid: try app.approve(try #require(order))
      case .cancelled: _ = try await served.world.engine.submit(.cancel(.buyer), to: app.id)
      case .expired: try await time.sleep(for: .seconds(1_500))
      }
      let file = try await served.world.reach(app.id) { $0.isFinal }
      let (created, changes) = (served.created.count, changes(served).count)
      let answer = try await app.ask(.post, "paymentorders", RecordedBody.order(.ios, code: code))
      if let order {
        guard case .success(let same) = answer else { throw ProviderWorld.Stuck(description: "\(answer)") }
        #expect(same.id == order.id)
      } else {
        #expect(answer.type == "mobilesdk/badrequest")
      }
      #expect(try await app.ask(.get, list, code: code).type == "mobilesdk/unauthorized")
      #expect(try await app.askForCode().status == .conflict)
      #expect(served.created.count == created && self.changes(served).count == changes)
      let after = try await app.file()
      #expect(after.checkout == file.checkout && served.world.moved(after) == (end == .paid ? [8_980, 0] : [0, 0]))
    }
  }
}
