/// What a payment service provider attaches to a payment.
public struct ProviderMetadata: Hashable, Sendable {
  /// The provider's own number of the payment.
  public var providerReferenceId: String?
  /// Members that have no type here. A member that has one is written by that.
  public var additional: [String: JSONValue] = [:]

  /// What a provider attaches.
  public init(providerReferenceId: String? = nil) { self.providerReferenceId = providerReferenceId }
}

extension ProviderMetadata: Codable {
  public init(from decoder: any Decoder) throws {
    var object = try LenientObject(decoder)
    providerReferenceId = object.value("providerReferenceId")
    additional = object.additional
  }

  public func encode(to encoder: any Encoder) throws {
    var object = try ObjectWriter(encoder, additional: additional)
    try object.write(providerReferenceId, "providerReferenceId")
  }
}
