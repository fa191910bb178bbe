import FerryCore

extension FieldLimits {
  package func check(_ metadata: MerchantMetadata?) throws(InvalidField) {
    try check(metadata?.merchantReferenceId, "merchantMetadata.merchantReferenceId", atMost: 256)
    try check(metadata?.merchantStoreName, "merchantMetadata.merchantStoreName", atMost: 50)
    try check(metadata?.noteToBuyer, "merchantMetadata.noteToBuyer", atMost: 255)
    try check(metadata?.customInformation, "merchantMetadata.customInformation", atMost: 4096)
  }

  /// A frequency counts from one, or is zero where it varies; an amount is one that can be charged.
  func check(_ metadata: RecurringMetadata?) throws(InvalidField) {
    if let frequency = metadata?.frequency {
      let lowest = frequency.unit == .known(.variable) ? 0 : 1
      let range = lowest...10_000
      guard range.contains(frequency.value) else {
        throw InvalidField(field: "recurringMetadata.frequency.value", fault: .notInRange(range))
      }
    }
    if let amount = metadata?.amount {
      guard let money = amount.money else {
        throw InvalidField(field: "recurringMetadata.amount", fault: .characters(allowed: "0-9 ."))
      }
      try check(money, "recurringMetadata.amount")
    }
  }

  func check(_ delivery: DeliverySpecifications?) throws(InvalidField) {
    for country in (delivery?.addressRestrictions?.restrictions ?? [:]).keys.sorted() {
      try check(country: country, "deliverySpecifications.addressRestrictions.restrictions")
    }
  }

  /// What Amazon needs of an address depends on its country.
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
        throw InvalidField(
          field: "addressDetails.stateOrRegion", fault: .notWith("countryCode \(address.countryCode)"))
      }
    default: break
    }
  }

  private func check(country: String, _ field: String) throws(InvalidField) {
    guard country.utf8.count == 2, country.utf8.allSatisfy({ (0x41...0x5A).contains($0) }) else {
      throw InvalidField(field: field, fault: .notACountry)
    }
  }
}
