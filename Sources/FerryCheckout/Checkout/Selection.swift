public import FerryCore

/// What the buyer chose at the provider, without a personal datum: those stand in a place of their own.
public struct Selection: Codable, Hashable, Sendable {
  /// Changes whenever buyer, address or means of payment change. A digest, so that it tells nothing.
  public var fingerprint: String
  /// The same without the means of payment, which the buyer may still change on the payment page: who buys, and where it
  /// goes. Absent if the provider cannot tell them apart.
  public var destination: String?
  /// State or prefecture of the delivery address, for pricing.
  public var region: String?
  public var country: String?

  public init(fingerprint: String, destination: String? = nil, region: String?, country: String?) {
    self.fingerprint = fingerprint
    self.destination = destination
    self.region = region
    self.country = country
  }

  /// Whether buyer and address are the same, and with them the price, whatever the means of payment.
  public func sharesDestination(with other: Selection) -> Bool {
    guard let destination, let others = other.destination else { return fingerprint == other.fingerprint }
    return destination == others
  }
}

/// The buyer's details as the provider gives them. Kept in one table and nowhere else.
public struct BuyerDetails: Codable, Hashable, Sendable {
  public var buyer: BuyerBody?
  public var shippingAddress: AddressBody?
  public var paymentDescriptor: String?

  public init(buyer: BuyerBody?, shippingAddress: AddressBody?, paymentDescriptor: String?) {
    self.buyer = buyer
    self.shippingAddress = shippingAddress
    self.paymentDescriptor = paymentDescriptor
  }
}
