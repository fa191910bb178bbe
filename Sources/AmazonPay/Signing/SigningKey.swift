import Crypto
public import CryptoExtras
public import FerryCore
import FerryHTTP

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The merchant's RSA private key. It prints as "redacted".
public struct SigningKey: Sendable {
  private let key: _RSA.Signing.PrivateKey
  /// The same key, for the bare RSA operation.
  private let bare: _RSA.BlindSigning.PrivateKey<SHA384>

  /// Reads a private key from PEM, PKCS#8 or PKCS#1. It accepts harmless changes by copying: a byte order mark, Windows
  /// line ends, line ends written as `\n` or changed to spaces, quotes and blanks around the text.
  /// - Throws: `SigningKeyProblem` with the remedy.
  public init(pem: Secret<String>) throws(SigningKeyProblem) {
    let der = try Self.der(inPEM: pem.reveal())
    do {
      key = try _RSA.Signing.PrivateKey(derRepresentation: der)
      bare = try _RSA.BlindSigning.PrivateKey(derRepresentation: der)
    } catch {
      if let small = try? _RSA.Signing.PrivateKey(unsafeDERRepresentation: der) {
        throw .tooSmall(bits: small.keySizeInBits)
      }
      if let error = error as? CryptoKitError, case .incorrectParameterSize = error { throw .tooSmall(bits: nil) }
      throw .unreadable
    }
    // Detects a damaged key that still parses, before the first buyer does.
    let text = "self-check"
    guard let signature = try? signature(of: text, .v2), publicKey.isValidSignature(signature, of: text, .v2) else {
      throw .selfCheckFailed
    }
  }

  /// Signs a text. Every signature is different, because its salt is random.
  public func signature(
    of text: String, _ algorithm: AmazonPayAlgorithm
  ) throws(SigningError) -> _RSA.Signing.RSASignature {
    do {
      if let keyed = KeyedSignature.signature(of: text) {
        return _RSA.Signing.RSASignature(rawRepresentation: Data(keyed))
      }
      switch algorithm {
      // The salt of the library's PSS padding is as long as the hash.
      case .v2: return try key.signature(for: SHA256.hash(data: Array(text.utf8)), padding: .PSS)
      case .salt20:
        let salt = SystemRandomness().bytes(algorithm.saltLength)
        guard let message = SignatureEncoding.encoded(text, modulusBits: key.keySizeInBits, salt: salt) else {
          throw SigningError.failed
        }
        // A blind signature (RFC 9474 §4.3) is the bare RSA signature RSASP1 of its input, checked by the public key.
        // It is the library's only access to RSASP1, and runs in constant time.
        return _RSA.Signing.RSASignature(rawRepresentation: try bare.blindSignature(for: message).rawRepresentation)
      }
    } catch {
      throw .failed
    }
  }

  /// The public key, which Amazon has.
  public var publicKey: _RSA.Signing.PublicKey { key.publicKey }
  /// 2048 or more.
  public var sizeInBits: Int { key.keySizeInBits }

  private static func der(inPEM pem: String) throws(SigningKeyProblem) -> [UInt8] {
    var text = pem
    if text.hasPrefix("\u{FEFF}") { text.removeFirst() }
    // PEM has no backslashes, so these are line ends that were escaped, once or several times.
    while text.contains("\\\\") { text = text.replacing("\\\\", with: "\\") }
    text = text.replacing("\\r", with: "").replacing("\\n", with: "\n")
    guard text.contains(where: { !$0.isWhitespace }) else { throw .empty }
    let blocks = try PEMBlock.blocks(in: text)
    guard let first = blocks.first else { throw problem(withoutHeader: text) }
    let block = blocks.first { ["PRIVATE KEY", "RSA PRIVATE KEY"].contains($0.label) } ?? first
    switch block.label {
    case "PRIVATE KEY", "RSA PRIVATE KEY": break
    case "ENCRYPTED PRIVATE KEY": throw .encrypted
    case "PUBLIC KEY", "RSA PUBLIC KEY": throw .publicKey
    case "CERTIFICATE", "TRUSTED CERTIFICATE", "X509 CERTIFICATE", "CERTIFICATE REQUEST": throw .certificate
    case "EC PRIVATE KEY", "EC PARAMETERS": throw .ellipticCurve
    case "OPENSSH PRIVATE KEY": throw .openSSH
    case "DSA PRIVATE KEY": throw .otherAlgorithm
    default: throw .otherKind
    }
    // Encryption by RFC 1421 has header lines inside the block.
    if block.body.contains("ENCRYPTED") { throw .encrypted }
    let der = try bytes(ofBase64: block.body)
    var rest = der[...]
    guard let outer = DERElement(takingFrom: &rest), outer.tag == DERElement.sequence else { throw .unreadable }
    guard outer.missing == 0 else { throw .truncated }
    guard rest.isEmpty else { throw .unreadable }
    switch DERElement.privateKeyAlgorithm(der) {
    case nil, [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x01, 0x01]: return der
    case [0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x02, 0x01]: throw .ellipticCurve
    default: throw .otherAlgorithm
    }
  }

  private static func bytes(ofBase64 body: Substring) throws(SigningKeyProblem) -> [UInt8] {
    let text = body.utf8.filter { !" \t\r\n".utf8.contains($0) }
    guard text.allSatisfy({ FieldRules.isAlphanumeric($0) || "+/=".utf8.contains($0) }) else { throw .notBase64 }
    guard !text.isEmpty, text.count.isMultiple(of: 4) else { throw .truncated }
    guard let data = Data(base64Encoded: Data(text)) else { throw .notBase64 }
    return Array(data)
  }

  private static func problem(withoutHeader text: String) -> SigningKeyProblem {
    let line = text.trimmingPrefix(while: \.isWhitespace)
    if line.hasPrefix("ssh-") { return .publicKey }
    if text.contains("BEGIN") { return .headerGarbled }
    if text.contains("-----END") { return .headerMissing }
    let compact = text.filter { !$0.isWhitespace }
    // "-----BEGIN" in base64.
    if compact.hasPrefix("LS0tLS1CRUdJTi") { return .wrappedInBase64 }
    // Every RSA key of 2048 bits in DER starts with a sequence of a two-byte length: MII in base64.
    if compact.hasPrefix("MII") { return .headerMissing }
    if compact.utf8.count < 256,
      line.hasPrefix("/") || line.hasPrefix(".") || line.hasPrefix("~")
        || compact.hasSuffix(".pem") || compact.hasSuffix(".key")
    {
      return .fileName
    }
    return .notPEM
  }
}

extension SigningKey: Redacted {}

/// EMSA-PSS (RFC 8017 §9.1.1) with SHA-256 and MGF1 with SHA-256, for a salt of any length. The encoded message is not
/// secret: the public key recovers it from the signature.
enum SignatureEncoding {
  private static let hashLength = SHA256.byteCount

  /// The encoded message, as long as the modulus; the comments name the standard's steps.
  /// - Returns: Nil if the key is too small for hash and salt.
  static func encoded(_ text: String, modulusBits: Int, salt: [UInt8]) -> [UInt8]? {
    let bits = modulusBits - 1
    let length = (bits + 7) / 8
    // 1, 2, 3
    guard length >= hashLength + salt.count + 2 else { return nil }
    let digest = SHA256.hash(data: Array(text.utf8))
    // 4, 5, 6
    let hash = Array(SHA256.hash(data: [UInt8](repeating: 0, count: 8) + digest + salt))
    // 7, 8
    let padding = [UInt8](repeating: 0, count: length - salt.count - hashLength - 2)
    let block = padding + [0x01] + salt
    // 9, 10, 11
    var masked = zip(block, mask(hash, count: block.count)).map { $0 ^ $1 }
    masked[0] &= 0xFF >> UInt8(8 * length - bits)
    // 12, 13
    let message = masked + hash + [0xBC]
    return [UInt8](repeating: 0, count: (modulusBits + 7) / 8 - length) + message
  }

  /// MGF1 (RFC 8017 §B.2.1).
  private static func mask(_ seed: [UInt8], count: Int) -> [UInt8] {
    var output: [UInt8] = []
    var counter: UInt32 = 0
    while output.count < count {
      let bytes = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: counter >> UInt32($0)) }
      output.append(contentsOf: SHA256.hash(data: seed + bytes))
      counter += 1
    }
    return Array(output.prefix(count))
  }
}

extension _RSA.Signing.PublicKey {
  /// Returns true if the signature is valid for the text. It is for checks of a key, because Amazon verifies
  /// signatures. The library verifies a salt of 32 bytes only, so a signature of the older algorithm is never valid
  /// here.
  public func isValidSignature(
    _ signature: _RSA.Signing.RSASignature, of text: String, _ algorithm: AmazonPayAlgorithm
  ) -> Bool {
    if let isValid = KeyedSignature.isValid(Array(signature.rawRepresentation), of: text) { return isValid }
    return algorithm.saltLength == SHA256.byteCount
      && isValidSignature(signature, for: SHA256.hash(data: Array(text.utf8)), padding: .PSS)
  }
}
