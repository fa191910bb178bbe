import FerryCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The limits of the fields that are sent. Lengths are counted in UTF-16 code units, the strictest of the ways in which
/// "characters" can be meant here: what passes is within the limit however Amazon counts.
struct FieldLimits {
  let environment: AmazonPayEnvironment

  func check(_ text: String?, _ field: String, atMost limit: Int) throws(InvalidField) {
    guard let text, text.utf16.count > limit else { return }
    throw InvalidField(field: field, fault: .tooLong(limit: limit))
  }

  /// At most 512 characters, https; plain http in the sandbox.
  func check(address: String?, _ field: String) throws(InvalidField) {
    guard let address else { return }
    try check(address, field, atMost: 512)
    guard
      address.utf8.allSatisfy({ (0x21...0x7E).contains($0) }), let parts = URLComponents(string: address),
      let scheme = parts.scheme?.lowercased(), ["http", "https"].contains(scheme),
      let host = parts.host, !host.isEmpty
    else { throw InvalidField(field: field, fault: .notAnAddress) }
    guard scheme == "https" || environment == .sandbox else { throw InvalidField(field: field, fault: .notHTTPS) }
  }

  /// Above zero and at most 10,000,000 yen or 150,000 dollars, pounds or euros ("Charge", Amazon Pay documentation).
  func check(_ amount: Money?, _ field: String) throws(InvalidField) {
    guard let amount else { return }
    guard amount.isPositive else { throw InvalidField(field: field, fault: .notPositive) }
    guard amount.currency.exponent <= 2 else { throw InvalidField(field: field, fault: .decimalsNotSupported) }
    let maximum: Money? =
      switch amount.currency {
      case .jpy: .yen(10_000_000)
      case .usd, .gbp, .eur: Money(minorUnits: 15_000_000, amount.currency)
      default: nil
      }
    if let maximum, amount.minorUnits > maximum.minorUnits {
      throw InvalidField(field: field, fault: .aboveMaximum(maximum.description))
    }
  }

  func check(_ metadata: MerchantMetadata?) throws(InvalidField) {
    try check(metadata?.merchantReferenceId, "merchantMetadata.merchantReferenceId", atMost: 256)
    try check(metadata?.merchantStoreName, "merchantMetadata.merchantStoreName", atMost: 50)
    try check(metadata?.noteToBuyer, "merchantMetadata.noteToBuyer", atMost: 255)
    try check(metadata?.customInformation, "merchantMetadata.customInformation", atMost: 4096)
  }
}
