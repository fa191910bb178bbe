import AmazonPay
import FerryCore
import FerryHTTP
import Foundation
import Testing

@Suite("Objects on the wire")
struct ModelTests {
  private func decode<Value: Decodable>(_ text: String, as type: Value.Type = Value.self) throws -> Value {
    try JSONDecoder().decode(type, from: Data(text.utf8))
  }

  @Test("Decodes an open session completely")
  func openSession() throws {
    let session: CheckoutSession = try decode(Answers.openSession)
    #expect(session.checkoutSessionId == Answers.sessionId)
    #expect(session.state == .known(.open))
    #expect(session.statusDetails.reason == nil)
    #expect(session.statusDetails.lastUpdated == .signing)
    #expect(session.webCheckoutDetails?.amazonPayRedirectUrl?.hasPrefix("https://payments.amazon.co.jp/") == true)
    #expect(session.webCheckoutDetails?.checkoutReviewReturnUrl == "https://shop.example/review?nonce=abc")
    #expect(session.webCheckoutDetails?.checkoutCancelUrl == nil)
    #expect(session.productType == .known(.payAndShip))
    #expect(session.paymentDetails?.paymentIntent == .known(.authorizeWithCapture))
    #expect(session.paymentDetails?.canHandlePendingAuthorization == false)
    #expect(session.paymentDetails?.chargeAmount?.money == .yen(9878))
    #expect(session.merchantMetadata?.merchantReferenceId == "ORDER-1")
    #expect(session.buyer?.name == "山田 太郎")
    #expect(session.buyer?.email == "taro@example.com")
    #expect(session.shippingAddress?.stateOrRegion == "東京都")
    #expect(session.shippingAddress?.city == nil)
    #expect(session.shippingAddress?.postalCode == "100-0005")
    #expect(session.paymentPreferences.map(\.paymentDescriptor) == ["Amazon Pay"])
    #expect(session.constraints.isEmpty)
    #expect(session.expirationTimestamp == .signing + .seconds(86_400))
    #expect(session.releaseEnvironment == .known(.sandbox))
  }

  @Test("A session without a buyer has constraints, and keeps unknown ones")
  func newSession() throws {
    let session: CheckoutSession = try decode(Answers.newSession)
    #expect(session.buyer == nil)
    #expect(session.paymentPreferences.isEmpty)
    #expect(
      session.constraints.map(\.kind) == [
        .known(.buyerNotAssociated), .known(.chargeAmountNotSet), .unknown("SomethingNew"),
      ])
    #expect(session.creationTimestamp == .signing)
  }

  @Test("A completed session has the ids of its charge and permission")
  func completedSession() throws {
    let session: CheckoutSession = try decode(Answers.completedSession)
    #expect(session.state == .known(.completed))
    #expect(session.chargeId == Answers.chargeId)
    #expect(session.chargePermissionId == Answers.chargePermissionId)
    #expect(session.paymentDetails == nil)
  }

  @Test(
    "A canceled session has a reason",
    arguments: [
      ("BuyerCanceled", Open<CheckoutSession.Reason>.known(.buyerCanceled)), ("Declined", .known(.declined)),
      ("AmazonCanceled", .known(.amazonCanceled)), ("Expired", .known(.expired)), ("Solar", .unknown("Solar")),
    ])
  func canceledSession(_ text: String, _ reason: Open<CheckoutSession.Reason>) throws {
    let session: CheckoutSession = try decode(Answers.canceledSession(text))
    #expect(session.state == .known(.canceled))
    #expect(session.statusDetails.reason == reason)
  }

  @Test("Decodes a charge completely; an uncaptured one has no captured amount")
  func charge() throws {
    let charge: Charge = try decode(Answers.charge("Captured"))
    #expect(charge.state == .known(.captured))
    #expect(charge.chargeAmount?.money == .yen(9878))
    #expect(charge.captureAmount?.money == .yen(9878))
    #expect(charge.refundedAmount?.money == .yen(0))
    let authorized: Charge = try decode(Answers.charge("Authorized", captured: "null"))
    #expect(authorized.captureAmount == nil)
  }

  @Test("A charge permission has a list of reasons, and its times may be milliseconds")
  func chargePermission() throws {
    let permission: ChargePermission = try decode(Answers.chargePermission)
    #expect(permission.state == .known(.nonChargeable))
    #expect(permission.statusDetails.reasons == [.known(.chargeInProgress), .unknown("SomethingNew")])
    #expect(permission.creationTimestamp == .signing)
    #expect(permission.statusDetails.lastUpdated == .signing)
    #expect(permission.limits?.amountLimit?.money == .yen(9878))
    #expect(permission.limits?.amountBalance?.money == .yen(0))
  }

  @Test("Keeps unknown states unchanged")
  func unknownState() throws {
    let charge: Charge = try decode(Answers.charge("HalfCaptured"))
    #expect(charge.state == .unknown("HalfCaptured"))
    #expect(charge.state.known == nil)
    let text = String(decoding: try JSONEncoder().encode(charge.state), as: UTF8.self)
    #expect(text == #""HalfCaptured""#)
    #expect(try decode(text, as: Open<Charge.State>.self) == charge.state)
  }

  @Test(
    "Decodes amounts exactly, from strings or numbers, and compares them as decimals",
    arguments: [
      (#"{"amount":"9878","currencyCode":"JPY"}"#, Money?.some(.yen(9878))),
      (#"{"amount":9878,"currencyCode":"JPY"}"#, .yen(9878)),
      (#"{"amount":"100.00","currencyCode":"JPY"}"#, .yen(100)),
      (#"{"amount":100.00,"currencyCode":"JPY"}"#, .yen(100)),
      (#"{"amount":"12.5","currencyCode":"EUR"}"#, Money(minorUnits: 1250, .eur)),
      (#"{"amount":0.1,"currencyCode":"EUR"}"#, Money(minorUnits: 10, .eur)),
      (#"{"amount":4586.43,"currencyCode":"USD"}"#, Money(minorUnits: 458_643, .usd)),
      (#"{"amount":90071992547409.93,"currencyCode":"USD"}"#, Money(minorUnits: 9_007_199_254_740_993, .usd)),
      (#"{"amount":"9.5","currencyCode":"JPY"}"#, nil),
      (#"{"amount":"1e3","currencyCode":"JPY"}"#, nil),
      (#"{"amount":"","currencyCode":"JPY"}"#, nil),
      (#"{"amount":"99999999999999999999","currencyCode":"JPY"}"#, nil),
      (#"{"amount":"1","currencyCode":"XXX"}"#, nil),
    ])
  func amounts(_ text: String, _ money: Money?) throws {
    #expect(try decode(text, as: Price.self).money == money)
  }

  @Test(
    "Encodes amounts as strings with the currency's decimals",
    arguments: [
      (Money.yen(9878), #"{"amount":"9878","currencyCode":"JPY"}"#),
      (Money(minorUnits: 1250, .eur), #"{"amount":"12.50","currencyCode":"EUR"}"#),
      (Money(minorUnits: 5, .usd), #"{"amount":"0.05","currencyCode":"USD"}"#),
    ])
  func writtenAmounts(_ money: Money, _ text: String) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    #expect(String(decoding: try encoder.encode(Price(money)), as: UTF8.self) == text)
  }

  @Test(
    "Treats a field of an undocumented type as missing",
    arguments: [
      "buyer", "shippingAddress", "paymentDetails", "webCheckoutDetails", "merchantMetadata", "paymentPreferences",
      "constraints", "chargeId", "creationTimestamp", "releaseEnvironment", "productType", "storeId",
    ], ["17", "\"text\"", "true", "[1,[2],null]", "{\"state\":5}", "null"])
  func wrongTypes(_ field: String, _ value: String) throws {
    let text = """
      {"checkoutSessionId":"a","statusDetails":{"state":"Open"},"\(field)":\(value),"x":{"y":[]}}
      """
    #expect(try decode(text, as: CheckoutSession.self).state == .known(.open))
  }

  @Test("People and addresses print as redacted, also inside a session")
  func personalData() throws {
    let session: CheckoutSession = try decode(Answers.openSession)
    var dumped = ""
    dump(session, to: &dumped)
    for text in ["\(session)", String(reflecting: session), dumped] {
      for personal in ["山田", "taro@example.com", "丸の内", "0312345678", "100-0005", "amzn1.account"] {
        #expect(!text.contains(personal))
      }
    }
  }
}
