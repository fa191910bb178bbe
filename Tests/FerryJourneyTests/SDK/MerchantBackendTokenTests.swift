import FerryCheckout
import FerryCore
import FerryEngine
import FerryTesting
import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOCore
import Synchronization
import Testing

@Suite("Stored cards in apps with Swedbank Pay's SDKs")
struct MerchantBackendTokenTests {
  private static let payer = "kund 7+ö"
  private static let storing = #"{"payerReference":"\#(payer)","storesCard":true}"#
  /// As `appendPathComponent` of the iOS SDK writes it.
  private static let list = "payers/kund%207+%C3%B6/paymentTokens"
  private static let deletion = #"{"state":"Deleted","comment":""}"#

  /// A buyer has paid and stored a card.
  private func store(_ served: ServedSDK, _ options: String = storing, cart: String = "first") async throws
    -> (app: AppWithSDK, order: String)
  {
    let app = try await served.app(.ios, cart, options: options)
    let order = try await app.pay(try await app.code())
    try app.approve(order)
    #expect(try await served.world.finish(app.id).checkout.phase == .paid)
    return (app, try #require(order.id))
  }

  private func cards(_ response: TestResponse) throws -> [OfficialSDK.StoredCards.Card] {
    #expect(
      response.status == .ok && response.headers[.contentType] == "application/json", "\(String(buffer: response.body))"
    )
    return try response.content(as: OfficialSDK.StoredCards.self).payerOwnedPaymentTokens.paymentTokens ?? []
  }

  @Test(
    "An app sees and deletes the stored cards of the payer whom the shop named, never their tokens",
    arguments: OfficialSDK.allCases)
  func listedAndDeleted(_ sdk: OfficialSDK) async throws {
    try await ServedSDK.run { served in
      _ = try await store(served)
      let app = try await served.app(sdk, "second", options: Self.storing)
      let code = try await app.code()
      let known = Texts()
      served.world.editor.edit { known.keep($0) }
      let response = try await app.send(.get, Self.list, code: code)
      let card = try #require(try cards(response).first)
      #expect(card.instrument == "CreditCard" && card.instrumentDisplayName?.contains("*") == true)
      #expect(card.instrumentParameters?["expiryDate"] != nil)
      let token = try #require(known.last.firstMatch(of: /"token":"([^"]+)"/)?.output.1)
      #expect(!String(buffer: response.body).contains(token), "A token left the server.")

      let link = try #require(card.mobileSDK?.delete)
      #expect(link.hasPrefix(ServedSDK.backend + "payers/"))
      let deleted = try await app.send(.patch, link, Self.deletion, code: code)
      #expect(deleted.status == .ok && deleted.headers[.contentType] == "application/json")
      #expect(String(buffer: deleted.body) == "{}")
      #expect(try await app.ask(.get, Self.list, code: code).type == "notfound")
      #expect(try await app.ask(.patch, link, Self.deletion, code: code).type == "notfound")
      // The code still starts the payment of the same installation.
      _ = try await app.pay(code)
    }
  }

  @Test("Nobody sees other cards than those of the payer whom the shop named in the code's checkout")
  func otherPayers() async throws {
    try await ServedSDK.run { served in
      let (first, _) = try await store(served)
      let other = try await served.app(.ios, "of another buyer", options: #"{"payerReference":"kund 8"}"#)
      let nobody = try await served.app(.ios, "of a guest")
      var thief = try await served.app(.ios, "second", options: Self.storing)
      let (otherCode, guestCode, ownCode) = (try await other.code(), try await nobody.code(), try await thief.code())
      _ = try await thief.send(.get, Self.list, code: ownCode)
      let own = thief
      thief.installation = SystemRandomness().token(bytes: 32)
      let requests = served.world.sandbox.requestCount
      for (name, app, code) in [
        ("another payer's checkout", other, otherCode), ("a guest's checkout", nobody, guestCode),
        ("another installation", thief, ownCode), ("no code", own, nil), ("an unknown code", own, "co_1.x"),
        ("a code of nothing", own, "x"),
      ] as [(String, AppWithSDK, String?)] {
        for (method, path) in [(HTTPRequest.Method.get, Self.list), (.patch, Self.list + "/x")] {
          let answer = try await app.ask(method, path, method == .patch ? Self.deletion : nil, code: code)
          #expect(answer.type == "mobilesdk/unauthorized", "\(name) \(method)")
        }
      }
      // A payer whose name the app has made up.
      #expect(try await own.ask(.get, "payers/kund%208/paymentTokens", code: ownCode).type == "mobilesdk/unauthorized")
      _ = try await served.world.engine.submit(.cancel(.buyer), to: own.id)
      #expect(try await own.ask(.get, Self.list, code: ownCode).type == "mobilesdk/unauthorized", "It has ended.")
      #expect(served.world.sandbox.requestCount == requests, "The provider was asked.")
      #expect(first.id != own.id)
    }
  }

  @Test("Wrong requests about stored cards get the documented problem")
  func wrongRequests() async throws {
    try await ServedSDK.run { served in
      _ = try await store(served)
      let app = try await served.app(.android, "second", options: Self.storing)
      let code = try await app.code()
      for (method, path, body, type) in [
        (.get, Self.list + "/x", nil, "mobilesdk/badrequest"),
        (.patch, Self.list, Self.deletion, "mobilesdk/badrequest"),
        (.patch, Self.list + "/x", #"{"state":"Gone","comment":""}"#, "mobilesdk/badrequest"),
        (.patch, Self.list + "/x", #"{"state":"Deleted"}"#, "mobilesdk/badrequest"),
        (.patch, Self.list + "/x", Self.deletion, "notfound"), (.get, "payers/", nil, "notfound"),
        (.get, "payers/kund%207+%C3%B6", nil, "notfound"), (.get, "payers/%FF/paymentTokens", nil, "notfound"),
        (.post, "tokens", "{}", "mobilesdk/badrequest"),
        (.post, "tokens", #"{"resource":"x"}"#, "mobilesdk/badrequest"),
      ] as [(HTTPRequest.Method, String, String?, String)] {
        #expect(try await app.ask(method, path, body, code: code).type == type, "\(method) \(path) \(body ?? "")")
      }
    }
  }

  @Test("An app learns that its payment has stored a card, and of no other payment")
  func kinds() async throws {
    try await ServedSDK.run { served in
      var (app, order) = try await store(served)
      let body = #"{"resource":"\#(order)","expand":["paid"]}"#
      let kinds = try await app.send(.post, "tokens", body)
      #expect(kinds.status == .ok && String(buffer: kinds.body) == #"{"payment":true}"#)
      app.installation = SystemRandomness().token(bytes: 32)
      #expect(try await app.ask(.post, "tokens", body).type == "mobilesdk/unauthorized")
      let (other, nothing) = try await store(served, "{}", cart: "second")
      #expect(try await other.ask(.post, "tokens", #"{"resource":"\#(nothing)"}"#).type == "notfound")
    }
  }

  @Test("Without the setting apps see no stored cards")
  func off() async throws {
    try await ServedSDK.run(settings: ["FERRY_SWEDBANK_PAY_TEST_SDK_TOKENS": "no"]) { served in
      let (app, order) = try await store(served)
      let next = try await served.app(.ios, "second", options: Self.storing)
      let code = try await next.code()
      let requests = served.world.sandbox.requestCount
      #expect(try await next.ask(.get, Self.list, code: code).type == "mobilesdk/unauthorized")
      #expect(try await app.ask(.post, "tokens", #"{"resource":"\#(order)"}"#).type == "mobilesdk/unauthorized")
      #expect(served.world.sandbox.requestCount == requests)
    }
  }
}

/// The provider's answers.
private final class Texts: Sendable {
  private let texts = Mutex<[String]>([])

  var last: String { texts.withLock { $0.last ?? "" } }

  func keep(_ text: String) -> String {
    texts.withLock { $0.append(text) }
    return text
  }
}
