/// What a checkout session begins with: the text that the merchant signs and the buyer's browser presents. It is kept as
/// text, because signature and browser need the same bytes.
public struct ButtonPayload: Hashable, Sendable {
  /// What the merchant wants to know about the buyer.
  public enum Scope: String, Codable, Hashable, Sendable, CaseIterable {
    /// The name.
    case name
    /// The e-mail address.
    case email
    /// The telephone number.
    case phoneNumber
    /// The postal code.
    case postalCode
    /// The address to deliver to.
    case shippingAddress
    /// The address to bill.
    case billingAddress
    /// The kind of membership in Prime; for merchants whom Amazon allows it.
    case primeStatus
  }

  /// JSON with sorted keys and plain slashes.
  public let json: String

  /// - Parameter region: The account's region. If given, amounts in a currency that the region refuses throw, too.
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

  /// A checkout with a review in the shop.
  /// - Parameters:
  ///   - checkoutReviewReturnUrl: Amazon sends the buyer here after they chose address and payment method, and appends
  ///     `amazonCheckoutSessionId` to the query. At most 512 characters.
  ///   - checkoutCancelUrl: Amazon sends the buyer here if they cancel; nil for the page with the button.
  ///   - scopes: Empty for Amazon's own choice.
  ///   - countries: Where the merchant delivers to, by ISO 3166-1 codes: Amazon lets the buyer choose no other address.
  ///     Nil for anywhere ("Address restriction samples", Amazon Pay documentation).
  /// - Throws: `InvalidField`.
  public init(
    storeId: String,
    checkoutReviewReturnUrl: String,
    checkoutCancelUrl: String? = nil,
    scopes: [Scope] = [],
    countries: [String]? = nil,
    environment: AmazonPayEnvironment
  ) throws(InvalidField) {
    var session = NewCheckoutSession(
      storeId: storeId, checkoutReviewReturnUrl: checkoutReviewReturnUrl, checkoutCancelUrl: checkoutCancelUrl)
    session.scopes = scopes
    session.deliverySpecifications = countries.map { DeliverySpecifications(countries: $0) }
    try self.init(session, in: environment)
  }

  /// A payload whose exact text is given. Nothing in it is checked.
  public init(uncheckedJSON json: String) { self.json = json }
}

extension ButtonPayload {
  /// What a sign-in button asks for: who the buyer is, and nothing to pay. The return address comes back with a
  /// `buyerToken`, to be given to Get Buyer.
  public struct SignIn: Hashable, Sendable {
    /// The store's id in Seller Central.
    public var storeId: String
    /// At most 512 characters.
    public var signInReturnUrl: String
    /// Empty for Amazon's own choice.
    public var signInScopes: [Scope]

    /// Values are checked when a payload is made of it.
    public init(storeId: String, signInReturnUrl: String, signInScopes: [Scope] = []) {
      self.storeId = storeId
      self.signInReturnUrl = signInReturnUrl
      self.signInScopes = signInScopes
    }

    func check(_ limits: FieldLimits) throws(InvalidField) {
      try limits.require(storeId, "storeId")
      try limits.require(signInReturnUrl, "signInReturnUrl")
      try limits.check(address: signInReturnUrl, "signInReturnUrl")
    }
  }
}

extension ButtonPayload.SignIn: Encodable {
  public func encode(to encoder: any Encoder) throws {
    var object = try ObjectWriter(encoder)
    try object.write(storeId, "storeId")
    try object.write(signInReturnUrl, "signInReturnUrl")
    try object.write(list: signInScopes, "signInScopes")
  }
}

/// What the browser's script needs to open Amazon's pages: the payload's exact text and its signature. It encodes to the
/// script's `createCheckoutSessionConfig`.
public struct SignedButtonPayload: Codable, Hashable, Sendable {
  /// The signed text. It has to reach the script byte for byte.
  public let payloadJSON: String
  /// In base64.
  public let signature: String
  /// The id by which Amazon knows the key pair.
  public let publicKeyId: String
  /// What was signed by.
  public let algorithm: AmazonPayAlgorithm
}
