/// A page of a list of disbursements.
public struct DisbursementPage: Hashable, Sendable {
  /// In the order in which they came.
  public let disbursements: [Disbursement]
  /// Asks for the next page; nil on the last one.
  public let nextToken: String?
  /// Members that have no type here.
  public let additional: [String: JSONValue]
}

extension DisbursementPage: Codable {
  public init(from decoder: any Decoder) throws {
    var object = try LenientObject(decoder)
    disbursements = object.values("disbursements")
    nextToken = object.value("nextToken")
    additional = object.additional
  }

  public func encode(to encoder: any Encoder) throws {
    var object = try ObjectWriter(encoder, additional: additional)
    try object.write(list: disbursements, "disbursements")
    try object.write(nextToken, "nextToken")
  }
}
