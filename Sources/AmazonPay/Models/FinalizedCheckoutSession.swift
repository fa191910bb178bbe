/// The answer to finalizing a session: what was agreed and charged. The Amazon Pay documentation names no other members;
/// those that come are kept.
public struct FinalizedCheckoutSession: Hashable, Sendable {
  /// Under which the buyer is charged.
  public let chargePermissionId: String
  /// The charge, where the intent makes one.
  public let chargeId: String?
  /// The session that was finished.
  public let checkoutSessionId: String?
  /// Members that have no type here.
  public let additional: [String: JSONValue]
}

extension FinalizedCheckoutSession: Codable {
  public init(from decoder: any Decoder) throws {
    var object = try LenientObject(decoder)
    chargePermissionId = try object.required("chargePermissionId")
    chargeId = object.value("chargeId")
    checkoutSessionId = object.value("checkoutSessionId")
    additional = object.additional
  }

  public func encode(to encoder: any Encoder) throws {
    var object = try ObjectWriter(encoder, additional: additional)
    try object.write(chargePermissionId, "chargePermissionId")
    try object.write(chargeId, "chargeId")
    try object.write(checkoutSessionId, "checkoutSessionId")
  }
}
