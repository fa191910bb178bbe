/// What is particular about a saved payment method.
public struct PaymentMethodOnFileMetadata: Hashable, Sendable {
  /// Whether the payment method is only saved, and nothing paid now.
  public var setupOnly: Bool?
  /// Members that have no type here. A member that has one is written by that.
  public var additional: [String: JSONValue] = [:]

  /// For `paymentMethodOnFile`.
  public init(setupOnly: Bool? = nil) { self.setupOnly = setupOnly }
}

extension PaymentMethodOnFileMetadata: Codable {
  public init(from decoder: any Decoder) throws {
    var object = try LenientObject(decoder)
    setupOnly = object.value("setupOnly")
    additional = object.additional
  }

  public func encode(to encoder: any Encoder) throws {
    var object = try ObjectWriter(encoder, additional: additional)
    try object.write(setupOnly, "setupOnly")
  }
}
