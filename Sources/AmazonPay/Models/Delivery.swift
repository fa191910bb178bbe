/// The addresses that a merchant delivers to. The buyer can choose no other address ("Address restriction samples",
/// Amazon Pay documentation).
public struct DeliverySpecifications: Hashable, Sendable {
  /// A kind of address that the merchant does not deliver to.
  public enum SpecialRestriction: String, Codable, Hashable, Sendable, CaseIterable {
    /// Post office boxes.
    case noPostOfficeBoxes = "RestrictPOBoxes"
    /// Packing stations.
    case noPackstations = "RestrictPackstations"
  }

  /// A list of allowed or forbidden areas.
  public struct AddressRestrictions: Hashable, Sendable {
    /// The meaning of the list.
    public enum Kind: String, Codable, Hashable, Sendable, CaseIterable {
      /// The merchant delivers to the listed areas only.
      case allowed = "Allowed"
      /// The merchant does not deliver to the listed areas.
      case notAllowed = "NotAllowed"
    }

    /// The meaning of the list.
    public var type: Open<Kind>
    /// The key is the country's ISO 3166-1 code.
    public var restrictions: [String: Area]
    /// Members without a typed property. For a member with one, the property is written.
    public var additional: [String: JSONValue] = [:]

    /// Areas by the ISO 3166-1 codes of their countries.
    public init(_ type: Kind, _ restrictions: [String: Area]) {
      self.type = .known(type)
      self.restrictions = restrictions
    }
  }

  /// A part of a country; the whole country if both lists are empty.
  public struct Area: Hashable, Sendable {
    /// For Japan the names of prefectures in kanji.
    public var statesOrRegions: [String]
    /// Postal codes; `*` at the end is a wildcard.
    public var zipCodes: [String]
    /// Members without a typed property. For a member with one, the property is written.
    public var additional: [String: JSONValue] = [:]

    public init(statesOrRegions: [String] = [], zipCodes: [String] = []) {
      self.statesOrRegions = statesOrRegions
      self.zipCodes = zipCodes
    }

    /// The whole country.
    public static let whole = Area()
  }

  /// A kind of address that the merchant does not deliver to.
  public var specialRestrictions: [Open<SpecialRestriction>]
  /// Nil for all countries.
  public var addressRestrictions: AddressRestrictions?
  /// Members without a typed property. For a member with one, the property is written.
  public var additional: [String: JSONValue] = [:]

  /// The addresses that the merchant delivers to.
  public init(
    specialRestrictions: [SpecialRestriction] = [], addressRestrictions: AddressRestrictions? = nil
  ) {
    self.specialRestrictions = specialRestrictions.map { .known($0) }
    self.addressRestrictions = addressRestrictions
  }

  /// Delivery to whole countries only.
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

/// The tracking numbers of an order's parcels; Amazon notifies the buyer. Amazon has to enable it for the account. The
/// answer repeats the request.
public struct DeliveryTracker: Hashable, Sendable {
  /// One parcel.
  public struct Parcel: Hashable, Sendable {
    public var trackingNumber: String
    /// A code of Amazon's list of carriers.
    public var carrierCode: String
    /// Members without a typed property. For a member with one, the property is written.
    public var additional: [String: JSONValue] = [:]

    public init(trackingNumber: String, carrierCode: String) {
      self.trackingNumber = trackingNumber
      self.carrierCode = carrierCode
    }
  }

  /// The charge permission of the order.
  public var chargePermissionId: String?
  /// Instead of the charge permission, for orders of Amazon Pay's first version.
  public var amazonOrderReferenceId: String?
  /// The parcels; the documentation's examples have one.
  public var deliveryDetails: [Parcel]
  /// Members without a typed property. For a member with one, the property is written.
  public var additional: [String: JSONValue] = [:]

  public init(chargePermissionId: String, _ parcels: Parcel...) {
    self.chargePermissionId = chargePermissionId
    deliveryDetails = parcels
  }

  /// Parcels of an order of Amazon Pay's first version.
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
