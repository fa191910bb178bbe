/// The reason that a text is not usable as the private key, with its remedy. It never holds a byte of the key.
public struct SigningKeyProblem: Error, Hashable, Sendable, CustomStringConvertible {
  public let description: String

  private init(_ description: String) { self.description = description }

  public static let empty = Self(
    "The private key is empty. Give the whole text of the .pem file that Seller Central offered for download.")
  public static let fileName = Self("The private key looks like a file name. Give the text inside the file.")
  public static let headerMissing = Self(
    "The private key has no first line. It has to start with -----BEGIN PRIVATE KEY----- on a line of its own.")
  public static let headerGarbled = Self(
    """
    The private key's first or last line is damaged. They are -----BEGIN PRIVATE KEY----- and \
    -----END PRIVATE KEY-----, with five plain hyphens on each side.
    """)
  public static let footerMissing = Self(
    "The private key has no last line, so it was cut off. Copy it again up to and including -----END PRIVATE KEY-----.")
  public static let footerOfOtherKind = Self(
    "The private key's first and last line name different things. Copy the key again from its file.")
  public static let notPEM = Self(
    "The private key is not PEM text. It starts with -----BEGIN PRIVATE KEY----- and ends with -----END PRIVATE KEY-----."
  )
  public static let wrappedInBase64 = Self(
    "The private key is in base64 once more, header and all. Give the text that it decodes to: base64 --decode")
  public static let encrypted = Self(
    "The private key is protected by a passphrase. Remove it: openssl pkey -in key.pem -out plain.pem")
  public static let publicKey = Self(
    "This is a public key. The private key of the same pair is needed; Amazon keeps the public one.")
  /// The text is a certificate or a certificate request.
  public static let certificate = Self(
    "This is a certificate. The private key is needed, which starts with -----BEGIN PRIVATE KEY-----.")
  public static let openSSH = Self(
    "The private key is in OpenSSH's format. Convert a copy of it: ssh-keygen -p -m PKCS8 -f copy")
  public static let ellipticCurve = Self(
    "This is an elliptic curve key. Amazon Pay signs with RSA; create a key pair in Seller Central, or by openssl genrsa."
  )
  /// The key is neither an RSA key nor an elliptic curve key.
  public static let otherAlgorithm = Self(
    "This private key is not a plain RSA key. Amazon Pay signs with RSA; create a key pair in Seller Central.")
  public static let otherKind = Self(
    "This is PEM text of another kind than a private key. It has to start with -----BEGIN PRIVATE KEY-----.")
  public static let notBase64 = Self(
    "The private key has characters between its first and last line that do not belong there. Copy it again.")
  public static let truncated = Self(
    "The private key is incomplete: lines or characters are missing from its middle or end. Copy it again from its file."
  )
  /// The content is not an RSA private key in PKCS#8 or PKCS#1.
  public static let unreadable = Self(
    "The private key can not be read as RSA in PKCS#8 or PKCS#1. Copy it again, or convert it: openssl pkey -in key.pem"
  )
  /// The key's parts do not match: its signature does not verify.
  public static let selfCheckFailed = Self(
    "The private key signs, but its own public half does not accept the signature: it is damaged. Copy it again.")
  /// The key has fewer than 2048 bits. Nil if the size is not known.
  public static func tooSmall(bits: Int?) -> Self {
    let size = bits.map { "has \($0) bits, and Amazon Pay needs 2048" } ?? "is too small; Amazon Pay needs 2048 bits"
    return Self("The private key \(size). Create a new key pair in Seller Central.")
  }
}
