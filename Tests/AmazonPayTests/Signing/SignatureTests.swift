import AmazonPay
import Crypto
import CryptoExtras
import FerryCore
import FerryHTTP
import FerryTesting
import Foundation
import HTTPTypes
import Testing

@Suite("Signatures")
struct SignatureTests {
  let key: SigningKey
  let publicKey: _RSA.Signing.PublicKey

  init() throws {
    key = try SigningKey(pem: Secret(SigningTestKey.privateKey))
    publicKey = try _RSA.Signing.PublicKey(pemRepresentation: SigningTestKey.publicKey)
  }

  @Test("A signature of another implementation with a salt of 32 bytes verifies")
  func foreignSignature() throws {
    let vector = try #require(SigningVector.all.first { $0.name == "V3" })
    let text = vector.stringToSign
    let signature = try signature(try #require(vector.signature))
    #expect(publicKey.isValidSignature(signature, of: text, .v2))
    #expect(!publicKey.isValidSignature(signature, of: text + " ", .v2))
  }

  @Test("A signature with a salt of 20 bytes does not verify under either algorithm")
  func otherSalt() throws {
    let vector = try #require(SigningVector.all.first { $0.name == "V8" })
    let text = vector.stringToSign
    let signature = try signature(try #require(vector.signature))
    #expect(!publicKey.isValidSignature(signature, of: text, .v2))
    #expect(!publicKey.isValidSignature(signature, of: text, .salt20))
  }

  @Test("Signs every vector; the signatures verify and differ each time")
  func ownSignatures() throws {
    for vector in SigningVector.all where vector.algorithm == AmazonPayAlgorithm.v2.rawValue {
      let text = vector.stringToSign
      let signature = try key.signature(of: text, .v2)
      #expect(publicKey.isValidSignature(signature, of: text, .v2))
      #expect(signature.rawRepresentation.base64EncodedString().count == 344)
      #expect(try key.signature(of: text, .v2).rawRepresentation != signature.rawRepresentation)
    }
  }

  @Test("The authorization header has algorithm, key, headers and signature")
  func authorizationHeader() throws {
    var request = HTTPRequest(method: .get, scheme: "https", authority: "pay-api.amazon.jp", path: "/v2/charges/X")
    request.headerFields[.accept] = "application/json"
    request.headerFields[.contentType] = "application/json"
    request.headerFields[.userAgent] = "ferry"
    request.headerFields[.amazonPayHost] = "pay-api.amazon.jp"
    request.headerFields[.amazonPayRegion] = "jp"
    let signer = RequestSigner(publicKeyId: TestAccount.publicKeyId, key: key)
    let signed = try signer.signed(request, body: [], at: .signing)
    #expect(signed.headerFields[.amazonPayDate] == "20250102T030405Z")
    let header = try #require(signed.headerFields[.authorization])
    let prefix = """
      AMZN-PAY-RSASSA-PSS-V2 PublicKeyId=SANDBOX-AHEXAMPLEKEYID0000000000, \
      SignedHeaders=accept;content-type;x-amz-pay-date;x-amz-pay-host;x-amz-pay-region, Signature=
      """
    #expect(header.hasPrefix(prefix))
    let canonical = CanonicalRequest(signed, body: [], signing: RequestSigner.signedHeaders)
    let signature = try signature(String(header.dropFirst(prefix.count)))
    #expect(publicKey.isValidSignature(signature, of: canonical.stringToSign(.v2), .v2))
  }

  @Test("The button payload's hash equals the one in the official libraries' tests")
  func officialButtonHash() {
    let payload = """
      {"storeId":"amzn1.application-oa2-client.xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx","webCheckoutDetails":\
      {"checkoutReviewReturnUrl":"https://localhost/test/CheckoutReview.php",\
      "checkoutResultReturnUrl":"https://localhost/test/CheckoutResult.php"}}
      """
    #expect(
      RequestSigner.stringToSign(payloadJSON: payload, .salt20)
        == "AMZN-PAY-RSASSA-PSS\n8dec52d799607be40f82d5c8e7ecb6c171e6591c41b1111a576b16076c89381c")
  }

  @Test("Signs a button payload unchanged, and verifies another implementation's signature")
  func buttonPayload() throws {
    let vector = try #require(SigningVector.all.first { $0.name == "V3" })
    let text = RequestSigner.stringToSign(payloadJSON: vector.body, .v2)
    #expect(text == "AMZN-PAY-RSASSA-PSS-V2\n12b9405511f3bf1104d20b238419a70b53fb521e33174eb9676dda90fc45f5af")
    #expect(publicKey.isValidSignature(try signature(ButtonVector.v2.signature), of: text, .v2))
    #expect(!publicKey.isValidSignature(try signature(ButtonVector.salt20.signature), of: text, .v2))

    let signer = RequestSigner(publicKeyId: TestAccount.publicKeyId, key: key)
    let signed = try signer.signed(ButtonPayload(uncheckedJSON: vector.body))
    #expect(signed.payloadJSON == vector.body)
    #expect(signed.algorithm == .v2)
    #expect(signed.publicKeyId == TestAccount.publicKeyId)
    #expect(publicKey.isValidSignature(try signature(signed.signature), of: text, .v2))
  }

  @Test("A button payload has sorted keys and unescaped slashes, the same each time")
  func buttonPayloadText() throws {
    var session = NewCheckoutSession(
      storeId: TestAccount.storeId, checkoutReviewReturnUrl: "https://shop.example/review?nonce=a_b-c",
      checkoutCancelUrl: "https://shop.example/cancel")
    session.scopes = [.name, .shippingAddress]
    let payload = try ButtonPayload(session, in: .live)
    #expect(
      payload.json == """
        {"scopes":["name","shippingAddress"],"storeId":"\(TestAccount.storeId)","webCheckoutDetails":\
        {"checkoutCancelUrl":"https://shop.example/cancel",\
        "checkoutReviewReturnUrl":"https://shop.example/review?nonce=a_b-c"}}
        """)
  }

  @Test("Checks a button payload's addresses before signing")
  func buttonPayloadAddresses() {
    #expect(
      throws: InvalidField(field: "webCheckoutDetails.checkoutReviewReturnUrl", .notHTTPS)
    ) {
      try ButtonPayload(
        NewCheckoutSession(storeId: TestAccount.storeId, checkoutReviewReturnUrl: "http://shop.example/review"),
        in: .live)
    }
    #expect(throws: InvalidField(field: "webCheckoutDetails.checkoutCancelUrl", .tooLong(limit: 512))) {
      try ButtonPayload(
        NewCheckoutSession(
          storeId: TestAccount.storeId, checkoutReviewReturnUrl: "https://shop.example/review",
          checkoutCancelUrl: "https://shop.example/" + String(repeating: "x", count: 500)),
        in: .live)
    }
  }

  private func signature(_ base64: String) throws -> _RSA.Signing.RSASignature {
    _RSA.Signing.RSASignature(rawRepresentation: try #require(Data(base64Encoded: base64)))
  }
}
