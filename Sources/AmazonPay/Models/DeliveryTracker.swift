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
