public import FerryCore

/// A charge to be made under a charge permission ("Charge", Amazon Pay documentation).
public struct NewCharge: Hashable, Sendable {
  /// What the buyer has agreed to.
  public var chargePermissionId: String
  /// In the permission's currency, and no more than its balance.
  public var chargeAmount: Money
  /// Whether the money is taken at once.
  public var captureNow: Bool?
  /// At most 16 bytes on the buyer's statement; only with `captureNow`, and not in Japan.
  public var softDescriptor: String?
  /// Whether Amazon may decide later.
  public var canHandlePendingAuthorization: Bool?
  /// The merchant's own data of this charge.
  public var merchantMetadata: MerchantMetadata?
  /// What a payment service provider attaches.
  public var providerMetadata: ProviderMetadata?
  /// Names the solution provider.
  public var platformId: String?
  /// For saved payment methods and recurring payments.
  public var chargeInitiator: Charge.Initiator?
  /// How the buyer orders, such as `Web` or `App`.
  public var channel: String?
  /// For saved payment methods: where the buyer comes back to from a check. At most 512 characters.
  public var checkoutResultReturnUrl: String?
  /// Members that have no type here. A member that has one is written by that.
  public var additional: [String: JSONValue] = [:]

  /// - Parameter captureNow: Whether the money is taken at once; otherwise it is reserved for 30 days.
  public init(chargePermissionId: String, _ chargeAmount: Money, captureNow: Bool? = nil) {
    self.chargePermissionId = chargePermissionId
    self.chargeAmount = chargeAmount
    self.captureNow = captureNow
  }

  func check(_ limits: FieldLimits) throws(InvalidField) {
    try limits.check(chargeAmount, "chargeAmount")
    try limits.check(merchantMetadata)
    try limits.check(address: checkoutResultReturnUrl, "webCheckoutDetails.checkoutResultReturnUrl")
    if softDescriptor != nil, captureNow != true {
      throw InvalidField(field: "softDescriptor", fault: .onlyWith("captureNow"))
    }
    try limits.check(softDescriptor: softDescriptor, "softDescriptor")
  }
}

extension NewCharge: Encodable {
  public func encode(to encoder: any Encoder) throws {
    var object = try ObjectWriter(encoder, additional: additional)
    try object.write(chargePermissionId, "chargePermissionId")
    try object.write(Price(chargeAmount), "chargeAmount")
    try object.write(captureNow, "captureNow")
    try object.write(softDescriptor, "softDescriptor")
    try object.write(canHandlePendingAuthorization, "canHandlePendingAuthorization")
    try object.write(merchantMetadata, "merchantMetadata")
    try object.write(providerMetadata, "providerMetadata")
    try object.write(platformId, "platformId")
    try object.write(chargeInitiator, "chargeInitiator")
    try object.write(channel, "channel")
    if let checkoutResultReturnUrl {
      try object.write(["checkoutResultReturnUrl": checkoutResultReturnUrl], "webCheckoutDetails")
    }
  }
}
