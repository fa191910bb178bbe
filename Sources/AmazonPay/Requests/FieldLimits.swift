package import FerryCore
package import FerryHTTP

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The limits of request fields. Lengths are counted in UTF-16 code units, the strictest meaning of "characters": a
/// passing value is within the limit however Amazon counts. Statement texts are counted in bytes.
package struct FieldLimits {
  private let environment: AmazonPayEnvironment
  /// If given, currencies are checked, too.
  private let region: AmazonPayRegion?

  /// - Parameter environment: It matters for addresses only.
  package init(environment: AmazonPayEnvironment = .live, region: AmazonPayRegion? = nil) {
    self.environment = environment
    self.region = region
  }

  func require(_ text: String?, _ field: String) throws(InvalidField) {
    guard text?.isEmpty == false else { throw InvalidField(field: field, .missing) }
  }

  func check(_ text: String?, _ field: String, atMost limit: Int) throws(InvalidField) {
    guard let text, text.utf16.count > limit else { return }
    throw InvalidField(field: field, .tooLong(limit: limit))
  }

  /// At most 16 bytes.
  func check(softDescriptor: String?, _ field: String) throws(InvalidField) {
    guard let softDescriptor, softDescriptor.utf8.count > 16 else { return }
    throw InvalidField(field: field, .tooManyBytes(limit: 16))
  }

  /// At most 512 characters; https, or http in the sandbox.
  func check(address: String?, _ field: String) throws(InvalidField) {
    guard let address else { return }
    try check(address, field, atMost: 512)
    guard
      address.utf8.allSatisfy({ (0x21...0x7E).contains($0) }), let parts = URLComponents(string: address),
      let scheme = parts.scheme?.lowercased(), ["http", "https"].contains(scheme),
      let host = parts.host, !host.isEmpty
    else { throw InvalidField(field: field, .notAnAddress) }
    guard scheme == "https" || environment == .sandbox else { throw InvalidField(field: field, .notHTTPS) }
  }

  /// Above zero, and at most `AmountRules.maximumCharge(in:)`.
  package func check(_ amount: Money?, _ field: String) throws(InvalidField) {
    guard let amount else { return }
    guard amount.isPositive else { throw InvalidField(field: field, .notPositive) }
    try check(currency: amount.currency, field)
    guard amount.currency.exponent <= 2 else { throw InvalidField(field: field, .decimalsNotSupported) }
    if let maximum = AmountRules.maximumCharge(in: amount.currency), amount.minorUnits > maximum.minorUnits {
      throw InvalidField(field: field, .aboveMaximum(maximum.description))
    }
  }

  /// The region's ledger currency; accounts in Europe accept others, too ("Checkout Session", Amazon Pay
  /// documentation).
  func check(currency: Currency?, _ field: String) throws(InvalidField) {
    guard let currency, let region, region != .europe, !region.ledgerCurrencies.contains(currency) else { return }
    throw InvalidField(field: field, .currencyOfRegion(region.ledgerCurrencies[0].code))
  }

  /// The total of an order: in the charge's currency, and at least the charge's amount.
  func check(total: Money?, _ field: String, ofCharge charge: Money?) throws(InvalidField) {
    guard let total else { return }
    try check(total, field)
    guard let charge else { return }
    guard total.currency == charge.currency else {
      throw InvalidField(field: field, .otherCurrency(charge.currency.code))
    }
    guard total.minorUnits >= charge.minorUnits else {
      throw InvalidField(field: "chargeAmount", .aboveLimit(total.description, what: "the total of the order"))
    }
  }
}

extension FieldLimits {
  package func check(_ metadata: MerchantMetadata?) throws(InvalidField) {
    try check(metadata?.merchantReferenceId, "merchantMetadata.merchantReferenceId", atMost: 256)
    try check(metadata?.merchantStoreName, "merchantMetadata.merchantStoreName", atMost: 50)
    try check(metadata?.noteToBuyer, "merchantMetadata.noteToBuyer", atMost: 255)
    try check(metadata?.customInformation, "merchantMetadata.customInformation", atMost: 4096)
  }

  /// The frequency is at least 1, or 0 for `variable`; the amount is a valid charge.
  func check(_ metadata: RecurringMetadata?) throws(InvalidField) {
    if let frequency = metadata?.frequency {
      let lowest = frequency.unit == .known(.variable) ? 0 : 1
      let range = lowest...10_000
      guard range.contains(frequency.value) else {
        throw InvalidField(field: "recurringMetadata.frequency.value", .notInRange(range))
      }
    }
    if let amount = metadata?.amount {
      guard let money = amount.money else {
        throw InvalidField(field: "recurringMetadata.amount", .characters(allowed: "0-9 ."))
      }
      try check(money, "recurringMetadata.amount")
    }
  }

  func check(_ delivery: DeliverySpecifications?) throws(InvalidField) {
    for country in (delivery?.addressRestrictions?.restrictions ?? [:]).keys.sorted() {
      try check(country: country, "deliverySpecifications.addressRestrictions.restrictions")
    }
  }

  /// The required parts of an address depend on the country.
  func check(_ address: AddressDetails?) throws(InvalidField) {
    guard let address else { return }
    try require(address.name, "addressDetails.name")
    try require(address.addressLine1, "addressDetails.addressLine1")
    try require(address.postalCode, "addressDetails.postalCode")
    try require(address.phoneNumber, "addressDetails.phoneNumber")
    try check(country: address.countryCode, "addressDetails.countryCode")
    if address.countryCode != "JP" { try require(address.city, "addressDetails.city") }
    switch address.countryCode {
    case "JP", "US": try require(address.stateOrRegion, "addressDetails.stateOrRegion")
    case "UK", "GB", "SG", "AE", "MX":
      guard address.stateOrRegion == nil else {
        throw InvalidField(field: "addressDetails.stateOrRegion", .notWith("countryCode \(address.countryCode)"))
      }
    default: break
    }
  }

  private func check(country: String, _ field: String) throws(InvalidField) {
    guard country.utf8.count == 2, country.utf8.allSatisfy({ (0x41...0x5A).contains($0) }) else {
      throw InvalidField(field: field, .notACountry)
    }
  }
}
