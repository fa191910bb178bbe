import AmazonPay
import Crypto
import CryptoExtras
import FerryCore
import FerryProvider
import Foundation
import SwiftASN1
import Testing
import X509

@testable import AmazonPayModule

@Suite("Signing certificates of notifications")
struct SigningCertificateTests {
  let sns: TestSNS

  init() throws { sns = try TestSNS() }

  @Test(
    "Fetches certificates from Amazon's own hosts only, with an exact match of the address",
    arguments: [
      "http://sns.ap-northeast-1.amazonaws.com/a.pem", "https://evil.example/a.pem",
      "https://sns.ap-northeast-1.amazonaws.com.evil.example/a.pem",
      "https://sns.ap-northeast-1.amazonaws.com@evil.example/a.pem",
      "https://user:pass@sns.ap-northeast-1.amazonaws.com/a.pem",
      "https://sns.ap-northeast-1.amazonaws.com:443/a.pem", "https://sns.ap-northeast-1.amazonaws.com./a.pem",
      "https://SNS.ap-northeast-1.amazonaws.com/a.pem", "HTTPS://sns.ap-northeast-1.amazonaws.com/a.pem",
      "https://sns.us-east-1.amazonaws.com/a.pem", "https://sns.ap-northeast-1.amazonaws.com.cn/a.pem",
      "https://xsns.ap-northeast-1.amazonaws.com/a.pem", "https://sns.ap-northeast-1.amazonaws.co/a.pem",
      "https://sns-ap-northeast-1.amazonaws.com/a.pem", "https://ap-northeast-1.amazonaws.com/a.pem",
      "https://sns.ap-northeast-1.amazonaws.com/a.txt", "https://sns.ap-northeast-1.amazonaws.com/a.pem?x",
      "https://sns.ap-northeast-1.amazonaws.com/a.pem#.pem", "https://sns.ap-northeast-1.amazonaws.com/?a.pem",
      "https://sns.ap-northeast-1.amazonaws.com/%2e%2e/a.pem", "https://sns.ap-northeast-1.amazonaws.com/../a.pem",
      "https://sns.ap-northeast-1.amazonaws.com//evil.example/a.pem", "https://sns.ap-northeast-1.amazonaws.com\\a.pem",
      "https://sns.ap-northeast-1.amazonaws.com/a.PEM", "https://sns.ap-northeast-1.amazonaws.com/.pem",
      "https://sns.ap-northeast-1.amazonaws.com/а.pem", " https://sns.ap-northeast-1.amazonaws.com/a.pem",
      "https://s3.amazonaws.com/sns.ap-northeast-1.amazonaws.com/a.pem", "", "file:///etc/a.pem",
    ])
  func address(text: String) async throws {
    let message = try sns.signed(try TestSNS.notification()).merging(["SigningCertURL": text]) { $1 }
    #expect(try await sns.refusal(message, [:]) == .untrusted)
  }

  @Test("Fetches the address in the message")
  func ownAddress() async throws {
    let message = try sns.signed(try TestSNS.notification())
    await #expect(throws: TestSNS.NotThere(document: TestSNS.place)) { try await sns.deliver(message, [:]) }
    #expect(TestSNS.place.scheme == .https)
  }

  @Test(
    "Fetches issuers' certificates from Amazon's authorities only",
    arguments: [
      ("http://crt.r2m01.amazontrust.com/r2m01.cer", true), ("https://crt.r2m01.amazontrust.com/r2m01.cer", true),
      ("http://crt.r2m01.amazontrust.com.evil.example/r2m01.cer", false), ("http://evil.example/r2m01.cer", false),
      ("http://crt.r2m01.amazontrust.com:8080/r2m01.cer", false), ("http://crt.amazontrust.com/r2m01.cer", false),
      ("http://u@crt.r2m01.amazontrust.com/r2m01.cer", false), ("http://crt.a.b.amazontrust.com/r2m01.cer", false),
      ("http://crt.r2m01.amazontrust.com/", false), ("http://crt.r2m01.amazontrust.com", false),
      ("http://crt.r2m01.amazontrust.com/../x.cer", false), ("ldap://crt.r2m01.amazontrust.com/r2m01.cer", false),
      ("http://crt.R2M01.amazontrust.com/r2m01.cer", false), ("http://crt.evil.example/amazontrust.com", false),
      ("http://crt.r2m01.amazontrust.com/r2m01.cer?x", false),
    ])
  func issuerAddress(address: String, isAsked: Bool) async throws {
    #expect((SigningAuthority.issuerPlace(address) != nil) == isAsked)
    let leaf = try sns.leaf { $0.issuerAddress = address }
    let message = try sns.signed(try TestSNS.notification())
    let documents = [TestSNS.place: try TestSNS.pem(leaf)]
    if isAsked {
      await #expect(throws: TestSNS.NotThere.self) { try await sns.deliver(message, documents) }
    } else {
      #expect(try await sns.refusal(message, documents) == .untrusted)
    }
  }

  private func isTrusted(_ leaf: Certificate, at moment: Moment = TestSNS.now) async throws -> Bool {
    let message = try sns.signed(try TestSNS.notification())
    switch try await sns.refusal(message, sns.documents(leaf), at: moment) {
    case nil: return true
    case .untrusted: return false
    case .some(let other):
      Issue.record("\(other)")
      return false
    }
  }

  @Test("A certificate has to be valid at the arrival of the message")
  func dates() async throws {
    let leaf = try sns.leaf()
    let second: Duration = .seconds(1)
    #expect(try await isTrusted(leaf, at: TestSNS.now - TestSNS.day))
    #expect(try await !isTrusted(leaf, at: TestSNS.now - TestSNS.day - second))
    #expect(try await isTrusted(leaf, at: TestSNS.now + TestSNS.day))
    #expect(try await !isTrusted(leaf, at: TestSNS.now + TestSNS.day + second))
    // The certificate is valid, and its issuers have expired.
    let long = try sns.leaf { $0.until = TestSNS.now + .seconds(10 * 86_400) }
    #expect(try await !isTrusted(long, at: TestSNS.now + .seconds(5 * 86_400)))
  }

  @Test(
    "Accepts only certificates with the service's own name",
    arguments: [
      (["sns.amazonaws.com"], true), (["sns-signing.ap-northeast-1.amazonaws.com"], true),
      (["sns.ap-northeast-1.amazonaws.com", "other.example"], true), (["SNS.amazonaws.com"], true),
      (["sns-signing.us-east-1.amazonaws.com"], false), (["*.amazonaws.com"], false), (["amazonaws.com"], false),
      (["sns.amazonaws.com.evil.example"], false), (["evil.example"], false), ([], false),
    ])
  func names(names: [String], isRight: Bool) async throws {
    #expect(try await isTrusted(sns.leaf { $0.names = names }) == isRight)
  }

  @Test("Refuses a foreign, a self-signed and an authority's certificate")
  func issuers() async throws {
    let stranger = P256.Signing.PrivateKey()
    // With the name of the right issuer.
    #expect(try await !isTrusted(sns.leaf { $0.issuerKey = .init(stranger) }))
    #expect(
      try await !isTrusted(
        sns.leaf {
          $0.issuer = "sns.amazonaws.com"
          $0.issuerKey = .init(sns.key)
        }))
    #expect(try await !isTrusted(sns.leaf { $0.isAuthority = true }))
    // With the root's name, but another key.
    #expect(
      try await !isTrusted(
        sns.leaf {
          $0.issuer = "Test Root"
          $0.issuerKey = .init(stranger)
        }))
    let byRoot = try sns.leaf {
      $0.issuer = "Test Root"
      $0.issuerKey = .init(sns.rootKey)
      $0.issuerAddress = nil
    }
    #expect(try await isTrusted(byRoot))
  }

  @Test("Refuses a complete chain to another root")
  func otherRoot() async throws {
    let other = try TestSNS()
    let message = try sns.signed(try TestSNS.notification())
    let documents = [
      TestSNS.place: try TestSNS.pem(other.leaf(), other.intermediate, other.root),
      TestSNS.issuerPlace: try TestSNS.der(other.intermediate),
    ]
    #expect(try await sns.refusal(message, documents) == .untrusted)
    // With the name of the right intermediate, from another root.
    let mixed = try sns.documents().merging([TestSNS.issuerPlace: TestSNS.der(other.intermediate)]) { $1 }
    #expect(try await sns.refusal(message, mixed) == .untrusted)
  }

  @Test("Refuses an issuer that is not an authority")
  func leafAsIssuer() async throws {
    let key = P256.Signing.PrivateKey()
    let middle = try sns.leaf {
      $0.names = ["other.example"]
      $0.key = .init(key.publicKey)
    }
    let leaf = try sns.leaf {
      $0.issuer = "other.example"
      $0.issuerKey = .init(key)
    }
    let documents = [TestSNS.place: try TestSNS.pem(leaf, middle, sns.intermediate)]
    #expect(try await sns.refusal(sns.signed(try TestSNS.notification()), documents) == .untrusted)
  }

  @Test(
    "Refuses a certificate without an available issuer; does not fetch an issuer that is in the file")
  func intermediates() async throws {
    let message = try sns.signed(try TestSNS.notification())
    let bare = try sns.leaf { $0.issuerAddress = nil }
    #expect(try await sns.refusal(message, [TestSNS.place: TestSNS.pem(bare)]) == .untrusted)
    let whole = [TestSNS.place: try TestSNS.pem(bare, sns.intermediate)]
    #expect(try await sns.deliver(message, whole).asked == [TestSNS.place])
    let inPEM = try sns.documents().merging([TestSNS.issuerPlace: TestSNS.pem(sns.intermediate)]) { $1 }
    #expect(try await sns.refusal(message, inPEM) == nil)
  }

  @Test("Refuses keys that are too short, of another kind, or not for signatures")
  func keys() async throws {
    #expect(try await !isTrusted(sns.leaf { $0.usage = KeyUsage(keyEncipherment: true) }))
    #expect(try await !isTrusted(sns.leaf { $0.key = .init(P256.Signing.PrivateKey().publicKey) }))
    let short = try _RSA.Signing.PrivateKey(unsafeKeySize: .init(bitCount: 1024))
    #expect(try await !isTrusted(sns.leaf { $0.key = .init(short.publicKey) }))
  }

  @Test("Refuses a signature by another key, even with a valid certificate")
  func otherKey() async throws {
    let other = try _RSA.Signing.PrivateKey(keySize: .bits2048)
    #expect(
      try await sns.refusal(sns.signed(try TestSNS.notification(), key: other)) == .unauthenticated)
  }

  @Test("Refuses documents without a certificate, with too many, or of another kind")
  func documents() async throws {
    let message = try sns.signed(try TestSNS.notification())
    let leaf = try sns.leaf()
    let good = try TestSNS.pem(leaf)
    var cases: [[UInt8]] = [
      [], Array("<html>".utf8), Array(good.dropLast(100)), try TestSNS.pem(leaf, leaf, leaf, leaf, leaf),
      Array(sns.key.pemRepresentation.utf8), good + [UInt8](repeating: 0x0A, count: 70_000), [0x30, 0x03, 0x02],
    ]
    cases.append(Array(String(decoding: good, as: UTF8.self).replacing("CERTIFICATE", with: "CERTIFICATES").utf8))
    for document in cases {
      let documents = try sns.documents().merging([TestSNS.place: document]) { $1 }
      #expect(try await sns.refusal(message, documents) == .untrusted)
    }
    for issuer in [[], Array("<html>".utf8), try TestSNS.der(sns.leaf())] {
      let documents = try sns.documents().merging([TestSNS.issuerPlace: issuer]) { $1 }
      #expect(try await sns.refusal(message, documents) == .untrusted)
    }
  }

  @Test("Amazon's root authorities equal the published ones")
  func roots() throws {
    let published = [
      "8ecde6884f3d87b1125ba31ac3fcb13d7016de7f57cc904fe1cb97c6ae98196e",
      "1ba5b2aa8c65401a82960118f80bec4f62304d83cec4713a19c39c011ea46db4",
      "18ce6cfe7bf14e60b2e347b8dfe868cb31d02ebb3ada271569f50343b46db3a4",
      "e35d28419ed02025cfa69038cd623962458da5c695fbdea3c22b0bfb25897092",
    ]
    let digests = AmazonRoots.all.map { root in
      SHA256.hash(data: root).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
    #expect(digests == published)
    for root in AmazonRoots.all {
      let certificate = try Certificate(derEncoded: root)
      #expect(certificate.issuer == certificate.subject)
      #expect(certificate.publicKey.isValidSignature(certificate.signature, for: certificate))
    }
  }
}
