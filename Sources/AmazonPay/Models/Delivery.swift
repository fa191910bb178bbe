public import FerryHTTP

/// The addresses that a merchant delivers to. The buyer can choose no other address ("Address restriction samples",
/// Amazon Pay documentation).
public struct DeliverySpecifications: Hashable, Sendable, LenientCodable {
  /// A kind of address that the merchant does not deliver to.
  public enum SpecialRestriction: String, Codable, Hashable, Sendable, CaseIterable {
    case noPostOfficeBoxes = "RestrictPOBoxes"
    case noPackstations = "RestrictPackstations"
  }

  /// A list of allowed or forbidden areas.
  public struct AddressRestrictions: Hashable, Sendable, LenientCodable {
    public enum Kind: String, Codable, Hashable, Sendable, CaseIterable {
      /// The merchant delivers to the listed areas only.
      case allowed = "Allowed"
      /// The merchant does not deliver to the listed areas.
      case notAllowed = "NotAllowed"
    }

    public var type = Open.known(Kind.allowed)
    /// The key is the country's ISO 3166-1 code.
    public var restrictions: [String: Area] = [:]
    public var additional: [String: UntypedJSON] = [:]

    /// Areas by the ISO 3166-1 codes of their countries.
    public init(_ type: Kind, _ restrictions: [String: Area]) {
      self.type = .known(type)
      self.restrictions = restrictions
    }

    init() {}

    mutating func code(_ members: inout MemberCoder) throws {
      try members.required(&type, "type")
      try members.required(&restrictions, "restrictions")
    }
  }

  /// A part of a country; the whole country if both lists are empty.
  public struct Area: Hashable, Sendable, LenientCodable {
    /// For Japan the names of prefectures in kanji.
    public var statesOrRegions: [String] = []
    /// Postal codes; `*` at the end is a wildcard.
    public var zipCodes: [String] = []
    public var additional: [String: UntypedJSON] = [:]

    public init(statesOrRegions: [String] = [], zipCodes: [String] = []) {
      self.statesOrRegions = statesOrRegions
      self.zipCodes = zipCodes
    }

    init() {}

    /// The whole country.
    public static let whole = Area()

    mutating func code(_ members: inout MemberCoder) throws {
      try members.list(&statesOrRegions, "statesOrRegions")
      try members.list(&zipCodes, "zipCodes")
    }
  }

  /// A kind of address that the merchant does not deliver to.
  public var specialRestrictions: [Open<SpecialRestriction>] = []
  /// Nil for all countries.
  public var addressRestrictions: AddressRestrictions?
  public var additional: [String: UntypedJSON] = [:]

  /// The addresses that the merchant delivers to.
  public init(specialRestrictions: [SpecialRestriction] = [], addressRestrictions: AddressRestrictions? = nil) {
    self.specialRestrictions = specialRestrictions.map { .known($0) }
    self.addressRestrictions = addressRestrictions
  }

  /// Delivery to whole countries only.
  /// - Parameter countries: ISO 3166-1 codes.
  public init(countries: [String]) {
    let restrictions = Dictionary(countries.map { ($0, Area.whole) }, uniquingKeysWith: { first, _ in first })
    self.init(addressRestrictions: AddressRestrictions(.allowed, restrictions))
  }

  init() {}

  mutating func code(_ members: inout MemberCoder) throws {
    try members.list(&specialRestrictions, "specialRestrictions")
    try members.member(&addressRestrictions, "addressRestrictions")
  }
}

/// The tracking numbers of an order's parcels; Amazon notifies the buyer. Amazon has to enable it for the account. The
/// answer repeats the request.
public struct DeliveryTracker: Hashable, Sendable, LenientCodable, AmazonPayObject {
  /// One parcel.
  public struct Parcel: Hashable, Sendable, LenientCodable {
    public var trackingNumber = ""
    /// A code of Amazon's list of carriers.
    public var carrierCode = ""
    public var additional: [String: UntypedJSON] = [:]

    public init(trackingNumber: String, carrierCode: String) {
      self.trackingNumber = trackingNumber
      self.carrierCode = carrierCode
    }

    init() {}

    mutating func code(_ members: inout MemberCoder) throws {
      try members.required(&trackingNumber, "trackingNumber")
      try members.required(&carrierCode, "carrierCode")
    }
  }

  /// The charge permission of the order.
  public var chargePermissionId: String?
  /// Instead of the charge permission, for orders of Amazon Pay's first version.
  public var amazonOrderReferenceId: String?
  /// The parcels; the documentation's examples have one.
  public var deliveryDetails: [Parcel] = []
  public var additional: [String: UntypedJSON] = [:]

  public init(chargePermissionId: String, _ parcels: Parcel...) {
    self.chargePermissionId = chargePermissionId
    deliveryDetails = parcels
  }

  /// Parcels of an order of Amazon Pay's first version.
  public init(amazonOrderReferenceId: String, _ parcels: Parcel...) {
    self.amazonOrderReferenceId = amazonOrderReferenceId
    deliveryDetails = parcels
  }

  init() {}

  public func answers(_ call: AmazonPayCall) -> Bool { call.operation == .createDeliveryTracker }

  mutating func code(_ members: inout MemberCoder) throws {
    try members.member(&chargePermissionId, "chargePermissionId")
    try members.member(&amazonOrderReferenceId, "amazonOrderReferenceId")
    try members.list(&deliveryDetails, "deliveryDetails")
  }
}
