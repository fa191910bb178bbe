import Crypto
import CryptoExtras
import FerryCore
import FerryTesting
import Foundation
import HTTPTypes
import Testing

@testable import AmazonPay
@testable import AmazonPaySandbox

/// The sandbox verifies with its own implementation, so its acceptance is independent.
@Suite("Signatures with a salt of 20 bytes")
struct OlderAlgorithmTests {
  let key: SigningKey
  let verifier: VerificationKey

  init() throws {
    key = try SigningKey(pem: Secret(SigningTestKey.privateKey))
    verifier = try VerificationKey(pem: SigningTestKey.publicKey)
  }

  private func bytes(_ text: String) throws -> [UInt8] { Array(try #require(Data(base64Encoded: text))) }

  @Test("The official library's signatures verify under their own algorithm only")
  func foreignSignatures() throws {
    for vector in SigningVector.all {
      guard let text = vector.signature else { continue }
      let algorithm = try #require(SignatureAlgorithm(rawValue: vector.algorithm))
      for other in SignatureAlgorithm.allCases {
        #expect(verifier.verifies(try bytes(text), of: vector.stringToSign, other) == (other == algorithm))
      }
    }
    #expect(SigningVector.all.contains { $0.name == "V8" && $0.signature != nil })
  }

  @Test("Signs every vector with both algorithms; each signature verifies under its own only")
  func ownSignatures() throws {
    for vector in SigningVector.all {
      for algorithm in AmazonPayAlgorithm.allCases {
        let text = "\(algorithm.rawValue)\n\(vector.sha256)"
        let signature = Array(try key.signature(of: text, algorithm).rawRepresentation)
        #expect(signature.count == 256)
        for other in SignatureAlgorithm.allCases {
          #expect(verifier.verifies(signature, of: text, other) == (other.rawValue == algorithm.rawValue))
        }
        #expect(!verifier.verifies(signature, of: text + " ", .version1))
        #expect(try key.signature(of: text, algorithm).rawRepresentation != Data(signature))
      }
    }
  }

  @Test("The encoding has clear first bits and the length of the modulus, for every key length")
  func lengths() throws {
    for bits in 2048...2060 {
      for saltLength in [0, 20, 32] {
        let salt = SystemRandomness().bytes(saltLength)
        let encoded = try #require(SignatureEncoding.encoded("text", modulusBits: bits, salt: salt))
        #expect(encoded.count == (bits + 7) / 8)
        let length = (bits - 1 + 7) / 8
        #expect(encoded.dropLast(length).allSatisfy { $0 == 0 })
        let digest = Array(SHA256.hash(data: Array("text".utf8)))
        for other in [0, 20, 32] {
          let verifies = ProbabilisticPadding.verifies(
            Array(encoded.suffix(length)), digest: digest, bits: bits - 1, saltLength: other)
          #expect(verifies == (other == saltLength), "\(bits) bits, salt of \(saltLength), taken for \(other)")
        }
      }
    }
    #expect(SignatureEncoding.encoded("text", modulusBits: 400, salt: SystemRandomness().bytes(20)) == nil)
  }

  @Test("A key of 3072 bits signs, too")
  func largerKey() throws {
    let other = try _RSA.Signing.PrivateKey(keySize: .bits3072)
    let key = try SigningKey(pem: Secret(other.pemRepresentation))
    let verifier = try VerificationKey(pem: other.publicKey.pemRepresentation)
    let signature = Array(try key.signature(of: "text", .salt20).rawRepresentation)
    #expect(verifier.verifies(signature, of: "text", .version1))
  }

  @Test("Requests and payloads name their signature algorithm")
  func named() throws {
    let account = try AmazonPayAccount(
      mode: .test, region: .japan, merchantId: "A1B2C3D4E5F6G7", storeId: TestAccount.storeId,
      publicKeyId: TestAccount.publicKeyId, privateKeyPEM: Secret(SigningTestKey.privateKey), algorithm: .salt20)
    let request = try account.request(for: .getCharge(Answers.chargeId), at: .signing)
    let header = try #require(request.headerFields[.authorization])
    #expect(header.hasPrefix("AMZN-PAY-RSASSA-PSS PublicKeyId=\(TestAccount.publicKeyId), "))
    let canonical = AmazonPay.CanonicalRequest(request, body: [], signing: RequestSigner.signedHeaders)
    let signature = try bytes(String(try #require(header.split(separator: "Signature=", maxSplits: 1).last)))
    #expect(verifier.verifies(signature, of: canonical.stringToSign(.salt20), .version1))

    let vector = try #require(SigningVector.all.first { $0.name == "V3" })
    let payload = try account.signer.signed(ButtonPayload(uncheckedJSON: vector.body))
    #expect(payload.algorithm == .salt20)
    #expect(verifier.verifies(try bytes(payload.signature), of: ButtonVector.salt20.stringToSign, .version1))
    #expect(
      verifier.verifies(try bytes(ButtonVector.salt20.signature), of: ButtonVector.salt20.stringToSign, .version1))
  }
}
