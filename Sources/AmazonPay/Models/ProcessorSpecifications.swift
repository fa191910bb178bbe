/// The payment service provider that processes the payment in Amazon's place, for merchants who have Amazon Pay by way of
/// one. Amazon's sample applications for GMO Payment Gateway send it in the button's payload; what else it may hold is not
/// documented.
public struct ProcessorSpecifications: Hashable, Sendable {
  /// The provider's name at Amazon, such as `gmopg`.
  public var name: String
  /// Members that have no type here. A member that has one is written by that.
  public var additional: [String: JSONValue] = [:]

  /// - Parameter name: The provider's name at Amazon, such as `gmopg`.
  public init(name: String) { self.name = name }
}

extension ProcessorSpecifications: Codable {
  public init(from decoder: any Decoder) throws {
    var object = try LenientObject(decoder)
    name = try object.required("name")
    additional = object.additional
  }

  public func encode(to encoder: any Encoder) throws {
    var object = try ObjectWriter(encoder, additional: additional)
    try object.write(name, "name")
  }
}
