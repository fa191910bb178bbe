/// What a checkout session begins with: the text that the merchant signs and the buyer's browser presents. It is kept as
/// text, because signature and browser need the same bytes.
public struct ButtonPayload: Hashable, Sendable {
  /// What the merchant wants to know about the buyer.
  public enum Scope: String, Codable, Hashable, Sendable, CaseIterable {
    case name
    case email
    case phoneNumber
    case postalCode
    case shippingAddress
    case billingAddress
    case primeStatus
  }

  /// JSON with sorted keys and plain slashes.
  public let json: String

  /// - Parameters:
  ///   - checkoutReviewReturnUrl: Where the buyer comes back to after choosing. At most 512 characters; Amazon appends
  ///     `amazonCheckoutSessionId` to its query.
  ///   - checkoutCancelUrl: Where the buyer goes who gives up on Amazon's pages; without one, back to the page with the
  ///     button.
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
    let limits = FieldLimits(environment: environment)
    try limits.check(address: checkoutReviewReturnUrl, "webCheckoutDetails.checkoutReviewReturnUrl")
    try limits.check(address: checkoutCancelUrl, "webCheckoutDetails.checkoutCancelUrl")
    let content = Content(
      deliverySpecifications: countries.map { DeliverySpecifications(countries: $0) },
      scopes: scopes.isEmpty ? nil : scopes,
      storeId: storeId,
      webCheckoutDetails: .init(
        checkoutReviewReturnUrl: checkoutReviewReturnUrl, checkoutCancelUrl: checkoutCancelUrl))
    json = String(decoding: stableJSON(content), as: UTF8.self)
  }

  /// A payload whose exact text is given. Nothing in it is checked.
  public init(uncheckedJSON json: String) { self.json = json }

  private struct DeliverySpecifications: Encodable {
    struct AddressRestrictions: Encodable {
      let type = "Allowed"
      let restrictions: [String: WholeCountry]
    }

    /// An object without lists of states or postal codes.
    struct WholeCountry: Encodable {}

    let addressRestrictions: AddressRestrictions

    init(countries: [String]) {
      addressRestrictions = AddressRestrictions(
        restrictions: Dictionary(countries.map { ($0, WholeCountry()) }, uniquingKeysWith: { first, _ in first }))
    }
  }

  private struct Content: Encodable {
    struct WebCheckoutDetails: Encodable {
      let checkoutReviewReturnUrl: String
      let checkoutCancelUrl: String?
    }

    let deliverySpecifications: DeliverySpecifications?
    let scopes: [Scope]?
    let storeId: String
    let webCheckoutDetails: WebCheckoutDetails
  }
}
