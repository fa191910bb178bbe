/// Where a merchant delivers to: Amazon lets the buyer choose no other address ("Address restriction samples", Amazon Pay
/// documentation).
public struct DeliverySpecifications: Hashable, Sendable {
  /// Kinds of addresses that are not delivered to.
  public enum SpecialRestriction: String, Codable, Hashable, Sendable, CaseIterable {
    /// Post office boxes.
    case noPostOfficeBoxes = "RestrictPOBoxes"
    /// Packing stations.
    case noPackstations = "RestrictPackstations"
  }

  /// A list of areas, and whether these or all others are meant.
  public struct AddressRestrictions: Hashable, Sendable {
    /// How the list is meant.
    public enum Kind: String, Codable, Hashable, Sendable, CaseIterable {
      /// What is listed is delivered to, and nothing else.
      case allowed = "Allowed"
      /// What is listed is not delivered to.
      case notAllowed = "NotAllowed"
    }

    /// How the list is meant.
    public var type: Open<Kind>
    /// By ISO 3166-1 code of the country.
    public var restrictions: [String: Area]
    /// Members that have no type here. A member that has one is written by that.
    public var additional: [String: JSONValue] = [:]

    /// Parts of countries, by the countries' ISO 3166-1 codes.
    public init(_ type: Kind, _ restrictions: [String: Area]) {
      self.type = .known(type)
      self.restrictions = restrictions
    }
  }

  /// A part of a country; without lists all of it.
  public struct Area: Hashable, Sendable {
    /// In Japan the prefectures' names in kanji.
    public var statesOrRegions: [String]
    /// Postal codes; a star at the end stands for any rest.
    public var zipCodes: [String]
    /// Members that have no type here. A member that has one is written by that.
    public var additional: [String: JSONValue] = [:]

    /// A part of a country; the whole of it, if both are empty.
    public init(statesOrRegions: [String] = [], zipCodes: [String] = []) {
      self.statesOrRegions = statesOrRegions
      self.zipCodes = zipCodes
    }

    /// All of a country.
    public static let whole = Area()
  }

  /// Kinds of addresses that are not delivered to.
  public var specialRestrictions: [Open<SpecialRestriction>]
  /// Which countries and parts of them are delivered to; nil for any.
  public var addressRestrictions: AddressRestrictions?
  /// Members that have no type here. A member that has one is written by that.
  public var additional: [String: JSONValue] = [:]

  /// Where the merchant delivers to.
  public init(
    specialRestrictions: [SpecialRestriction] = [], addressRestrictions: AddressRestrictions? = nil
  ) {
    self.specialRestrictions = specialRestrictions.map { .known($0) }
    self.addressRestrictions = addressRestrictions
  }

  /// Whole countries and nothing else.
  /// - Parameter countries: ISO 3166-1 codes.
  public init(countries: [String]) {
    let restrictions = Dictionary(countries.map { ($0, Area.whole) }, uniquingKeysWith: { first, _ in first })
    self.init(addressRestrictions: AddressRestrictions(.allowed, restrictions))
  }
}

extension DeliverySpecifications: Codable {
  public init(from decoder: any Decoder) throws {
    var object = try LenientObject(decoder)
    specialRestrictions = object.values("specialRestrictions")
    addressRestrictions = object.value("addressRestrictions")
    additional = object.additional
  }

  public func encode(to encoder: any Encoder) throws {
    var object = try ObjectWriter(encoder, additional: additional)
    try object.write(list: specialRestrictions, "specialRestrictions")
    try object.write(addressRestrictions, "addressRestrictions")
  }
}

extension DeliverySpecifications.AddressRestrictions: Codable {
  public init(from decoder: any Decoder) throws {
    var object = try LenientObject(decoder)
    type = try object.required("type")
    restrictions = try object.required("restrictions")
    additional = object.additional
  }

  public func encode(to encoder: any Encoder) throws {
    var object = try ObjectWriter(encoder, additional: additional)
    try object.write(type, "type")
    try object.write(restrictions, "restrictions")
  }
}

extension DeliverySpecifications.Area: Codable {
  public init(from decoder: any Decoder) throws {
    var object = try LenientObject(decoder)
    statesOrRegions = object.values("statesOrRegions")
    zipCodes = object.values("zipCodes")
    additional = object.additional
  }

  public func encode(to encoder: any Encoder) throws {
    var object = try ObjectWriter(encoder, additional: additional)
    try object.write(list: statesOrRegions, "statesOrRegions")
    try object.write(list: zipCodes, "zipCodes")
  }
}

/// Tells Amazon, and by it the buyer, how a parcel travels. For accounts that Amazon has admitted to it. The answer repeats
/// what was sent.
public struct DeliveryTracker: Hashable, Sendable {
  /// One parcel.
  public struct Parcel: Hashable, Sendable {
    /// The carrier's number of the parcel.
    public var trackingNumber: String
    /// By Amazon's list of carriers.
    public var carrierCode: String
    /// Members that have no type here. A member that has one is written by that.
    public var additional: [String: JSONValue] = [:]

    /// A parcel on its way.
    public init(trackingNumber: String, carrierCode: String) {
      self.trackingNumber = trackingNumber
      self.carrierCode = carrierCode
    }
  }

  /// The payment that the parcel is for.
  public var chargePermissionId: String?
  /// In place of the charge permission, for orders of Amazon Pay's first version.
  public var amazonOrderReferenceId: String?
  /// The parcels; the documentation's examples have one.
  public var deliveryDetails: [Parcel]
  /// Members that have no type here. A member that has one is written by that.
  public var additional: [String: JSONValue] = [:]

  /// Parcels of a payment.
  public init(chargePermissionId: String, _ parcels: Parcel...) {
    self.chargePermissionId = chargePermissionId
    deliveryDetails = parcels
  }

  /// Parcels of a payment by the older API.
  public init(amazonOrderReferenceId: String, _ parcels: Parcel...) {
    self.amazonOrderReferenceId = amazonOrderReferenceId
    deliveryDetails = parcels
  }
}

extension DeliveryTracker: Codable {
  public init(from decoder: any Decoder) throws {
    var object = try LenientObject(decoder)
    chargePermissionId = object.value("chargePermissionId")
    amazonOrderReferenceId = object.value("amazonOrderReferenceId")
    deliveryDetails = object.values("deliveryDetails")
    additional = object.additional
  }

  public func encode(to encoder: any Encoder) throws {
    var object = try ObjectWriter(encoder, additional: additional)
    try object.write(chargePermissionId, "chargePermissionId")
    try object.write(amazonOrderReferenceId, "amazonOrderReferenceId")
    try object.write(list: deliveryDetails, "deliveryDetails")
  }
}

extension DeliveryTracker.Parcel: Codable {
  public init(from decoder: any Decoder) throws {
    var object = try LenientObject(decoder)
    trackingNumber = try object.required("trackingNumber")
    carrierCode = try object.required("carrierCode")
    additional = object.additional
  }

  public func encode(to encoder: any Encoder) throws {
    var object = try ObjectWriter(encoder, additional: additional)
    try object.write(trackingNumber, "trackingNumber")
    try object.write(carrierCode, "carrierCode")
  }
}
