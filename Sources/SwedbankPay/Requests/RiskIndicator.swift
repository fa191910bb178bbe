public import FerryCore
import FerryHTTP

/// Facts about a purchase for the issuer's assessment of its risk. Personal: it prints as "redacted".
public struct RiskIndicator: Hashable, Sendable, Redacted {
  public enum DeliveryTimeFrame: String, Codable, Hashable, Sendable, CaseIterable {
    case electronic = "01"
    case sameDay = "02"
    case overnight = "03"
    case twoDaysOrMore = "04"
  }

  public enum PreOrder: String, Codable, Hashable, Sendable, CaseIterable {
    case available = "01"
    case future = "02"
  }

  public enum Shipping: String, Codable, Hashable, Sendable, CaseIterable {
    case billingAddress = "01"
    case verifiedAddress = "02"
    case otherAddress = "03"
    /// `pickUpAddress` has the place.
    case pickUp = "04"
    case digital = "05"
    case tickets = "06"
    case other = "07"
  }

  public enum Reorder: String, Codable, Hashable, Sendable, CaseIterable {
    case first = "01"
    case again = "02"
  }

  public struct PickUpAddress: Hashable, Sendable, Encodable, Redacted {
    public var name: String?
    /// At most 50 characters.
    public var streetAddress: String?
    public var coAddress: String?
    public var city: String?
    public var zipCode: String?
    /// ISO 3166-1, two capital letters.
    public var countryCode: String?

    public init(name: String? = nil, streetAddress: String? = nil, city: String? = nil, countryCode: String? = nil) {
      self.name = name
      self.streetAddress = streetAddress
      self.city = city
      self.countryCode = countryCode
    }
  }

  public var deliveryEmailAddress: String?
  public var deliveryTimeFrame: DeliveryTimeFrame?
  /// The day of delivery of a pre-order: year, month and day, such as `20260228`.
  public var preOrderDate: String?
  public var preOrder: PreOrder?
  public var shipping: Shipping?
  public var giftCardPurchase: Bool?
  public var reorder: Reorder?
  public var pickUpAddress: PickUpAddress?

  public init() {}
}

extension RiskIndicator: Encodable {
  private enum CodingKeys: String, CodingKey {
    case deliveryEmailAddress, preOrderDate, giftCardPurchase, pickUpAddress
    case deliveryTimeFrame = "deliveryTimeFrameIndicator"
    case preOrder = "preOrderPurchaseIndicator"
    case shipping = "shipIndicator"
    case reorder = "reOrderPurchaseIndicator"
  }
}

extension RiskIndicator {
  func check(_ pointer: String) throws(InvalidField) {
    if let preOrderDate {
      let year = preOrderDate.prefix(4)
      let month = preOrderDate.dropFirst(4).prefix(2)
      guard preOrderDate.utf8.count == 8,
        Moment(iso8601: "\(year)-\(month)-\(preOrderDate.dropFirst(6))T00:00Z") != nil
      else { throw InvalidField("\(pointer)/preOrderDate", "Write a date of the calendar, such as 20260228.") }
    }
    guard let pickUpAddress else { return }
    guard shipping == .pickUp else {
      throw InvalidField("\(pointer)/pickUpAddress", "Only an order with pick-up has this address.")
    }
    try FieldRules.length(pickUpAddress.streetAddress, 1...50, "\(pointer)/pickUpAddress/streetAddress")
    try FieldRules.country(pickUpAddress.countryCode, "\(pointer)/pickUpAddress/countryCode")
  }
}
