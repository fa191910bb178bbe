/// The reason that a text is not usable as the private key, with its remedy. It never holds a byte of the key.
public enum SigningKeyProblem: Error, Hashable, Sendable {
  case empty
  case fileName
  case headerMissing
  case headerGarbled
  case footerMissing
  case footerOfOtherKind
  case notPEM
  case wrappedInBase64
  case encrypted
  case publicKey
  /// The text is a certificate or a certificate request.
  case certificate
  case openSSH
  case ellipticCurve
  /// The key is neither an RSA key nor an elliptic curve key.
  case otherAlgorithm
  case otherKind
  case notBase64
  case truncated
  /// The content is not an RSA private key in PKCS#8 or PKCS#1.
  case unreadable
  /// The key has fewer than 2048 bits. Nil if the size is not known.
  case tooSmall(bits: Int?)
  /// The key's parts do not match: its signature does not verify.
  case selfCheckFailed
}

extension SigningKeyProblem: CustomStringConvertible {
  public var description: String {
    switch self {
    case .empty:
      "The private key is empty. Give the whole text of the .pem file that Seller Central offered for download."
    case .fileName: "The private key looks like a file name. Give the text inside the file."
    case .headerMissing:
      "The private key has no first line. It has to start with -----BEGIN PRIVATE KEY----- on a line of its own."
    case .headerGarbled:
      """
      The private key's first or last line is damaged. They are -----BEGIN PRIVATE KEY----- and \
      -----END PRIVATE KEY-----, with five plain hyphens on each side.
      """
    case .footerMissing:
      "The private key has no last line, so it was cut off. Copy it again up to and including -----END PRIVATE KEY-----."
    case .footerOfOtherKind:
      "The private key's first and last line name different things. Copy the key again from its file."
    case .notPEM:
      "The private key is not PEM text. It starts with -----BEGIN PRIVATE KEY----- and ends with -----END PRIVATE KEY-----."
    case .wrappedInBase64:
      "The private key is in base64 once more, header and all. Give the text that it decodes to: base64 --decode"
    case .encrypted: "The private key is protected by a passphrase. Remove it: openssl pkey -in key.pem -out plain.pem"
    case .publicKey: "This is a public key. The private key of the same pair is needed; Amazon keeps the public one."
    case .certificate:
      "This is a certificate. The private key is needed, which starts with -----BEGIN PRIVATE KEY-----."
    case .openSSH: "The private key is in OpenSSH's format. Convert a copy of it: ssh-keygen -p -m PKCS8 -f copy"
    case .ellipticCurve:
      "This is an elliptic curve key. Amazon Pay signs with RSA; create a key pair in Seller Central, or by openssl genrsa."
    case .otherAlgorithm:
      "This private key is not a plain RSA key. Amazon Pay signs with RSA; create a key pair in Seller Central."
    case .otherKind:
      "This is PEM text of another kind than a private key. It has to start with -----BEGIN PRIVATE KEY-----."
    case .notBase64:
      "The private key has characters between its first and last line that do not belong there. Copy it again."
    case .truncated:
      "The private key is incomplete: lines or characters are missing from its middle or end. Copy it again from its file."
    case .unreadable:
      "The private key can not be read as RSA in PKCS#8 or PKCS#1. Copy it again, or convert it: openssl pkey -in key.pem"
    case .tooSmall(let bits?):
      "The private key has \(bits) bits, and Amazon Pay needs 2048. Create a new key pair in Seller Central."
    case .tooSmall(nil):
      "The private key is too small; Amazon Pay needs 2048 bits. Create a new key pair in Seller Central."
    case .selfCheckFailed:
      "The private key signs, but its own public half does not accept the signature: it is damaged. Copy it again."
    }
  }
}
