import AmazonPayModule
import FerryCheckout
import FerryCore
import GMOPaymentGateway

extension GMOPaymentGateway.BuyerDetails {
  /// The selection without personal data; nil until it is complete.
  /// - Parameter secret: The key of the digests, the same for all answers of a checkout.
  func selection(ships: Bool, secret: String) -> Selection? {
    guard amazonBuyerID != nil || name != nil || email != nil, !ships || shipping != nil else { return nil }
    let address = ships ? shipping : nil
    let destination: [String?] =
      [
        amazonBuyerID, name, email, phone, address?.name, address?.city, address?.county, address?.district,
        address?.stateOrRegion, address?.postalCode, address?.countryCode, address?.phone,
      ] + (address?.lines ?? [])
    return Selection(
      destination: destination, paymentDescriptor: paymentDescriptor,
      region: address.flatMap { AddressBody($0).region },
      country: address?.countryCode, secret: secret)
  }

  /// The buyer's data, which are stored in an erasable table.
  func details(ships: Bool) -> FerryCheckout.BuyerDetails {
    FerryCheckout.BuyerDetails(
      buyer: BuyerBody(name: name, email: email, phone: phone),
      shippingAddress: ships ? shipping.map { AddressBody($0) } : nil,
      paymentDescriptor: paymentDescriptor)
  }

  var remarks: [String] {
    malformedFields.isEmpty
      ? []
      : ["GMO sent text that is not Windows-31J in the fields \(malformedFields.joined(separator: ", "))."]
  }
}

extension AddressBody {
  fileprivate init(_ address: PostalAddress) {
    self.init(
      name: address.name, lines: address.lines, city: address.city ?? address.district,
      region: address.stateOrRegion ?? address.county, postalCode: address.postalCode, country: address.countryCode,
      phone: address.phone)
  }
}
