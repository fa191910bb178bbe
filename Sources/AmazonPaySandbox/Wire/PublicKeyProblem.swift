#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The reason why a text is no public key of a merchant. The description says what to enter, and never quotes the text.
public enum PublicKeyProblem: Error, Hashable, Sendable, CustomStringConvertible {
  case notPEM, privateKey, encryptedPrivateKey, certificate, openSSH, ellipticCurve, otherAlgorithm
  /// PEM of an unknown kind.
  case otherKind
  /// The text or the key is cut off.
  case truncated
  case unreadable
  case tooSmall(bits: Int)

  public var description: String {
    switch self {
    case .notPEM: "is no PEM text; it starts with -----BEGIN PUBLIC KEY-----."
    case .privateKey:
      "is a private key; the public half is needed: openssl pkey -in private.pem -pubout -out public.pem"
    case .encryptedPrivateKey:
      """
      is a private key, protected by a passphrase; the public half is needed: openssl pkey -in private.pem -pubout -out \
      public.pem
      """
    case .certificate: "is a certificate; the public key is needed: openssl x509 -in file.pem -noout -pubkey"
    case .openSSH: "is in OpenSSH's format; make PEM of it: ssh-keygen -e -m PKCS8 -f file"
    case .ellipticCurve: "is an elliptic curve key; Amazon Pay has RSA: openssl genrsa -out private.pem 2048"
    case .otherAlgorithm: "is no RSA key; Amazon Pay has RSA: openssl genrsa -out private.pem 2048"
    case .otherKind: "is PEM of another kind; it has to start with -----BEGIN PUBLIC KEY-----."
    case .truncated: "is incomplete: copy it again, up to and including -----END PUBLIC KEY-----."
    case .unreadable:
      "is damaged: copy it again, or create it again: openssl pkey -in private.pem -pubout -out public.pem"
    case .tooSmall(let bits): "has \(bits) bits, and Amazon Pay needs 2048: openssl genrsa -out private.pem 2048"
    }
  }

  /// A problem that is visible without parsing the key; nil if the text looks like a key.
  static func visible(in text: String) -> PublicKeyProblem? {
    guard let begin = text.firstRange(of: "-----BEGIN ") else {
      return text.trimmingPrefix(while: \.isWhitespace).hasPrefix("ssh-") ? .openSSH : .notPEM
    }
    let afterBegin = text[begin.upperBound...]
    guard let dashes = afterBegin.firstRange(of: "-----") else { return .truncated }
    let content = afterBegin[dashes.upperBound...]
    switch afterBegin[..<dashes.lowerBound] {
    case "PUBLIC KEY", "RSA PUBLIC KEY": break
    case "PRIVATE KEY", "RSA PRIVATE KEY": return content.contains("ENCRYPTED") ? .encryptedPrivateKey : .privateKey
    case "ENCRYPTED PRIVATE KEY": return .encryptedPrivateKey
    case "EC PRIVATE KEY", "EC PARAMETERS": return .ellipticCurve
    case "OPENSSH PRIVATE KEY", "SSH2 PUBLIC KEY": return .openSSH
    case "CERTIFICATE", "TRUSTED CERTIFICATE", "X509 CERTIFICATE", "CERTIFICATE REQUEST": return .certificate
    default: return .otherKind
    }
    guard let end = content.firstRange(of: "-----END ") else { return .truncated }
    let base64 = content[..<end.lowerBound].filter { !$0.isWhitespace }
    guard base64.utf8.count.isMultiple(of: 4), !base64.isEmpty else { return .truncated }
    guard let data = Data(base64Encoded: base64) else { return .unreadable }
    return fault(inDER: [UInt8](data))
  }

  /// 1.2.840.113549.1.1, the prefix of the identifiers of RSA (PKCS #1).
  private static let rsa: [UInt8] = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x01]
  /// 1.2.840.10045.2.1, id-ecPublicKey.
  private static let ellipticCurveKey: [UInt8] = [0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x02, 0x01]

  /// Checks the outer sequence's length, and the algorithm's identifier if there is one (X.509 SubjectPublicKeyInfo).
  private static func fault(inDER der: [UInt8]) -> PublicKeyProblem? {
    guard der.count > 4, der[0] == 0x30 else { return .unreadable }
    let header: Int
    let length: Int
    switch der[1] {
    case ..<0x80: (header, length) = (2, Int(der[1]))
    case 0x81: (header, length) = (3, Int(der[2]))
    case 0x82: (header, length) = (4, Int(der[2]) << 8 | Int(der[3]))
    default: return .unreadable
    }
    guard der.count >= header + length else { return .truncated }
    let content = der.dropFirst(header).prefix(32)
    // PKCS #1 has no identifier: the modulus comes at once.
    if content.first == 0x02 || content.firstRange(of: rsa) != nil { return nil }
    return content.firstRange(of: ellipticCurveKey) != nil ? .ellipticCurve : .otherAlgorithm
  }
}
