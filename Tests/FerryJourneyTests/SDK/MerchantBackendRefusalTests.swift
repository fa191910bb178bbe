import FerryCheckout
import FerryCore
import FerryEngine
import FerrySandbox
import FerryServer
import FerryTesting
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import Testing

@Suite("Refusals of the merchant backend for Swedbank Pay's SDKs")
struct MerchantBackendRefusalTests {
  @Test("Other amounts, another currency and foreign addresses are refused, and nothing is committed")
  func wrongOrders() async throws {
    try await ServedSDK.run { served in
      let app = try await served.app(.ios)
      let code = try await app.code()
      let before = try await app.file()
      let backend = ServedSDK.backend
      let wrong: [(String, String)] = [
        ("amount", RecordedBody.order(.ios, code: code, amount: 1)),
        ("VAT", RecordedBody.order(.ios, code: code, vat: 0)),
        ("currency", RecordedBody.order(.ios, code: code, currency: "NOK")),
        ("host", RecordedBody.order(.ios, code: code, host: "https://evil.example/")),
        ("payment URL", RecordedBody.order(.ios, code: code, payment: "https://evil.example/pay")),
        ("prefix", RecordedBody.order(.ios, code: code, payment: backend.dropLast() + "-evil/pay")),
        ("dot segments", RecordedBody.order(.ios, code: code, payment: backend + "../../notify")),
        ("encoded dots", RecordedBody.order(.ios, code: code, payment: backend + "x/%2E%2e/y")),
        (
          "an app that is not registered",
          RecordedBody.order(
            .ios, code: code,
            payment: backend + "sdk-callback/ios-universal-link?scheme=other&language=sv-SE&id=1#tablets")
        ),
        (
          "a package that is not registered",
          RecordedBody.order(.ios, code: code, payment: backend + "sdk-callback/android-intent?package=com.evil")
        ),
        ("space", RecordedBody.order(.ios, code: code, payment: backend + "a b")),
        ("operation", RecordedBody.order(.ios, code: code).replacing("Purchase", with: "Verify")),
        ("version", RecordedBody.order(.ios, code: code).replacing("Checkout3", with: "Checkout4")),
        ("amount as a fraction", RecordedBody.order(.ios, code: code).replacing("8980", with: "8980.5")),
        ("no JSON", "{"), ("no object", "[]"), ("no order", "{}"), ("empty", ""),
        ("no code", RecordedBody.order(.ios, code: "")),
      ]
      for (name, body) in wrong {
        let answer = try await app.ask(.post, "paymentorders", body)
        #expect(answer == .problem(type: Self.type("mobilesdk/badrequest"), status: 400), "\(name)")
      }
      let after = try await app.file()
      #expect(after == before && served.created.isEmpty)
      _ = try await app.pay(code)
    }
  }

  @Test("Addresses of which no payment order can be made are refused, and the checkout can still be paid")
  func impossibleAddresses() async throws {
    try await ServedSDK.run { served in
      let app = try await served.app(.ios)
      let code = try await app.code()
      let before = try await app.file()
      let complete = ServedSDK.backend + "complete"
      let urls = "/paymentorder/urls"
      let wrong = [
        ("no cancel URL", RecordedBody.order(.ios, code: code, cancel: nil), "\(urls)/cancelUrl"),
        ("one URL for two ends", RecordedBody.order(.ios, code: code, cancel: complete), urls),
        ("the payment URL for an end", RecordedBody.order(.ios, code: code, payment: complete), urls),
        ("version 2", RecordedBody.order(.ios, code: code, isV3: false, payment: complete), urls),
        (
          "an apostrophe", RecordedBody.order(.ios, code: code, complete: complete + "?app=It's"), "\(urls)/completeUrl"
        ),
        ("a host", RecordedBody.order(.ios, code: code, host: ServedSDK.backend + "?'"), "\(urls)/hostUrls/0"),
      ]
      for (name, body, source) in wrong {
        let response = try await app.send(.post, "paymentorders", body)
        #expect(OfficialSDK.ios.read(response).type == "mobilesdk/badrequest", "\(name)")
        #expect(try response.content(as: Problem.self).source == source, "\(name)")
      }
      let after = try await app.file()
      #expect(after == before && served.created.isEmpty)
      try app.approve(try await app.pay(code))
      #expect(try await served.world.finish(app.id).checkout.phase == .paid)
    }
  }

  private struct Problem: Decodable {
    /// The field, as a JSON pointer into the request's body.
    let source: String
  }

  private static func type(_ name: String) -> String { "https://api.payex.com/psp/errordetail/" + name }

  @Test("Numbers as texts, unknown members, another media type and none are understood")
  func lenient() async throws {
    try await ServedSDK.run { served in
      for (index, type) in [nil, "text/plain", "application/x-www-form-urlencoded"].enumerated() {
        let app = try await served.app(.ios, "cart-\(index)")
        let body = RecordedBody.order(.ios, code: try await app.code(), more: #""shoe":{"size":[43.5,null]},"#)
          .replacing(":8980,", with: #":"8980","#).replacing(":816,", with: ":816.0,")
        let response = try await app.send(.post, "paymentorders", body, type: type)
        guard case .success = OfficialSDK.ios.read(response) else {
          Issue.record("\(type ?? "no type"): \(String(buffer: response.body))")
          continue
        }
      }
    }
  }

  @Test("Only the installation that spent the code reaches the checkout")
  func installations() async throws {
    try await ServedSDK.run { served in
      var app = try await served.app(.ios)
      let code = try await app.code()
      let own = app.installation
      let unauthorized = OfficialSDK.Answer.problem(type: Self.type("mobilesdk/unauthorized"), status: 401)
      for secret in [nil, "", "short"] {
        app.installation = secret
        for (method, path) in [(HTTPRequest.Method.get, ""), (.post, "paymentorders"), (.get, "nothing")] {
          #expect(
            try await app.ask(method, path, method == .post ? RecordedBody.order(.ios, code: code) : nil)
              == unauthorized)
        }
      }
      app.installation = own
      let order = try await app.pay(code)
      let second = try await app.code()
      app.installation = SystemRandomness().token(bytes: 32)
      for code in [code, second, "co_unknown.x", "x"] {
        #expect(try await app.ask(.post, "paymentorders", RecordedBody.order(.ios, code: code)) == unauthorized)
      }
      let id = try #require(order.id)
      let abort = RecordedBody.abort(try #require(order["abort"]?.href))
      #expect(try await app.ask(.patch, "patch", abort) == unauthorized)
      #expect(try await app.ask(.post, "expand", #"{"resource":"\#(id)","expand":["payer"]}"#) == unauthorized)
      #expect(try await app.file().checkout.phase.name == .paying)
      app.installation = own
      _ = try await app.order(.patch, "patch", abort)
    }
  }

  @Test("An expired code binds nobody")
  func expired() async throws {
    try await ServedSDK.run { served in
      let app = try await served.app(.ios)
      let code = try await app.code()
      try await served.world.time.sleep(for: .seconds(1_801))
      #expect(
        try await app.ask(.post, "paymentorders", RecordedBody.order(.ios, code: code)).type == "mobilesdk/unauthorized"
      )
      _ = try await app.pay(try await app.code())
    }
  }

  @Test("Every error is a problem that the SDKs read: paths, methods, sizes and rates")
  func problems() async throws {
    let rates = RateLimits(key: nil, address: RateLimit(perMinute: 60, burst: 12), checkout: nil)
    try await ServedSDK.run(rates: rates) { served in
      let app = try await served.app(.android)
      func expect(_ type: String, _ status: Int, _ response: TestResponse) {
        for sdk in OfficialSDK.allCases {
          #expect(sdk.read(response) == .problem(type: Self.type(type), status: status))
        }
        #expect(response.status.code == status)
      }
      expect("notfound", 404, try await app.send(.get, "nothing"))
      expect("notfound", 404, try await app.send(.post, "paymentorders/x", "{}"))
      let wrong = try await app.send(.get, "paymentorders")
      expect("mobilesdk/badrequest", 405, wrong)
      #expect(wrong.headers[.allow] == "POST")
      expect("mobilesdk/badrequest", 405, try await app.send(.delete, "patch"))
      expect("mobilesdk/badrequest", 405, try await app.send(.put, ""))
      let large = String(repeating: "x", count: 65_537)
      expect("mobilesdk/badrequest", 413, try await app.send(.post, "paymentorders", large))
      for _ in 0..<12 { _ = try await app.send(.get, "") }
      let limited = try await app.send(.get, "")
      expect("mobilesdk/badrequest", 429, limited)
      #expect(limited.headers[.retryAfter] != nil)
    }
  }

  @Test("A checkout that has ended, or was begun in a browser, is not paid by the SDK")
  func otherWays() async throws {
    try await ServedSDK.run { served in
      let ended = try await served.app(.ios)
      let code = try await ended.code()
      _ = try await served.world.engine.submit(.cancel(.buyer), to: ended.id)
      #expect(
        try await ended.ask(.post, "paymentorders", RecordedBody.order(.ios, code: code)).type == "mobilesdk/badrequest"
      )
      let begun = try await served.app(.ios, "cart-2")
      let second = try await begun.code()
      _ = try await served.world.engine.update(begun.id) { file, _ in file.buyerFacts = ProviderWorld.buyer }
      _ = try await served.world.beforePayment(try await begun.file())
      #expect(
        try await begun.ask(.post, "paymentorders", RecordedBody.order(.ios, code: second)).type
          == "mobilesdk/badrequest")
    }
  }
}
