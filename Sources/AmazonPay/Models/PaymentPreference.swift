/// What the buyer pays with, as text for the buyer.
public struct PaymentPreference: Decodable, Hashable, Sendable {
  /// Such as a card's brand and last digits; in Amazon's own sandbox a fixed text.
  public let paymentDescriptor: String?

  public init(from decoder: any Decoder) throws {
    paymentDescriptor = try LenientObject(decoder).value("paymentDescriptor")
  }
}
