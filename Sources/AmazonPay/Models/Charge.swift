public import FerryCore

/// An amount that is reserved or taken from the buyer ("Charge", Amazon Pay documentation).
public struct Charge: Hashable, Sendable {
  public enum State: String, Hashable, Sendable, CaseIterable {
    /// Amazon has not decided yet; it does within 24 hours.
    case authorizationInitiated = "AuthorizationInitiated"
    case authorized = "Authorized"
    /// A capture more than 7 days after the authorization takes time.
    case captureInitiated = "CaptureInitiated"
    case captured = "Captured"
    case canceled = "Canceled"
    case declined = "Declined"
  }

  /// Why a charge was declined or canceled.
  public enum Reason: String, Hashable, Sendable, CaseIterable {
    case softDeclined = "SoftDeclined"
    case hardDeclined = "HardDeclined"
    case amazonRejected = "AmazonRejected"
    case processingFailure = "ProcessingFailure"
    case transactionTimedOut = "TransactionTimedOut"
    case merchantCanceled = "MerchantCanceled"
    case chargePermissionCanceled = "ChargePermissionCanceled"
    case buyerCanceled = "BuyerCanceled"
    case amazonCanceled = "AmazonCanceled"
    /// Not captured within 30 days.
    case expiredUnused = "ExpiredUnused"
  }

  /// Who caused a charge, where the buyer is not there for all of them.
  public enum Initiator: String, Codable, Hashable, Sendable, CaseIterable {
    /// The buyer, once.
    case buyerOnce = "CITU"
    /// The merchant, once.
    case merchantOnce = "MITU"
    /// The buyer, as one of a series.
    case buyerRecurring = "CITR"
    /// The merchant, as one of a series.
    case merchantRecurring = "MITR"
  }

  public struct WebCheckoutDetails: Hashable, Sendable {
    public let checkoutResultReturnUrl: String?
    /// Where the buyer finishes a check that a saved payment method needs.
    public let amazonPayRedirectUrl: String?
    /// Members that have no type here.
    public let additional: [String: JSONValue]
  }

  public let chargeId: String
  public let chargePermissionId: String?
  public let statusDetails: StatusDetails<State, Reason>
  /// What was authorized.
  public let chargeAmount: Price?
  /// What was captured; null before.
  public let captureAmount: Price?
  /// The sum of the refunds; null before a capture.
  public let refundedAmount: Price?
  /// As it stands on the buyer's statement: Amazon puts `AMZ*` before it.
  public let softDescriptor: String?
  /// What the merchant receives, where the currencies differ.
  public let convertedAmount: Price?
  public let conversionRate: String?
  public let channel: String?
  public let chargeInitiator: Open<Initiator>?
  public let merchantMetadata: MerchantMetadata?
  public let providerMetadata: ProviderMetadata?
  public let platformId: String?
  public let webCheckoutDetails: WebCheckoutDetails?
  public let creationTimestamp: Moment?
  /// 30 days after the charge was made: until then it can be captured.
  public let expirationTimestamp: Moment?
  public let releaseEnvironment: Open<ReleaseEnvironment>?
  /// Members that have no type here.
  public let additional: [String: JSONValue]

  public var state: Open<State> { statusDetails.state }
}

extension Charge: Codable {
  public init(from decoder: any Decoder) throws {
    var object = try LenientObject(decoder)
    chargeId = try object.required("chargeId")
    statusDetails = try object.required("statusDetails")
    chargePermissionId = object.value("chargePermissionId")
    chargeAmount = object.value("chargeAmount")
    captureAmount = object.value("captureAmount")
    refundedAmount = object.value("refundedAmount")
    softDescriptor = object.value("softDescriptor")
    convertedAmount = object.value("convertedAmount")
    conversionRate = object.value("conversionRate")
    channel = object.value("channel")
    chargeInitiator = object.value("chargeInitiator")
    merchantMetadata = object.value("merchantMetadata")
    providerMetadata = object.value("providerMetadata")
    platformId = object.value("platformId")
    webCheckoutDetails = object.value("webCheckoutDetails")
    creationTimestamp = object.moment("creationTimestamp")
    expirationTimestamp = object.moment("expirationTimestamp")
    releaseEnvironment = object.value("releaseEnvironment")
    additional = object.additional
  }

  public func encode(to encoder: any Encoder) throws {
    var object = try ObjectWriter(encoder, additional: additional)
    try object.write(chargeId, "chargeId")
    try object.write(statusDetails, "statusDetails")
    try object.write(chargePermissionId, "chargePermissionId")
    try object.write(chargeAmount, "chargeAmount")
    try object.write(captureAmount, "captureAmount")
    try object.write(refundedAmount, "refundedAmount")
    try object.write(softDescriptor, "softDescriptor")
    try object.write(convertedAmount, "convertedAmount")
    try object.write(conversionRate, "conversionRate")
    try object.write(channel, "channel")
    try object.write(chargeInitiator, "chargeInitiator")
    try object.write(merchantMetadata, "merchantMetadata")
    try object.write(providerMetadata, "providerMetadata")
    try object.write(platformId, "platformId")
    try object.write(webCheckoutDetails, "webCheckoutDetails")
    try object.write(creationTimestamp, "creationTimestamp")
    try object.write(expirationTimestamp, "expirationTimestamp")
    try object.write(releaseEnvironment, "releaseEnvironment")
  }
}

extension Charge.WebCheckoutDetails: Codable {
  public init(from decoder: any Decoder) throws {
    var object = try LenientObject(decoder)
    checkoutResultReturnUrl = object.value("checkoutResultReturnUrl")
    amazonPayRedirectUrl = object.value("amazonPayRedirectUrl")
    additional = object.additional
  }

  public func encode(to encoder: any Encoder) throws {
    var object = try ObjectWriter(encoder, additional: additional)
    try object.write(checkoutResultReturnUrl, "checkoutResultReturnUrl")
    try object.write(amazonPayRedirectUrl, "amazonPayRedirectUrl")
  }
}
