public import FerryHTTP

/// The payload of a button: the merchant signs it, and the buyer's browser presents it. It is text, because signature
/// and browser need the same bytes.
public struct ButtonPayload: Hashable, Sendable {
  /// A part of the buyer's data that the merchant asks for.
  public enum Scope: String, Codable, Hashable, Sendable, CaseIterable {
    case name
    case email
    case phoneNumber
    case postalCode
    case shippingAddress
    case billingAddress
    /// The kind of Prime membership. Amazon has to enable it for the merchant.
    case primeStatus
  }

  /// JSON with sorted keys and plain slashes.
  public let json: String

  /// - Throws: `InvalidField` for a value that Amazon would refuse.
  public init(
    _ session: NewCheckoutSession, in environment: AmazonPayEnvironment, region: AmazonPayRegion? = nil
  ) throws(InvalidField) {
    try session.check(FieldLimits(environment: environment, region: region))
    json = String(decoding: stableJSON(session), as: UTF8.self)
  }

  /// The payload of a sign-in button, without a payment.
  /// - Throws: `InvalidField` for a value that Amazon would refuse.
  public init(_ signIn: SignIn, in environment: AmazonPayEnvironment) throws(InvalidField) {
    try signIn.check(FieldLimits(environment: environment))
    json = String(decoding: stableJSON(signIn), as: UTF8.self)
  }

  /// A payload of exactly this text, without checks.
  public init(uncheckedJSON json: String) { self.json = json }
}

extension ButtonPayload {
  /// The request of a sign-in button, without a payment. Amazon adds a `buyerToken` to the return URL, for Get Buyer.
  public struct SignIn: Hashable, Sendable, Encodable {
    public var storeId: String
    /// At most 512 characters.
    public var signInReturnUrl: String
    /// Empty for Amazon's default.
    public var signInScopes: [Scope]

    /// Does not check the values; `ButtonPayload` does.
    public init(storeId: String, signInReturnUrl: String, signInScopes: [Scope] = []) {
      self.storeId = storeId
      self.signInReturnUrl = signInReturnUrl
      self.signInScopes = signInScopes
    }

    private enum CodingKeys: String, MemberKey { case storeId, signInReturnUrl, signInScopes }

    func check(_ limits: FieldLimits) throws(InvalidField) {
      try limits.require(storeId, "storeId")
      try limits.require(signInReturnUrl, "signInReturnUrl")
      try limits.check(address: signInReturnUrl, "signInReturnUrl")
    }
  }
}

/// A payload with its signature, for the browser's script. It encodes to the script's `createCheckoutSessionConfig`.
public struct SignedButtonPayload: Codable, Hashable, Sendable {
  /// The signed text. The script needs exactly these bytes.
  public let payloadJSON: String
  /// In base64.
  public let signature: String
  /// Amazon's id for the key pair.
  public let publicKeyId: String
  public let algorithm: AmazonPayAlgorithm
}
