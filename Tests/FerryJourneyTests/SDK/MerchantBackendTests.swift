import FerryCheckout
import FerryCore
import FerryEngine
import FerryProvider
import FerrySandbox
import FerryTesting
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Testing

@Suite("Merchant backend for Swedbank Pay's SDKs")
struct MerchantBackendTests {
  @Test(
    "An app pays by the official SDK, and the engine's word decides", arguments: OfficialSDK.allCases, [true, false])
  func paid(_ sdk: OfficialSDK, isV3: Bool) async throws {
    try await ServedSDK.run { served in
      let app = try await served.app(sdk)
      let discovery = try await app.send(.get, "")
      // The SDK for Android keeps it by this, and not with `no-store`.
      #expect(discovery.headers[.cacheControl] == "private, max-age=86400")
      let links = try discovery.content(as: [String: String].self)
      #expect(
        links == [
          "consumers": "/ferry/sdk/swedbank-pay/consumers", "paymentorders": "/ferry/sdk/swedbank-pay/paymentorders",
        ])
      let order = try await app.pay(try await app.code(), isV3: isV3)
      #expect(try await app.file().checkout.phase.name == .paying)
      try app.approve(order, isV3: isV3)
      #expect(try await app.file().checkout.phase.name == .paying, "The SDK's page decides nothing.")
      let file = try await served.world.finish(app.id)
      #expect(file.checkout.phase == .paid)
      #expect(served.world.moved(file) == [8_980, 0])
    }
  }

  @Test("The payment order has the shop's payee, items and price, and the app's addresses byte for byte")
  func content() async throws {
    try await ServedSDK.run { served in
      for sdk in OfficialSDK.allCases {
        let app = try await served.app(sdk, "cart of \(sdk)")
        let code = try await app.code()
        let body = RecordedBody.order(sdk, code: code, payee: "00000000-0000-0000-0000-000000000001")
        _ = try await app.order(.post, "paymentorders", body)
        let file = try await app.file()
        let sent = try #require(served.created.last)
        let text = String(decoding: sent.content, as: UTF8.self)
        #expect(!text.contains(code), "The code went to the provider.")
        #expect(!text.contains("00000000-0000-0000-0000-000000000001"))
        #expect(text.replacing("\\/", with: "/").contains(#""paymentUrl":"\#(RecordedBody.payment(sdk))""#))
        #expect(!text.contains("Free"), "An item of the app went to the provider.")
        #expect(file.buyerFacts?.userAgent?.hasPrefix("SwedbankPaySDK-") == true)
        #expect(file.buyerFacts?.ipAddress == "203.0.113.9")
        #expect(!"\(file.roundTrips)".contains(code), "A code is stored as its digest.")
        #expect(!"\(file.roundTrips)".contains(try #require(app.installation)))
      }
    }
  }

  @Test("After a restart of the app the same request gets the same payment order", arguments: OfficialSDK.allCases)
  func restoration(_ sdk: OfficialSDK) async throws {
    try await ServedSDK.run { served in
      let app = try await served.app(sdk)
      let code = try await app.code()
      let first = try await app.pay(code)
      try await served.world.time.sleep(for: .seconds(1_000))
      let second = try await app.pay(code)
      #expect(first.id == second.id)
      // The code has expired, and its installation may repeat it all the same.
      try await served.world.time.sleep(for: .seconds(700))
      #expect(try await app.pay(code).id == first.id)
      // Each showing has a code of its own, and the controller that is restored may be an earlier one.
      #expect(try await app.pay(try await app.code()).id == first.id)
      #expect(try await app.pay(code).id == first.id)
      #expect(served.created.count == 1)
      // Its addresses cannot be changed any more.
      let other = RecordedBody.order(sdk, code: code, payment: RecordedBody.payment(sdk) + "2")
      #expect(try await app.ask(.post, "paymentorders", other).type == "mobilesdk/badrequest")
    }
  }

  @Test("The answer is Swedbank Pay's own about the payment order, as it is now")
  func ownWords() async throws {
    try await ServedSDK.run { served in
      let app = try await served.app(.ios)
      let body = RecordedBody.order(.ios, code: try await app.code())
      _ = try await app.send(.post, "paymentorders", body)
      served.world.editor.edit { $0.replacing("{\"paymentOrder\"", with: "{\"note\":[1.50, null],\"paymentOrder\"") }
      let answer = try await app.send(.post, "paymentorders", body)
      #expect(String(buffer: answer.body).hasPrefix("{\"note\":[1.50, null],\"paymentOrder\""))
      // The menu's address is good for a short time: it comes from the provider each time.
      served.world.editor.edit { $0.replacing("/checkout/client/", with: "/checkout/client/now/") }
      #expect(String(buffer: try await app.send(.post, "paymentorders", body).body).contains("/checkout/client/now/"))
    }
  }

  @Test("An answer that was lost is repeated, and makes no second payment order")
  func lostAnswer() async throws {
    try await ServedSDK.run { served in
      let app = try await served.app(.ios)
      let code = try await app.code()
      async let one = app.pay(code)
      async let two = app.pay(code)
      let orders = try await [one, two]
      #expect(orders[0].id == orders[1].id)
      #expect(served.created.count == 1)
    }
  }

  @Test("If Swedbank Pay's answer is lost, an order is made again, and the app is given and pays one order only")
  func providerAnswerLost() async throws {
    try await ServedSDK.run { served in
      let app = try await served.app(.ios)
      let code = try await app.code()
      served.world.sandbox.plan(.dropAfterExecution, on: "createOrder")
      let first = try await app.pay(code)
      #expect(served.world.sandbox.calls("createOrder") > 1)
      #expect(try await app.pay(code).id == first.id)
      try app.approve(first)
      let file = try await served.world.finish(app.id)
      #expect(file.checkout.phase == .paid)
      #expect(served.world.moved(file) == [8_980, 0])
      #expect(served.world.sandbox.money.flatMap(\.payments).count == 1)
    }
  }

  @Test("Abort cancels the checkout, and is answered by the provider's word", arguments: OfficialSDK.allCases)
  func abort(_ sdk: OfficialSDK) async throws {
    try await ServedSDK.run { served in
      let app = try await served.app(sdk)
      let order = try await app.pay(try await app.code())
      let href = try #require(order["abort"]?.href)
      let aborted = try await app.order(.patch, "patch", RecordedBody.abort(href))
      #expect(aborted.id == order.id && aborted["abort"] == nil)
      let file = try await served.world.reach(app.id) { $0.isFinal }
      #expect(file.checkout.phase.name == .cancelled)
      #expect(served.world.moved(file) == [0, 0])
    }
  }

  @Test("A payment order that was paid meanwhile is not aborted")
  func abortedTooLate() async throws {
    try await ServedSDK.run { served in
      let app = try await served.app(.ios)
      let order = try await app.pay(try await app.code())
      try app.approve(order)
      let answer = try await app.ask(.patch, "patch", RecordedBody.abort(try #require(order["abort"]?.href)))
      #expect(answer.type == "forbidden")
      #expect(try await served.world.reach(app.id) { $0.isFinal }.checkout.phase == .paid)
    }
  }

  @Test("The instrument is set at the address that the order offers, in both versions", arguments: [true, false])
  func instrument(isV3: Bool) async throws {
    try await ServedSDK.run { served in
      let app = try await served.app(.ios)
      let body = RecordedBody.order(
        .ios, code: try await app.code(), isV3: isV3, more: #""instrument":"CreditCard","#)
      let order = try await app.order(.post, "paymentorders", body)
      #expect(order.instrument == "CreditCard")
      let changed: OfficialSDK.PaymentOrder
      if isV3 {
        #expect(order.setInstrument == nil)
        let href = try #require(order["set-instrument"]?.href)
        changed = try await app.order(.patch, "patch", RecordedBody.instrument("Swish", href))
      } else {
        let link = try #require(order.setInstrument)
        #expect(link.hasPrefix(ServedSDK.backend))
        changed = try await app.order(.patch, link, RecordedBody.instrument("Swish"))
        #expect(changed.setInstrument == link)
      }
      #expect(changed.instrument == "Swish" && changed.id == order.id)
      #expect(OfficialSDK.ios.script(changed, isV3: isV3) != nil)
    }
  }

  @Test(
    "A browser shows no menu of an order that was made for the SDK, and the SDK goes on with it",
    arguments: [true, false])
  func browser(isV3: Bool) async throws {
    try await ServedSDK.run { served in
      let app = try await served.app(.ios)
      let code = try await app.code()
      let order = try await app.pay(code, isV3: isV3)
      let file = try await app.file()
      #expect(try await served.world.engine.nextAction(.pay, for: file) == .spent)
      // The provider is asked first, because the buyer may have paid meanwhile.
      try await served.world.time.sleep(for: .seconds(61))
      let asked = served.world.sandbox.calls("getOrder")
      #expect(try await served.world.engine.nextAction(.pay, for: file) == .spent)
      #expect(served.world.sandbox.calls("getOrder") > asked)
      #expect(try await app.pay(code, isV3: isV3).id == order.id)
    }
  }

  @Test("The check-in is relayed, and parts of the order are shown, but neither cards nor tokens")
  func checkInAndParts() async throws {
    try await ServedSDK.run { served in
      let app = try await served.app(.android)
      guard case .success(let checkIn) = try await app.ask(.post, "consumers", RecordedBody.consumers) else {
        Issue.record("The check-in is no success.")
        return
      }
      #expect(checkIn["view-consumer-identification"]?.href != nil)
      let rels = ["view-consumer-identification", "redirect-consumer-identification"]
      #expect(checkIn.id == nil && checkIn.operations.allSatisfy { $0.rel.map(rels.contains) == true })
      for wrong in ["null", "[]", "[5]", #"["Sweden"]"#] {
        let body = RecordedBody.consumers.replacing(#"["SE","NO"]"#, with: wrong)
        #expect(try await app.ask(.post, "consumers", body).type == "mobilesdk/badrequest", "\(wrong)")
      }
      let order = try await app.pay(try await app.code())
      let id = try #require(order.id)
      let shown = try await app.send(.post, "expand", #"{"resource":"\#(id)","expand":["payer"]}"#)
      #expect(shown.status == .ok && shown.headers[.contentType] == "application/json")
      for name in ["paid", "cancelled", "reversed", "unknown"] {
        let hidden = try await app.ask(.post, "expand", #"{"resource":"\#(id)","expand":["\#(name)"]}"#)
        #expect(hidden.type == "mobilesdk/badrequest", "\(name)")
      }
    }
  }
}

extension OfficialSDK.Answer {
  /// The documented part of a problem's type; nil for a success.
  var type: String? {
    switch self {
    case .problem(let type, _): type.replacing("https://api.payex.com/psp/errordetail/", with: "")
    case .unexpectedContent: "unexpected content"
    case .success: nil
    }
  }
}
