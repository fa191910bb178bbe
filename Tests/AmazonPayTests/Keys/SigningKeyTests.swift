import AmazonPay
import Crypto
import CryptoExtras
import FerryCore
import FerryTesting
import Foundation
import Testing

@Suite("Private key")
struct SigningKeyTests {
  static let lines = SigningTestKey.privateKey.split(separator: "\n").map(String.init)
  static let base64 = lines.dropFirst().dropLast().joined()

  static let pkcs1: String = {
    let key = try? _RSA.Signing.PrivateKey(pemRepresentation: SigningTestKey.privateKey)
    return key?.pemRepresentation ?? ""
  }()

  static let sound: [(name: String, pem: String)] = [
    ("PKCS#8", SigningTestKey.privateKey),
    ("PKCS#1", pkcs1),
    ("with an end of line", SigningTestKey.privateKey + "\n"),
    ("with Windows line ends", lines.joined(separator: "\r\n") + "\r\n"),
    ("with a byte order mark", "\u{FEFF}" + SigningTestKey.privateKey),
    ("with blanks around", "  \n\t" + SigningTestKey.privateKey + "\n\n  "),
    ("with escaped line ends", lines.joined(separator: #"\n"#) + #"\n"#),
    ("with escaped Windows line ends", lines.joined(separator: #"\r\n"#)),
    ("with line ends escaped twice", lines.joined(separator: #"\\n"#)),
    ("with line ends escaped three times", lines.joined(separator: #"\\\\n"#)),
    ("on one line", lines.joined(separator: " ")),
    ("in quotes", "\"" + lines.joined(separator: #"\n"#) + "\""),
    ("with indented lines", "    " + lines.joined(separator: "\n    ")),
    ("with base64 on one line", "\(lines[0])\n\(base64)\n\(lines[lines.count - 1])"),
    ("after the public key", SigningTestKey.publicKey + "\n" + SigningTestKey.privateKey),
    ("with text before", "Bag Attributes: none\n" + SigningTestKey.privateKey),
  ]

  @Test("Accepts a valid key in every form that copying produces", arguments: sound)
  func accepted(_ name: String, _ pem: String) throws {
    let key = try SigningKey(pem: Secret(pem))
    #expect(key.sizeInBits == 2048)
    let publicKey = key.publicKey.pemRepresentation.filter { !$0.isWhitespace }
    #expect(publicKey == SigningTestKey.publicKey.filter { !$0.isWhitespace })
  }

  static func pem(_ label: String, _ base64: String) -> String {
    "-----BEGIN \(label)-----\n\(base64)\n-----END \(label)-----\n"
  }

  static let ellipticCurve = P256.Signing.PrivateKey().pemRepresentation
  static let ed25519 = pem("PRIVATE KEY", "MC4CAQAwBQYDK2VwBCIEIH13X+Q59rUJ2cnUrD4Y2O6TGg37gMJpMSNmNfhWyGB0")
  static let restrictedToPSS: String = {
    // The same key under the object identifier of id-RSASSA-PSS.
    var der = [UInt8](Data(base64Encoded: base64) ?? Data())
    let identifier: [UInt8] = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x01, 0x01]
    if let range = der.firstRange(of: identifier) { der[range.upperBound - 1] = 0x0A }
    return pem("PRIVATE KEY", Data(der).base64EncodedString())
  }()
  static let withMore = ((Data(base64Encoded: base64) ?? Data()) + [0, 0, 0]).base64EncodedString()
  static let of512Bits = pem(
    "PRIVATE KEY",
    """
    MIIBVQIBADANBgkqhkiG9w0BAQEFAASCAT8wggE7AgEAAkEAy2rV+JgEfhh/sxDk
    dKlhkBIrNaeL15C7BT82PKe8C1TZ8E1/5eCfskjBdtX+XTm37cau1Pz8630bag7I
    NCsoqwIDAQABAkAxMJydiOVNOM9oleUo8OzO0hXw25tNfYo8MpUDBezLMENCTwax
    1dF00A1lldKdWHl9k3ugt2dvw7PSddvPu6gBAiEA57WhCb/rzxML+lo3HIaBoChP
    zJMosez+ZLic9NDiJSsCIQDgve6cIJXHiJkjzmLJwFAVWPZIaIxwnOCcOyyWbmhK
    gQIhAJG4qI55JNQWJnJMSlymOt9+erEt22oKofK2J//PXmoBAiA5GailPFYxww/9
    m/NXhSgTtG2migGcnw8mQpaaheSzgQIhAKvNCp8ScfPz3mhR+V45xa5vfUvugTVb
    NPX8M0WNxZWm
    """)
  static let of1024Bits = (try? _RSA.Signing.PrivateKey(unsafeKeySize: .init(bitCount: 1024)))?.pemRepresentation ?? ""

  static let unusable: [(name: String, pem: String, problem: SigningKeyProblem)] = [
    ("nothing", "", .empty),
    ("blanks", " \n ", .empty),
    ("an absolute path", "/etc/ferry/amazon.pem", .fileName),
    ("a file name", "AmazonPay_SANDBOX-ABC.pem", .fileName),
    ("another text", "correct horse battery staple", .notPEM),
    ("base64 of the whole", Data(SigningTestKey.privateKey.utf8).base64EncodedString(), .wrappedInBase64),
    ("PuTTY's own format", "PuTTY-User-Key-File-3: ssh-rsa\nEncryption: none", .notPEM),
    ("a certificate request", pem("CERTIFICATE REQUEST", "MIIB"), .certificate),
    ("a DSA key", pem("DSA PRIVATE KEY", "MIIB"), .otherAlgorithm),
    ("no header", lines.dropFirst().joined(separator: "\n"), .headerMissing),
    ("neither header nor footer", base64, .headerMissing),
    ("four hyphens", SigningTestKey.privateKey.replacing("-----BEGIN", with: "----BEGIN"), .headerGarbled),
    ("dashes of a word processor", SigningTestKey.privateKey.replacing("-----BEGIN", with: "—–-BEGIN"), .headerGarbled),
    ("a header without an end", SigningTestKey.privateKey.replacing("KEY-----\n", with: "KEY\n"), .headerGarbled),
    ("a garbled footer", SigningTestKey.privateKey.replacing("-----END", with: "---END"), .headerGarbled),
    ("no footer", lines.dropLast().joined(separator: "\n"), .footerMissing),
    (
      "no footer, and END by chance in the base64",
      lines.dropLast().joined(separator: "\n").replacing("MIIEvQ", with: "MENDvQ"), .footerMissing
    ),
    (
      "a footer of another kind", SigningTestKey.privateKey.replacing("END PRIVATE", with: "END PUBLIC"),
      .footerOfOtherKind
    ),
    ("a misspelt label", SigningTestKey.privateKey.replacing("PRIVATE KEY", with: "PRIVAT KEY"), .otherKind),
    ("a public key", SigningTestKey.publicKey, .publicKey),
    ("a public key of PKCS#1", pem("RSA PUBLIC KEY", "MIIB"), .publicKey),
    ("an OpenSSH public key", "ssh-rsa AAAAB3NzaC1yc2E test", .publicKey),
    ("a certificate", pem("CERTIFICATE", "MIIB"), .certificate),
    ("a PKCS#8 key with a passphrase", pem("ENCRYPTED PRIVATE KEY", "MIIB"), .encrypted),
    (
      "a PKCS#1 key with a passphrase",
      pem("RSA PRIVATE KEY", "Proc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,00\n\nMIIB"), .encrypted
    ),
    ("an OpenSSH private key", pem("OPENSSH PRIVATE KEY", "b3BlbnNz"), .openSSH),
    ("an elliptic curve key", ellipticCurve, .ellipticCurve),
    ("an elliptic curve key of SEC 1", pem("EC PRIVATE KEY", "MHcCAQEE"), .ellipticCurve),
    ("an Ed25519 key", ed25519, .otherAlgorithm),
    ("an RSA key restricted to PSS", restrictedToPSS, .otherAlgorithm),
    ("512 bits", of512Bits, .tooSmall(bits: nil)),
    ("1024 bits", of1024Bits, .tooSmall(bits: 1024)),
    ("a lost character", SigningTestKey.privateKey.replacing("MIIEvQ", with: "MIIEv"), .truncated),
    ("lost lines", pem("PRIVATE KEY", lines[1...8].joined(separator: "\n")), .truncated),
    ("an empty block", pem("PRIVATE KEY", ""), .truncated),
    ("a foreign character", SigningTestKey.privateKey.replacing("MIIEvQ", with: "MII…vQ"), .notBase64),
    ("an equals sign inside", SigningTestKey.privateKey.replacing("MIIEvQ", with: "MI=EvQ"), .notBase64),
    ("base64 of a text", pem("PRIVATE KEY", "SGVsbG8gd29ybGQh"), .unreadable),
    ("a sequence of nothing", pem("PRIVATE KEY", "MAA="), .unreadable),
    ("more than a key", pem("PRIVATE KEY", withMore), .unreadable),
  ]

  @Test("Refuses an unusable key with the reason", arguments: unusable)
  func refused(_ name: String, _ pem: String, _ problem: SigningKeyProblem) {
    #expect(throws: problem) { try SigningKey(pem: Secret(pem)) }
  }

  @Test("Detects any damaged number inside the key when loading it")
  func damagedNumbers() throws {
    let der = [UInt8](try #require(Data(base64Encoded: Self.base64)))
    for index in stride(from: 60, to: der.count - 4, by: 97) {
      var damaged = der
      damaged[index] ^= 0x10
      let pem = Self.pem("PRIVATE KEY", Data(damaged).base64EncodedString())
      #expect(throws: SigningKeyProblem.self, "byte \(index)") { try SigningKey(pem: Secret(pem)) }
    }
  }

  @Test("No message has a part of the key, and the key prints as redacted")
  func nothingShown() throws {
    let broken = SigningTestKey.privateKey.replacing("MIIEvQ", with: "MII…vQ")
    do {
      _ = try SigningKey(pem: Secret(broken))
      Issue.record("A broken key was accepted.")
    } catch {
      #expect(!"\(error) \(String(reflecting: error))".contains(Self.lines[2].prefix(12)))
    }
    let key = try SigningKey(pem: Secret(SigningTestKey.privateKey))
    #expect("\(key)" == "redacted")
    #expect(String(reflecting: key) == "redacted")
    var dumped = ""
    dump(key, to: &dumped)
    #expect(!dumped.contains("RSA"))
  }

  @Test("Every problem has a remedy")
  func instructions() {
    let problems: [SigningKeyProblem] = [
      .empty, .fileName, .headerMissing, .headerGarbled, .footerMissing, .footerOfOtherKind, .notPEM, .wrappedInBase64,
      .encrypted,
      .publicKey, .certificate, .openSSH, .ellipticCurve, .otherAlgorithm, .otherKind, .notBase64, .truncated,
      .unreadable, .tooSmall(bits: 1024), .tooSmall(bits: nil), .selfCheckFailed,
    ]
    for problem in problems {
      #expect(problem.description.contains(/Give|Copy|[Cc]reate|Convert|needed|has to|Remove|starts with|five plain/))
    }
    #expect(Set(problems.map(\.description)).count == problems.count)
  }
}
