public import FerryCore
package import FerryHTTP

/// A payer, as the merchant knows them. Personal: it prints as "redacted".
public struct Payer: Hashable, Sendable, Encodable, Redacted {
  /// The merchant's lasting id of the payer; an identity number only hashed. Required for payment and recurrence tokens.
  public var payerReference: String?
  public var firstName: String?
  public var lastName: String?
  public var email: String?
  /// `+`, country and number, such as +46739000001, like the other phone numbers.
  public var msisdn: String?
  public var workPhoneNumber: String?
  public var homePhoneNumber: String?
  /// Fills in invoices.
  public var nationalIdentifier: NationalIdentifier?
  /// True lets the menu collect the payer's details.
  public var requireConsumerInfo: Bool?
  /// True for an order without delivery.
  public var digitalProducts: Bool?
  /// ISO 3166-1, two capital letters each.
  public var shippingAddressRestrictedToCountryCodes: [String] = []
  /// The result of a check-in, once only and for 24 hours. Version 2.0 only.
  public var consumerProfileRef: String?
  public var shippingAddress: PostalAddress?
  public var billingAddress: PostalAddress?
  public var accountInfo: AccountInfo?

  public init(
    payerReference: String? = nil, firstName: String? = nil, lastName: String? = nil, email: String? = nil,
    msisdn: String? = nil
  ) {
    self.payerReference = payerReference
    self.firstName = firstName
    self.lastName = lastName
    self.email = email
    self.msisdn = msisdn
  }

  private enum CodingKeys: String, MemberKey {
    case payerReference, firstName, lastName, email, msisdn, workPhoneNumber, homePhoneNumber, nationalIdentifier
    case requireConsumerInfo, digitalProducts, shippingAddressRestrictedToCountryCodes, consumerProfileRef
    case shippingAddress, billingAddress, accountInfo
  }
}

/// An identity number. It prints as "redacted".
public struct NationalIdentifier: Hashable, Sendable, Encodable, Redacted {
  public var socialSecurityNumber: String
  /// ISO 3166-1, two capital letters.
  public var countryCode: String

  public init(_ socialSecurityNumber: String, countryCode: String) {
    self.socialSecurityNumber = socialSecurityNumber
    self.countryCode = countryCode
  }
}

/// A postal address with its addressee. Personal: it prints as "redacted".
public struct PostalAddress: Hashable, Sendable, Codable, Redacted {
  /// The whole name, or first and last name.
  public var addressee: String?
  public var firstName: String?
  public var lastName: String?
  public var email: String?
  public var msisdn: String?
  public var streetAddress: String?
  public var coAddress: String?
  public var city: String?
  public var zipCode: String?
  /// ISO 3166-1, two capital letters.
  public var countryCode: String?

  public init(
    addressee: String? = nil, streetAddress: String? = nil, city: String? = nil, zipCode: String? = nil,
    countryCode: String? = nil
  ) {
    self.addressee = addressee
    self.streetAddress = streetAddress
    self.city = city
    self.zipCode = zipCode
    self.countryCode = countryCode
  }

  private enum CodingKeys: String, MemberKey {
    case addressee, firstName, lastName, email, msisdn, streetAddress, coAddress, city, zipCode, countryCode
  }
}

/// Facts about the payer's account at the merchant, as codes of EMV 3-D Secure.
public struct AccountInfo: Hashable, Sendable {
  /// 1 to 5, like `accountChangePwdIndicator`.
  public var accountAgeIndicator: Int?
  /// 1 to 4, like `shippingAddressUsageIndicator`.
  public var accountChangeIndicator: Int?
  public var accountChangePwdIndicator: Int?
  public var shippingAddressUsageIndicator: Int?
  /// 1 or 2, like `suspiciousAccountActivity`.
  public var shippingNameIndicator: Int?
  public var suspiciousAccountActivity: Int?

  public init() {}

  private var codes: [(name: String, value: Int?, most: Int)] {
    [
      ("accountAgeIndicator", accountAgeIndicator, 5), ("accountChangeIndicator", accountChangeIndicator, 4),
      ("accountChangePwdIndicator", accountChangePwdIndicator, 5),
      ("shippingAddressUsageIndicator", shippingAddressUsageIndicator, 4),
      ("shippingNameIndicator", shippingNameIndicator, 2), ("suspiciousAccountActivity", suspiciousAccountActivity, 2),
    ]
  }
}

extension AccountInfo: Encodable {
  public func encode(to encoder: any Encoder) throws {
    var object = try ObjectWriter(encoder)
    for (name, value, _) in codes { try object.write(value.map { "0\($0)" }, FieldName(stringValue: name)) }
  }

  fileprivate func check(_ pointer: String) throws(InvalidField) {
    for (name, value, most) in codes {
      guard let value, !(1...most).contains(value) else { continue }
      throw InvalidField("\(pointer)/\(name)", "Write 1 to \(most).")
    }
  }
}

extension Payer {
  /// - Throws: `InvalidField` for the first member that Swedbank Pay would refuse.
  package func check(_ version: APIVersion, _ pointer: String) throws(InvalidField) {
    try FieldRules.notEmpty(payerReference, "\(pointer)/payerReference")
    for (number, member) in [
      (msisdn, "msisdn"), (workPhoneNumber, "workPhoneNumber"), (homePhoneNumber, "homePhoneNumber"),
    ] { try FieldRules.phone(number, "\(pointer)/\(member)") }
    try FieldRules.notEmpty(
      nationalIdentifier?.socialSecurityNumber, "\(pointer)/nationalIdentifier/socialSecurityNumber")
    try FieldRules.country(nationalIdentifier?.countryCode, "\(pointer)/nationalIdentifier/countryCode")
    for (index, country) in shippingAddressRestrictedToCountryCodes.enumerated() {
      try FieldRules.country(country, "\(pointer)/shippingAddressRestrictedToCountryCodes/\(index)")
    }
    guard consumerProfileRef == nil || version == .v2 else {
      throw InvalidField("\(pointer)/consumerProfileRef", "Version \(version.rawValue) has no check-in.")
    }
    for (address, member) in [(shippingAddress, "shippingAddress"), (billingAddress, "billingAddress")] {
      try FieldRules.phone(address?.msisdn, "\(pointer)/\(member)/msisdn")
      try FieldRules.country(address?.countryCode, "\(pointer)/\(member)/countryCode")
    }
    try accountInfo?.check("\(pointer)/accountInfo")
  }
}
