/// What can be changed on a charge permission that is not closed.
public struct ChargePermissionUpdate: Hashable, Sendable {
  /// The merchant's own data.
  public var merchantMetadata: MerchantMetadata?
  /// How often and how much is charged, for `recurring` only.
  public var recurringMetadata: RecurringMetadata?
  /// Members that have no type here. A member that has one is written by that.
  public var additional: [String: JSONValue] = [:]

  /// What is nil stays as it is.
  public init(merchantMetadata: MerchantMetadata? = nil, recurringMetadata: RecurringMetadata? = nil) {
    self.merchantMetadata = merchantMetadata
    self.recurringMetadata = recurringMetadata
  }

  func check(_ limits: FieldLimits) throws(InvalidField) {
    try limits.check(merchantMetadata)
    try limits.check(recurringMetadata)
  }
}

extension ChargePermissionUpdate: Encodable {
  public func encode(to encoder: any Encoder) throws {
    var object = try ObjectWriter(encoder, additional: additional)
    try object.write(merchantMetadata, "merchantMetadata")
    try object.write(recurringMetadata, "recurringMetadata")
  }
}
