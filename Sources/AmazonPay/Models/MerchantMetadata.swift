/// What the merchant attaches to a payment ("Checkout Session", Amazon Pay documentation).
public struct MerchantMetadata: Hashable, Sendable {
  /// The order number, shown to the buyer. At most 256 characters.
  public var merchantReferenceId: String?
  /// Overrides the account's name. At most 50 characters.
  public var merchantStoreName: String?
  /// Shown in Amazon's mail to the buyer. At most 255 characters.
  public var noteToBuyer: String?
  /// Not shown. At most 4096 characters.
  public var customInformation: String?
  /// Members that have no type here. A member that has one is written by that.
  public var additional: [String: JSONValue] = [:]

  /// All four are the merchant's own to choose.
  public init(
    merchantReferenceId: String? = nil,
    merchantStoreName: String? = nil,
    noteToBuyer: String? = nil,
    customInformation: String? = nil
  ) {
    self.merchantReferenceId = merchantReferenceId
    self.merchantStoreName = merchantStoreName
    self.noteToBuyer = noteToBuyer
    self.customInformation = customInformation
  }
}

extension MerchantMetadata: Codable {
  public init(from decoder: any Decoder) throws {
    var object = try LenientObject(decoder)
    merchantReferenceId = object.value("merchantReferenceId")
    merchantStoreName = object.value("merchantStoreName")
    noteToBuyer = object.value("noteToBuyer")
    customInformation = object.value("customInformation")
    additional = object.additional
  }

  public func encode(to encoder: any Encoder) throws {
    var object = try ObjectWriter(encoder, additional: additional)
    try object.write(merchantReferenceId, "merchantReferenceId")
    try object.write(merchantStoreName, "merchantStoreName")
    try object.write(noteToBuyer, "noteToBuyer")
    try object.write(customInformation, "customInformation")
  }
}
