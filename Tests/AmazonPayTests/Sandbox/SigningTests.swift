import Crypto
import FerryCore
import FerrySandbox
import FerryTesting
import HTTPTypes
import Testing

@testable import AmazonPaySandbox

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite("Request signatures")
struct SigningTests {
  private let key: VerificationKey
  private let shop: Shop

  init() throws {
    key = try VerificationKey(pem: SigningTestKey.publicKey)
    shop = try Shop()
  }

  /// The request of a vector, with the header values that its canonical form shows.
  private func request(_ vector: SigningVector) throws -> (request: HTTPRequest, names: [String]) {
    let lines = vector.canonical.split(separator: "\n", omittingEmptySubsequences: false)
    let names = lines[lines.count - 2].split(separator: ";").map(String.init)
    let target = vector.url.dropFirst("https://".count).drop { $0 != "/" }
    var request = HTTPRequest(
      method: try #require(HTTPRequest.Method(rawValue: vector.method)), scheme: "https", authority: nil,
      path: String(target))
    for line in lines.dropFirst(3).prefix(names.count) {
      let parts = line.split(separator: ":", maxSplits: 1)
      request.headerFields[try #require(HTTPField.Name(String(parts[0])))] = String(parts[1])
    }
    return (request, names)
  }

  private func bytes(_ base64: String) throws -> [UInt8] { Array(try #require(Data(base64Encoded: base64))) }

  @Test("The canonical form of every vector is computed from the request as it is sent", arguments: SigningVector.all)
  func canonicalForm(_ vector: SigningVector) throws {
    let (request, names) = try request(vector)
    let canonical = CanonicalRequest(
      method: vector.method, target: request.path ?? "", signedHeaders: names,
      value: { request.headerFields.amazonPay($0) }, body: Array(vector.body.utf8), query: .sorted)
    #expect(canonical.text == vector.canonical)
    #expect(Hexadecimal.text(canonical.hash) == vector.sha256)
    #expect(Hexadecimal.text(SHA256.hash(data: Array(vector.body.utf8))) == vector.bodyHash)
  }

  @Test(
    "The canonical forms that the Java client is tested with have their hashes",
    arguments: [
      ("GET", "/", "bb49552975c396f1e49d5510e1555b8b0627dc491bc61aaefdb561f202ad8020"),
      ("GET", "/%E1%88%B4", "77f6544c8fb336d430895659da1e30415a1558b4b013f4d7926bb3a6275f701d"),
      ("GET", "/?foo=b&foo=a", "a33266ec31c7f0ca8a0738eb49fb8c81319f14374a0b86d52e6911a9748a6d42"),
      ("GET", "/?A.2=foo&A.1=foo&A.10=foo", "29d908d70c4bb50d62272976787245b52ed52e569fdae56ef3aa6d8979978ee7"),
      ("GET", "/?foo=aha&foo=Zoo", "f379cbd2e2fc9d5d50667a07ec22996335f731b474bb8bd366647d05d958c9d5"),
      ("POST", "/?f%20oo=b%20ar", "99be3aeb19b5a1aebafc807d59f3740d3e604ae31cf928592fa70739ea64bb32"),
    ])
  func canonicalFormOfJava(_ method: String, _ target: String, _ hash: String) {
    let headers = [
      "accept": "application/json", "content-type": "application/json", "x-amz-pay-date": "20180524T223710Z",
      "x-amz-pay-host": "pay-api.amazon.eu", "x-amz-pay-region": "EU",
    ]
    let canonical = CanonicalRequest(
      method: method, target: target, signedHeaders: headers.keys.sorted(), value: { headers[$0] }, body: [])
    #expect(Hexadecimal.text(canonical.hash) == hash)
  }

  @Test("Spaces in header values are trimmed and collapsed")
  func headerSpaces() {
    let canonical = CanonicalRequest(
      method: "get", target: "", signedHeaders: ["A"], value: { _ in "  a   b  " }, body: [])
    #expect(canonical.text.hasPrefix("GET\n/\n\na:a b\n\nA\n"))
  }

  @Test("Each signature in the vectors is valid for its own algorithm and refused by the other")
  func saltLengths() throws {
    let signed =
      SigningVector.all.compactMap { vector in vector.signature.map { (vector.stringToSign, $0) } }
      + ButtonVector.all.map { ($0.stringToSign, $0.signature) }
    #expect(signed.count == 4)
    for (text, signature) in signed {
      let named = try #require(SignatureAlgorithm(rawValue: String(text.prefix { $0 != "\n" })))
      for algorithm in SignatureAlgorithm.allCases {
        #expect(key.verifies(try bytes(signature), of: text, algorithm) == (algorithm == named))
      }
    }
  }

  @Test(
    "Every vector is accepted when signed with salt 32, and refused as one with salt 20", arguments: SigningVector.all)
  func signing(_ vector: SigningVector) throws {
    let text = SignatureAlgorithm.version2.rawValue + "\n" + vector.sha256
    let signature = try bytes(shop.signature(text))
    #expect(key.verifies(signature, of: text, .version2))
    #expect(!key.verifies(signature, of: text, .version1))
  }

  @Test("Our own PSS agrees with the library where both can verify, for salt 32")
  func paddingAgainstLibrary() throws {
    let text = "AMZN-PAY-RSASSA-PSS-V2\nexample"
    let digest = Array(SHA256.hash(data: Array(text.utf8)))
    for _ in 0..<8 {
      let signature = try bytes(shop.signature(text))
      #expect(key.verifies(signature, of: digest, saltLength: 32))
      #expect(!key.verifies(signature, of: digest, saltLength: 31))
      #expect(!key.verifies(signature, of: digest, saltLength: 0))
    }
  }

  @Test("A signature with salt 20 that is flipped, shortened, lengthened, empty or too large is refused")
  func spoiltSignatures() throws {
    let vector = try #require(SigningVector.all.first { $0.name == "V8" })
    let text = vector.stringToSign
    let good = try bytes(#require(vector.signature))
    #expect(key.verifies(good, of: text, .version1))
    for position in stride(from: 0, to: good.count, by: 17) {
      var flipped = good
      flipped[position] ^= 0x10
      #expect(!key.verifies(flipped, of: text, .version1))
    }
    let spoilt: [[UInt8]] = [
      [], Array(good.dropLast()), good + [0], [0] + good, [UInt8](repeating: 0xFF, count: 256),
      [UInt8](repeating: 0, count: 256), [UInt8](repeating: 0, count: 255) + [1],
    ]
    for signature in spoilt { #expect(!key.verifies(signature, of: text, .version1)) }
    #expect(!key.verifies(good, of: text + " ", .version1))
  }

  @Test("An encoded message is refused for each rule of the padding that it breaks")
  func paddingRules() throws {
    let digest = Array(SHA256.hash(data: [1, 2, 3]))
    let salt = [UInt8](repeating: 7, count: 20)
    let hash = Array(SHA256.hash(data: [UInt8](repeating: 0, count: 8) + digest + salt))
    // With a block as long as one hash, MGF1 is a single hash.
    let mask = Array(SHA256.hash(data: hash + [0, 0, 0, 0]))
    func encoded(
      _ block: [UInt8], trailer: UInt8 = 0xBC, topBits: UInt8 = 0
    ) -> [UInt8] {
      var masked = zip(block, mask).map { $0 ^ $1 }
      masked[0] = masked[0] & 0x7F | topBits
      return masked + hash + [trailer]
    }
    let block = [UInt8](repeating: 0, count: 11) + [1] + salt
    func verifies(_ message: [UInt8]) -> Bool {
      ProbabilisticPadding.verifies(message, digest: digest, bits: 65 * 8 - 1, saltLength: 20)
    }
    #expect(verifies(encoded(block)))
    #expect(!verifies(encoded(block, trailer: 0xBB)))
    #expect(!verifies(encoded(block, topBits: 0x80)))
    var padded = block
    padded[5] = 1
    #expect(!verifies(encoded(padded)))
    var separated = block
    separated[11] = 2
    #expect(!verifies(encoded(separated)))
    var salted = block
    salted[31] = 8
    #expect(!verifies(encoded(salted)))
    #expect(!verifies(Array(encoded(block).suffix(50))))
  }

  @Test("The request of V8, salt 20, passes as the Node.js client sends it")
  func wholeRequest() throws {
    let vector = try #require(SigningVector.all.first { $0.name == "V8" })
    var (request, names) = try request(vector)
    request.headerFields[.authorization] =
      "AMZN-PAY-RSASSA-PSS PublicKeyId=\(Shop.keyID), SignedHeaders=\(names.joined(separator: ";")), "
      + "Signature=\(try #require(vector.signature))"
    let (response, body) = shop.sandbox.respond(to: request, body: Array(vector.body.utf8))
    // The charge is unknown; the signature was accepted.
    #expect(response.status.code == 404)
    #expect(try JSONValue(parsing: body)["reasonCode"]?.text == "ResourceNotFound")
  }

  @Test("Headers beyond the signed ones may come unsigned")
  func unsignedHeaders() throws {
    let answer = try shop.call(.get, "/v2/charges/unknown") {
      $0.headerFields[.userAgent] = "shop"
      if let name = HTTPField.Name("x-amz-pay-sdk-type") { $0.headerFields[name] = "PHP" }
    }
    #expect(answer.status == 404)
  }

  @Test("A signature over another request is refused with the sandbox's own string to sign")
  func wrongSignature() throws {
    let body = Shop.createBody
    var request = try shop.signed(.post, "/v2/checkoutSessions", body, key: "k")
    let authorization = try #require(request.headerFields[.authorization])
    request.path = "/v2/checkoutSessions/"
    let (response, bytes) = shop.sandbox.respond(to: request, body: Array(body.utf8))
    let answer = try JSONValue(parsing: bytes)
    #expect(response.status.code == 403)
    #expect(answer["reasonCode"]?.text == "InvalidRequestSignature")
    let message = try #require(answer["message"]?.text)
    let names = [
      "accept", "content-type", "x-amz-pay-date", "x-amz-pay-host", "x-amz-pay-idempotency-key", "x-amz-pay-region",
    ]
    let canonical = CanonicalRequest(
      method: "POST", target: "/v2/checkoutSessions/", signedHeaders: names,
      value: { request.headerFields.amazonPay($0) }, body: Array(body.utf8))
    let expected = SignatureAlgorithm.version2.stringToSign(hash: canonical.hash)
    let signature = try #require(authorization.split(separator: "Signature=").last)
    #expect(
      message == "Unable to verify signature, signing String [\(expected)] , signature [\(signature)]")
  }

  @Test("A changed body, header or method breaks the signature")
  func tampering() throws {
    let request = try shop.signed(.post, "/v2/checkoutSessions", Shop.createBody, key: "k")
    func status(_ request: HTTPRequest, _ body: String) -> Int {
      shop.sandbox.respond(to: request, body: Array(body.utf8)).0.status.code
    }
    #expect(status(request, Shop.createBody + " ") == 403)
    var header = request
    header.headerFields[try #require(HTTPField.Name("x-amz-pay-idempotency-key"))] = "other"
    #expect(status(header, Shop.createBody) == 403)
    var query = request
    query.path = "/v2/checkoutSessions?x=1"
    #expect(status(query, Shop.createBody) == 403)
    #expect(status(request, Shop.createBody) == 201)
  }
}
