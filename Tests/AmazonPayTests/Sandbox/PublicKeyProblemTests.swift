import Crypto
import CryptoExtras
import FerrySandbox
import FerryTesting
import Foundation
import Testing

@testable import AmazonPaySandbox

@Suite("A merchant's public key")
struct PublicKeyProblemTests {
  private static func pem(_ label: String, _ base64: String) -> String {
    "-----BEGIN \(label)-----\n\(base64)\n-----END \(label)-----\n"
  }

  private static let lines = SigningTestKey.publicKey.split(separator: "\n").map(String.init)

  private static let pkcs1 =
    (try? _RSA.Signing.PublicKey(pemRepresentation: SigningTestKey.publicKey))?.pkcs1PEMRepresentation ?? ""

  private static let small =
    (try? _RSA.Signing.PrivateKey(unsafeKeySize: .init(bitCount: 1024)))?.publicKey.pemRepresentation ?? ""

  @Test("Both forms are read", arguments: [SigningTestKey.publicKey, pkcs1])
  func sound(_ pem: String) throws { _ = try VerificationKey(pem: pem) }

  private static let unusable: [(String, String, PublicKeyProblem)] = [
    ("nothing", "", .notPEM), ("another text", "correct horse", .notPEM), ("OpenSSH's", "ssh-rsa AAAA me", .openSSH),
    ("a private key", SigningTestKey.privateKey, .privateKey),
    ("a private key of PKCS #1", pem("RSA PRIVATE KEY", "MIIB"), .privateKey),
    ("one with a passphrase", pem("ENCRYPTED PRIVATE KEY", "MIIB"), .encryptedPrivateKey),
    (
      "one with a passphrase of old", pem("RSA PRIVATE KEY", "Proc-Type: 4,ENCRYPTED\n\nMIIB"), .encryptedPrivateKey
    ),
    ("a certificate", pem("CERTIFICATE", "MIIB"), .certificate),
    ("an elliptic curve key", P256.Signing.PrivateKey().publicKey.pemRepresentation, .ellipticCurve),
    ("a private one", pem("EC PRIVATE KEY", "MHcC"), .ellipticCurve),
    (
      "an Ed25519 key", pem("PUBLIC KEY", "MCowBQYDK2VwAyEAGb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE="),
      .otherAlgorithm
    ),
    ("parameters", pem("DH PARAMETERS", "MIIB"), .otherKind),
    ("no end", lines.dropLast().joined(separator: "\n"), .truncated),
    ("lost lines", pem("PUBLIC KEY", lines[1...4].joined(separator: "\n")), .truncated),
    ("a lost character", SigningTestKey.publicKey.replacing("MIIBIjAN", with: "MIIBIjA"), .truncated),
    ("a foreign character", SigningTestKey.publicKey.replacing("MIIBIjAN", with: "MII#IjAN"), .unreadable),
    ("base64 of a text", pem("PUBLIC KEY", "SGVsbG8gd29ybGQh"), .unreadable),
    ("1024 bits", small, .tooSmall(bits: 1024)),
  ]

  @Test("Each kind of unusable key is recognised", arguments: unusable)
  func refused(_ name: String, _ pem: String, _ problem: PublicKeyProblem) {
    #expect(throws: problem) { try VerificationKey(pem: pem) }
  }

  @Test("Each problem names its own remedy")
  func words() {
    let problems = Set(Self.unusable.map(\.2))
    #expect(Set(problems.map(\.description)).count == problems.count)
    for problem in problems {
      #expect(problem.description.contains(/openssl|ssh-keygen|BEGIN PUBLIC KEY|END PUBLIC KEY/))
    }
    let error = SandboxConfigurationError(problems: [.publicKey(id: "SANDBOX-A", .privateKey)])
    #expect(error.description.hasPrefix("What is given as the public key SANDBOX-A is a private key;"))
  }
}
