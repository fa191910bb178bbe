import AmazonPayModule
import FerryCheckout
import FerryCore
import GMOPaymentGateway

extension GMOPaymentGateway.BuyerDetails {
  /// The selection without personal data; nil until it is complete.
  /// - Parameters:
  ///   - rule: The order's rule; nil if nothing is delivered.
  ///   - secret: The key of the digests, the same for all answers of a checkout.
  func selection(_ rule: ShippingRule?, secret: String) -> Selection? {
    guard amazonBuyerID != nil || name != nil || email != nil, rule == nil || shipping != nil else { return nil }
    let address = rule == nil ? nil : shipping
    let destination: [String?] =
      [
        amazonBuyerID, name, email, phone, address?.name, address?.city, address?.county, address?.district,
        address?.stateOrRegion, address?.postalCode, address?.countryCode, address?.phone,
      ] + (address?.lines ?? [])
    return Selection(
      destination: destination, paymentDescriptor: paymentDescriptor, address: address.map { AddressBody($0) },
      shipping: rule, secret: secret)
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
      region: [address.stateOrRegion, address.county].compactMap(\.self).first { !$0.isEmpty },
      postalCode: address.postalCode, country: address.countryCode,
      phone: address.phone)
  }
}
