import AmazonPay
import CryptoExtras
import FerryCore
import FerryHTTP
import FerryTesting
import Foundation
import HTTPTypes
import Testing

@Suite("Requests")
struct AmazonPayCallTests {
  static let id = Answers.sessionId

  private func text(_ call: AmazonPayCall) -> String { String(decoding: call.body, as: UTF8.self) }

  private var update: CheckoutSessionUpdate {
    CheckoutSessionUpdate(
      checkoutResultReturnUrl: "https://shop.example/result",
      payment: RequestedPayment(.authorizeWithCapture, .yen(9878), canHandlePendingAuthorization: false),
      merchantMetadata: MerchantMetadata(merchantReferenceId: "ORDER-1"))
  }

  @Test("Reading a session")
  func read() throws {
    let account = try TestAccount.make()
    let request = try account.request(for: .getCheckoutSession(Self.id), at: .signing)
    #expect(request.method == .get)
    #expect(request.scheme == "https")
    #expect(request.authority == "pay-api.amazon.jp")
    #expect(request.path == "/v2/checkoutSessions/\(Self.id)")
    #expect(request.headerFields[.accept] == "application/json")
    #expect(request.headerFields[.contentType] == "application/json")
    #expect(request.headerFields[.amazonPayHost] == "pay-api.amazon.jp")
    #expect(request.headerFields[.amazonPayRegion] == "jp")
    #expect(request.headerFields[.amazonPayDate] == "20250102T030405Z")
    #expect(request.headerFields[.amazonPayIdempotencyKey] == nil)
    #expect(request.headerFields[.userAgent]?.hasPrefix("ferry/") == true)
    try expectSigned(request, body: [])
  }

  @Test("Updating a session")
  func updateSession() throws {
    let call = try AmazonPayCall.updateCheckoutSession(Self.id, update, in: .sandbox)
    #expect(
      text(call) == """
        {"merchantMetadata":{"merchantReferenceId":"ORDER-1"},"paymentDetails":{"canHandlePendingAuthorization":false,\
        "chargeAmount":{"amount":"9878","currencyCode":"JPY"},"paymentIntent":"AuthorizeWithCapture"},\
        "webCheckoutDetails":{"checkoutResultReturnUrl":"https://shop.example/result"}}
        """)
    let request = try TestAccount.make(publicKeyId: "AHEXAMPLE").request(for: call, at: .signing)
    #expect(request.method == .patch)
    #expect(request.path == "/sandbox/v2/checkoutSessions/\(Self.id)")
    #expect(request.headerFields[.amazonPayIdempotencyKey] == nil)
    try expectSigned(request, body: call.body)
  }

  @Test("Completing a session")
  func complete() throws {
    let key = try IdempotencyKey("0123456789abcdef0123456789ABC-_z")
    let call = try AmazonPayCall.completeCheckoutSession(Self.id, .yen(9878), key)
    #expect(text(call) == #"{"chargeAmount":{"amount":"9878","currencyCode":"JPY"}}"#)
    let account = try TestAccount.make(sandboxURL: "http://127.0.0.1:3081/amazon")
    let request = try account.request(for: call, at: .signing)
    #expect(request.method == .post)
    #expect(request.scheme == "http")
    #expect(request.authority == "127.0.0.1:3081")
    #expect(request.path == "/amazon/v2/checkoutSessions/\(Self.id)/complete")
    #expect(request.headerFields[.amazonPayHost] == "127.0.0.1")
    #expect(request.headerFields[.amazonPayIdempotencyKey] == key.text)
    try expectSigned(request, body: call.body)
  }

  @Test("Reading a charge and a charge permission")
  func readCharge() throws {
    let account = try TestAccount.make(mode: .live, region: .europe, publicKeyId: "AHEXAMPLE")
    #expect(
      try account.request(for: .getCharge("P02-0000000-0000000-C000000"), at: .signing).path
        == "/live/v2/charges/P02-0000000-0000000-C000000")
    #expect(
      try account.request(for: .getChargePermission("P02-0000000-0000000"), at: .signing).path
        == "/live/v2/chargePermissions/P02-0000000-0000000")
  }

  @Test("Capturing, cancelling and refunding a charge, and reading a refund")
  func moneyOperations() throws {
    let account = try TestAccount.make()
    let key = try IdempotencyKey("0001")
    let charge = Answers.chargeId
    let capture = try AmazonPayCall.captureCharge(charge, .yen(9878), key)
    let cancel = try AmazonPayCall.cancelCharge(charge, reason: "buyer asked")
    let refund = try AmazonPayCall.createRefund(ofCharge: charge, .yen(100), key)
    let expected: [(AmazonPayCall, HTTPRequest.Method, String, String, String?)] = [
      (
        capture, .post, "/v2/charges/\(charge)/capture",
        #"{"captureAmount":{"amount":"9878","currencyCode":"JPY"}}"#, "0001"
      ),
      (cancel, .delete, "/v2/charges/\(charge)/cancel", #"{"cancellationReason":"buyer asked"}"#, nil),
      (
        refund, .post, "/v2/refunds",
        #"{"chargeId":"\#(charge)","refundAmount":{"amount":"100","currencyCode":"JPY"}}"#, "0001"
      ),
      (try .getRefund("S03-1234567-1234567-R123456"), .get, "/v2/refunds/S03-1234567-1234567-R123456", "", nil),
    ]
    for (call, method, path, body, key) in expected {
      let request = try account.request(for: call, at: .signing)
      #expect(request.method == method)
      #expect(request.path == path)
      #expect(text(call) == body)
      #expect(request.headerFields[.amazonPayIdempotencyKey] == key)
      try expectSigned(request, body: call.body)
    }
    #expect(throws: InvalidField(field: "cancellationReason", .missing)) {
      try AmazonPayCall.cancelCharge(charge, reason: "")
    }
    #expect(throws: InvalidField(field: "cancellationReason", .tooLong(limit: 255))) {
      try AmazonPayCall.cancelCharge(charge, reason: String(repeating: "x", count: 256))
    }
    #expect(throws: InvalidField(field: "refundAmount", .notPositive)) {
      try AmazonPayCall.createRefund(ofCharge: charge, .yen(0), key)
    }
    #expect(throws: InvalidField(field: "captureAmount", .notPositive)) {
      try AmazonPayCall.captureCharge(charge, .yen(0), key)
    }
  }

  @Test("A retry has the same key and bytes with a new date")
  func repeated() throws {
    let account = try TestAccount.make()
    let call = try AmazonPayCall.completeCheckoutSession(Self.id, .yen(1), IdempotencyKey("k"))
    let stored = try AmazonPayCall(call.operation, call.objectId, body: call.body, idempotencyKey: call.idempotencyKey)
    #expect(stored == call)
    let first = try account.request(for: call, at: .signing)
    let second = try account.request(for: stored, at: .signing + .seconds(3600))
    #expect(second.path == first.path)
    #expect(second.headerFields[.amazonPayIdempotencyKey] == first.headerFields[.amazonPayIdempotencyKey])
    #expect(second.headerFields[.amazonPayDate] == "20250102T040405Z")
    try expectSigned(second, body: stored.body)
  }

  @Test(
    "A malformed id never becomes part of a path",
    arguments: ["", "..", "a/b", "a?b", "a b", "a%2Fb", "é", "a\r\nb", String(repeating: "a", count: 65)])
  func ids(_ id: String) {
    #expect(throws: InvalidField.self) { try AmazonPayCall.getCheckoutSession(id) }
    #expect(!AmazonPayCall.isWellFormed(id))
  }

  @Test(
    "An idempotency key has 1 to 32 characters of its alphabet",
    arguments: ["", "key with blanks", "ключ", "a/b", "01234567-89ab-cdef-0123-456789abcdef"])
  func keys(_ text: String) {
    #expect(throws: InvalidField.self) { try IdempotencyKey(text) }
  }

  @Test("Finds too long values before sending, in UTF-16 units")
  func lengths() throws {
    let metadata: [(WritableKeyPath<MerchantMetadata, String?>, String, Int)] = [
      (\.merchantReferenceId, "merchantMetadata.merchantReferenceId", 256),
      (\.merchantStoreName, "merchantMetadata.merchantStoreName", 50),
      (\.noteToBuyer, "merchantMetadata.noteToBuyer", 255),
      (\.customInformation, "merchantMetadata.customInformation", 4096),
    ]
    for (path, field, limit) in metadata {
      var update = update
      update.merchantMetadata?[keyPath: path] = String(repeating: "店", count: limit)
      _ = try AmazonPayCall.updateCheckoutSession(Self.id, update, in: .live)
      update.merchantMetadata?[keyPath: path] = String(repeating: "店", count: limit - 1) + "🎁"
      expect(update, .live, field, .tooLong(limit: limit))
    }
    var update = update
    let prefix = "https://shop.example/"
    update.checkoutResultReturnUrl = prefix + String(repeating: "x", count: 512 - prefix.count)
    _ = try AmazonPayCall.updateCheckoutSession(Self.id, update, in: .live)
    update.checkoutResultReturnUrl? += "x"
    expect(update, .live, "webCheckoutDetails.checkoutResultReturnUrl", .tooLong(limit: 512))
    update = self.update
    update.payment.softDescriptor = "FERRY SHOP TOKYO"
    _ = try AmazonPayCall.updateCheckoutSession(Self.id, update, in: .live)
    update.payment.softDescriptor = "FERRY店SHOP TOKYO"
    expect(update, .live, "paymentDetails.softDescriptor", .tooManyBytes(limit: 16))
  }

  @Test(
    "Addresses need https for live, and scheme and host always",
    arguments: [
      ("http://shop.example/result", FieldRule?.none, FieldRule?.some(.notHTTPS)),
      ("https://shop.example/result", nil, nil),
      ("shop.example/result", .notAnAddress, .notAnAddress),
      ("/result", .notAnAddress, .notAnAddress),
      ("https:///result", .notAnAddress, .notAnAddress),
      ("javascript:alert(1)", .notAnAddress, .notAnAddress),
      ("https://shop.example/お店", .notAnAddress, .notAnAddress),
      ("https://shop.example/a b", .notAnAddress, .notAnAddress),
      ("", .notAnAddress, .notAnAddress),
    ])
  func addresses(_ address: String, _ sandbox: FieldRule?, _ live: FieldRule?) {
    var update = update
    update.checkoutResultReturnUrl = address
    expect(update, .sandbox, "webCheckoutDetails.checkoutResultReturnUrl", sandbox)
    expect(update, .live, "webCheckoutDetails.checkoutResultReturnUrl", live)
  }

  @Test(
    "Amounts are above zero and at most the maximum charge",
    arguments: [
      (Money.yen(0), FieldRule?.some(.notPositive)),
      (.yen(-1), .notPositive),
      (.yen(1), nil),
      (.yen(10_000_000), nil),
      (.yen(10_000_001), .aboveMaximum("10000000 JPY")),
      (Money(minorUnits: 15_000_000, .eur), nil),
      (Money(minorUnits: 15_000_001, .eur), .aboveMaximum("150000.00 EUR")),
      (Money(minorUnits: 15_000_001, .usd), .aboveMaximum("150000.00 USD")),
      (Money(minorUnits: 15_000_001, .gbp), .aboveMaximum("150000.00 GBP")),
    ])
  func amounts(_ amount: Money, _ fault: FieldRule?) {
    var update = update
    update.payment.chargeAmount = amount
    expect(update, .live, "paymentDetails.chargeAmount", fault)
  }

  @Test("Refuses a currency with three decimals")
  func threeDecimals() throws {
    var update = update
    update.payment.chargeAmount = Money(minorUnits: 1000, try #require(Currency("KWD")))
    expect(update, .live, "paymentDetails.chargeAmount", .decimalsNotSupported)
    #expect(throws: InvalidField(field: "chargeAmount", .decimalsNotSupported)) {
      try AmazonPayCall.completeCheckoutSession(
        Self.id, Money(minorUnits: 1000, try #require(Currency("KWD"))), IdempotencyKey("k"))
    }
  }

  @Test("Refuses fields that exclude each other")
  func exclusions() {
    var pending = update
    pending.payment.canHandlePendingAuthorization = true
    expect(pending, .live, "paymentDetails.canHandlePendingAuthorization", .notWithAuthorizeWithCapture)
    pending.payment.paymentIntent = .authorize
    expect(pending, .live, "", nil)
    var descriptor = update
    descriptor.payment.paymentIntent = .authorize
    descriptor.payment.softDescriptor = "FERRY"
    expect(descriptor, .live, "paymentDetails.softDescriptor", .needsAuthorizeWithCapture)
  }

  private func expect(
    _ update: CheckoutSessionUpdate, _ environment: AmazonPayEnvironment, _ field: String,
    _ fault: FieldRule?, _ location: SourceLocation = #_sourceLocation
  ) {
    do {
      _ = try AmazonPayCall.updateCheckoutSession(Self.id, update, in: environment)
      #expect(fault == nil, sourceLocation: location)
    } catch {
      #expect(fault.map { InvalidField(field: field, $0) } == error, sourceLocation: location)
      #expect(error.description.hasPrefix(error.pointer), sourceLocation: location)
    }
  }

  private func expectSigned(_ request: HTTPRequest, body: [UInt8]) throws {
    let canonical = CanonicalRequest(request, body: body, signing: RequestSigner.signedHeaders)
    let header = try #require(request.headerFields[.authorization])
    #expect(header.contains("SignedHeaders=\(canonical.signedHeaders), "))
    let base64 = try #require(header.split(separator: "Signature=", maxSplits: 1).last)
    let signature = _RSA.Signing.RSASignature(
      rawRepresentation: try #require(Data(base64Encoded: String(base64))))
    let publicKey = try _RSA.Signing.PublicKey(pemRepresentation: SigningTestKey.publicKey)
    #expect(publicKey.isValidSignature(signature, of: canonical.stringToSign(.v2), .v2))
  }
}
