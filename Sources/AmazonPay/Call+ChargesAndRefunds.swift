public import FerryCore
public import FerryHTTP

/// Charges. The answer to each call is a `Charge`.
extension AmazonPayCall {
  /// Charges a buyer under a charge permission. A decline is an `AmazonPayFailure` of the kind `rejected`.
  /// - Parameter region: The account's region. With it, an amount in a currency that the region refuses throws; nil checks no
  ///   currency.
  public static func createCharge(
    _ charge: NewCharge, _ key: IdempotencyKey, in environment: AmazonPayEnvironment, region: AmazonPayRegion? = nil
  ) throws(InvalidField) -> AmazonPayCall {
    try charge.check(FieldLimits(environment: environment, region: region))
    return try AmazonPayCall(.createCharge, charge.chargePermissionId, body: stableJSON(charge), idempotencyKey: key)
  }

  public static func getCharge(_ id: String) throws(InvalidField) -> AmazonPayCall { try AmazonPayCall(.getCharge, id) }

  /// For payment service providers only: sets the state of a charge that they process themselves. Amazon documents one
  /// case, `canceled` with `expiredUnused`.
  public static func updateCharge(
    _ id: String, to state: Charge.State, reason: Charge.Reason? = nil, _ key: IdempotencyKey? = nil
  ) throws(InvalidField) -> AmazonPayCall {
    var details = ["state": state.rawValue]
    details["reasonCode"] = reason?.rawValue
    return try AmazonPayCall(
      .updateCharge, id, body: stableJSON(["statusDetails": details]), idempotencyKey: key)
  }

  public static func updateCharge(
    _ id: String, _ fields: [String: UntypedJSON], _ key: IdempotencyKey? = nil
  ) throws(InvalidField) -> AmazonPayCall {
    try AmazonPayCall(.updateCharge, id, body: stableJSON(fields), idempotencyKey: key)
  }

  /// Captures an authorized charge, fully or in part. A charge is captured once. This call does not know the charge: call
  /// `Charge.check(capture:)` first, which throws if the charge itself rules out the amount.
  /// - Parameters:
  ///   - softDescriptor: At most 16 bytes on the buyer's statement; not in Japan.
  ///   - region: The account's region. With it, an amount in a currency that the region refuses throws; nil checks no
  ///     currency.
  public static func captureCharge(
    _ id: String, _ amount: Money, _ key: IdempotencyKey, softDescriptor: String? = nil, region: AmazonPayRegion? = nil
  ) throws(InvalidField) -> AmazonPayCall {
    let limits = FieldLimits(region: region)
    try limits.check(amount, "captureAmount")
    try limits.check(softDescriptor: softDescriptor, "softDescriptor")
    let body = Transfer(captureAmount: Price(amount), softDescriptor: softDescriptor)
    return try AmazonPayCall(.captureCharge, id, body: stableJSON(body), idempotencyKey: key)
  }

  /// Cancels a charge: releases the authorized amount. The call is idempotent.
  /// - Parameter reason: For the merchant's own records at Amazon; at most 255 characters.
  public static func cancelCharge(_ id: String, reason: String) throws(InvalidField) -> AmazonPayCall {
    let limits = FieldLimits()
    try limits.require(reason, "cancellationReason")
    try limits.check(reason, "cancellationReason", atMost: 255)
    return try AmazonPayCall(.cancelCharge, id, body: stableJSON(["cancellationReason": reason]))
  }

  /// The body of a capture or refund.
  private struct Transfer: Encodable {
    var chargeId: String?
    var captureAmount: Price?
    var refundAmount: Price?
    let softDescriptor: String?
  }
}

/// The request for a charge under a charge permission ("Charge", Amazon Pay documentation).
public struct NewCharge: Hashable, Sendable {
  /// The buyer's consent.
  public var chargePermissionId: String
  /// In the currency of the charge permission, and at most its balance.
  public var chargeAmount: Money
  /// True to capture at once; otherwise the amount is reserved for 30 days.
  public var captureNow: Bool?
  /// At most 16 bytes on the buyer's statement; only with `captureNow`, and not in Japan.
  public var softDescriptor: String?
  /// True if Amazon may decide later.
  public var canHandlePendingAuthorization: Bool?
  public var merchantMetadata: MerchantMetadata?
  /// The payment service provider's own data.
  public var providerMetadata: ProviderMetadata?
  /// The id of the solution provider.
  public var platformId: String?
  /// For saved payment methods and recurring payments.
  public var chargeInitiator: Charge.Initiator?
  /// The channel of the order, such as `Web` or `App`.
  public var channel: String?
  /// For saved payment methods: Amazon sends the buyer here after a check. At most 512 characters.
  public var checkoutResultReturnUrl: String?
  public var additional: [String: UntypedJSON] = [:]

  /// - Parameter captureNow: True to capture at once; otherwise the amount is reserved for 30 days.
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
      throw InvalidField(field: "softDescriptor", .onlyWith("captureNow"))
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

/// Refunds. The answer to each call is a `Refund`.
extension AmazonPayCall {
  /// Refunds a captured charge. Amazon decides later: get the refund until its state is final. A charge may have several
  /// refunds; their total may slightly exceed the captured amount, see `AmountRules.refundable`. This call does not know the
  /// charge: call `Charge.check(refund:)` first, which throws if the charge itself rules out the amount.
  /// - Parameters:
  ///   - softDescriptor: At most 16 bytes on the buyer's statement; not in Japan.
  ///   - region: The account's region. With it, an amount in a currency that the region refuses throws; nil checks no
  ///     currency.
  public static func createRefund(
    ofCharge id: String, _ amount: Money, _ key: IdempotencyKey, softDescriptor: String? = nil,
    region: AmazonPayRegion? = nil
  ) throws(InvalidField) -> AmazonPayCall {
    let limits = FieldLimits(region: region)
    try limits.check(amount, "refundAmount")
    try limits.check(softDescriptor: softDescriptor, "softDescriptor")
    let body = Transfer(chargeId: id, refundAmount: Price(amount), softDescriptor: softDescriptor)
    return try AmazonPayCall(.createRefund, id, body: stableJSON(body), idempotencyKey: key)
  }

  public static func getRefund(_ id: String) throws(InvalidField) -> AmazonPayCall { try AmazonPayCall(.getRefund, id) }
}

/// Disputes. There is no call that lists them: a notification or a settlement report names their ids.
extension AmazonPayCall {
  /// Gets a `Dispute`.
  public static func getDispute(_ id: String) throws(InvalidField) -> AmazonPayCall {
    try AmazonPayCall(.getDispute, id)
  }

  /// Sends the merchant's evidence. Before signing, put `{"merchantEvidences": [DisputeEvidence]}` into the body, which the call does
  /// not store. The answer is the `Dispute`.
  public static func contestDispute(_ id: String, _ key: IdempotencyKey) throws(InvalidField) -> AmazonPayCall {
    try AmazonPayCall(.contestDispute, id, idempotencyKey: key)
  }

  /// Gets an address for a file of evidence. The answer is an `EvidenceFile`.
  public static func createFile(_ type: EvidenceFileType, _ key: IdempotencyKey) throws(InvalidField) -> AmazonPayCall {
    let body = ["type": type.rawValue, "purpose": "disputeEvidence"]
    return try AmazonPayCall(.createFile, body: stableJSON(body), idempotencyKey: key)
  }

  /// Sends the content of a file: replace the request's address by that of the `EvidenceFile`, set body and content type, and do not
  /// sign it. Any success means that it has arrived.
  public static func uploadFile(_ id: String) throws(InvalidField) -> AmazonPayCall {
    try AmazonPayCall(.uploadFile, id)
  }
}
