/// What the merchant attaches to a payment.
public struct MerchantMetadata: Hashable, Sendable {
  /// The order number, shown to the buyer. At most 256 characters.
  public var merchantReferenceId: String?
  /// Overrides the account's name. At most 50 characters.
  public var merchantStoreName: String?
  /// Shown in Amazon's mail to the buyer. At most 255 characters.
  public var noteToBuyer: String?
  /// Not shown. At most 4096 characters.
  public var customInformation: String?

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
  private enum CodingKeys: String, CodingKey {
    case merchantReferenceId
    case merchantStoreName
    case noteToBuyer
    case customInformation
  }

  public init(from decoder: any Decoder) throws {
    let object = try LenientObject(decoder)
    self.init(
      merchantReferenceId: object.value("merchantReferenceId"),
      merchantStoreName: object.value("merchantStoreName"),
      noteToBuyer: object.value("noteToBuyer"),
      customInformation: object.value("customInformation"))
  }
}
