/// What the buyer pays with, as text for the buyer.
public struct PaymentPreference: Hashable, Sendable {
  /// Such as a card's brand and last digits; in Amazon's own sandbox a fixed text.
  public let paymentDescriptor: String?
  /// Members that have no type here.
  public let additional: [String: JSONValue]
}

extension PaymentPreference: Codable {
  public init(from decoder: any Decoder) throws {
    var object = try LenientObject(decoder)
    paymentDescriptor = object.value("paymentDescriptor")
    additional = object.additional
  }

  public func encode(to encoder: any Encoder) throws {
    var object = try ObjectWriter(encoder, additional: additional)
    try object.write(paymentDescriptor, "paymentDescriptor")
  }
}
