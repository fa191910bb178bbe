public import FerryCore

/// The buyer's names, addresses and payment method at Amazon, the answer to `GMOCall.searchAddress`. All parts are
/// optional: they depend on the scopes of the button. They are personal data, so the value prints as "redacted".
///
/// Get them after every change at Amazon. A checkout session is open for 24 hours.
public struct BuyerDetails: Hashable, Sendable, GMOAnswer, Redacted {
  public let shipping: PostalAddress?
  public let billing: PostalAddress?
  /// Amazon's id of the buyer, such as `amzn1.account.…`.
  public let amazonBuyerID: String?
  public let name: String?
  public let email: String?
  public let phone: String?
  /// The payment method for people, such as "JCB ****1111 (Amazon Pay)".
  public let paymentDescriptor: String?
  /// The names of the fields that hold bytes from GMO that are not Windows-31J. U+FFFD stands for those bytes.
  public let malformedFields: [String]

  public init(_ fields: AnswerFields) throws(UnreadableAnswer) {
    let names =
      PostalAddress.fieldNames("Shipping") + PostalAddress.fieldNames("Billing") + [
        "AmazonBuyerID", "AmazonAccountName", "AmazonMailAddress", "AmazonPhoneNumber", "PaymentDescriptor",
      ]
    guard names.contains(where: fields.has) else { throw UnreadableAnswer("AmazonBuyerID") }
    shipping = PostalAddress(fields, "Shipping")
    billing = PostalAddress(fields, "Billing")
    amazonBuyerID = fields["AmazonBuyerID"]
    name = fields["AmazonAccountName"]
    email = fields["AmazonMailAddress"]
    phone = fields["AmazonPhoneNumber"]
    paymentDescriptor = fields["PaymentDescriptor"]
    malformedFields = fields.malformed
  }

  public func answers(_ call: GMOCall) -> Bool { call.operation == .searchAddress }
}

/// An address of the buyer's. It is personal data, so it prints as "redacted".
public struct PostalAddress: Hashable, Sendable, Redacted {
  public let name: String?
  public let phone: String?
  public let postalCode: String?
  /// ISO 3166-1 alpha-2.
  public let countryCode: String?
  /// The prefecture in Japan.
  public let stateOrRegion: String?
  public let city: String?
  public let county: String?
  public let district: String?
  /// The lines that are not empty, in order.
  public let lines: [String]

  static func fieldNames(_ prefix: String) -> [String] {
    [
      "Name", "PhoneNumber", "PostalCode", "CountryCode", "StateOrRegion", "City", "County", "District", "AddressLine1",
      "AddressLine2", "AddressLine3",
    ].map { prefix + $0 }
  }

  /// Nil if all fields are empty.
  init?(_ fields: AnswerFields, _ prefix: String) {
    let texts = Self.fieldNames(prefix).map { fields[$0] }
    guard texts.contains(where: { $0 != nil }) else { return nil }
    name = texts[0]
    phone = texts[1]
    postalCode = texts[2]
    countryCode = texts[3]
    stateOrRegion = texts[4]
    city = texts[5]
    county = texts[6]
    district = texts[7]
    lines = texts[8...].compactMap { $0 }
  }
}
