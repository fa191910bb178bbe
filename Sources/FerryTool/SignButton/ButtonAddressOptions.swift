import AmazonPay
import ArgumentParser

/// The address that the shop hands over.
struct ButtonAddressOptions: ParsableArguments {
  @Option(help: "The receiver's name.")
  var addressName: String?

  @Option(help: "Street and number; in Japan what comes after the prefecture.")
  var addressLine1: String?

  @Option(help: "A second line.")
  var addressLine2: String?

  @Option(help: "A third line.")
  var addressLine3: String?

  @Option(help: "The city; not needed in Japan.")
  var addressCity: String?

  @Option(help: "District or county.")
  var addressDistrict: String?

  @Option(help: "State or region; in Japan the prefecture.")
  var addressState: String?

  @Option(help: "The postal code.")
  var addressPostalCode: String?

  @Option(help: "The country: JP.")
  var addressCountry: String?

  @Option(help: "The telephone number.")
  var addressPhone: String?

  var isEmpty: Bool {
    [
      addressName, addressLine1, addressLine2, addressLine3, addressCity, addressDistrict, addressState,
      addressPostalCode, addressCountry, addressPhone,
    ].allSatisfy { $0 == nil }
  }

  /// - Throws: `CommandFailure` that names what is missing.
  func details() throws -> AddressDetails? {
    guard !isEmpty else { return nil }
    let needed = [
      ("--address-name", addressName), ("--address-line1", addressLine1),
      ("--address-postal-code", addressPostalCode), ("--address-country", addressCountry),
      ("--address-phone", addressPhone),
    ]
    let missing = needed.filter { $0.1 == nil }.map(\.0)
    guard
      let addressName, let addressLine1, let addressPostalCode, let addressCountry, let addressPhone
    else { throw CommandFailure("The address needs \(missing.joined(separator: ", ")), too.") }
    return AddressDetails(
      name: addressName, addressLine1: addressLine1, addressLine2: addressLine2, addressLine3: addressLine3,
      city: addressCity, districtOrCounty: addressDistrict, stateOrRegion: addressState,
      postalCode: addressPostalCode, countryCode: addressCountry, phoneNumber: addressPhone)
  }
}
