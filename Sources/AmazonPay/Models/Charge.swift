public import FerryCore

/// An amount that is reserved or taken from the buyer ("Charge", Amazon Pay documentation).
public struct Charge: Hashable, Sendable {
  /// Where the charge is on its way.
  public enum State: String, Hashable, Sendable, CaseIterable {
    /// Amazon has not decided yet; it does within 24 hours.
    case authorizationInitiated = "AuthorizationInitiated"
    /// The money is reserved, for 30 days.
    case authorized = "Authorized"
    /// A capture more than 7 days after the authorization takes time.
    case captureInitiated = "CaptureInitiated"
    /// The money was taken.
    case captured = "Captured"
    /// The reserved money was released; final.
    case canceled = "Canceled"
    /// No money was taken; final.
    case declined = "Declined"
  }

  /// Why a charge was declined or canceled.
  public enum Reason: String, Hashable, Sendable, CaseIterable {
    /// Another try may succeed.
    case softDeclined = "SoftDeclined"
    /// The buyer needs another payment method.
    case hardDeclined = "HardDeclined"
    /// Amazon rejects the payment.
    case amazonRejected = "AmazonRejected"
    /// It could not be processed.
    case processingFailure = "ProcessingFailure"
    /// It was not decided in time.
    case transactionTimedOut = "TransactionTimedOut"
    /// The merchant cancelled it.
    case merchantCanceled = "MerchantCanceled"
    /// Its charge permission was closed together with its charges.
    case chargePermissionCanceled = "ChargePermissionCanceled"
    /// The buyer cancelled it.
    case buyerCanceled = "BuyerCanceled"
    /// Amazon cancelled it.
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

  /// Addresses between which the buyer goes, for saved payment methods.
  public struct WebCheckoutDetails: Hashable, Sendable {
    /// Where the buyer comes back to.
    public let checkoutResultReturnUrl: String?
    /// Where the buyer finishes a check that a saved payment method needs.
    public let amazonPayRedirectUrl: String?
    /// Members that have no type here.
    public let additional: [String: JSONValue]
  }

  /// Such as `S03-1234567-1234567-C123456`.
  public let chargeId: String
  /// The permission that it was made under.
  public let chargePermissionId: String?
  /// The state, why, and since when.
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
  /// From the charged to the received currency, as text.
  public let conversionRate: String?
  /// How the buyer ordered, such as `Web`.
  public let channel: String?
  /// Who caused it; for recurring payments and saved payment methods.
  public let chargeInitiator: Open<Initiator>?
  /// The merchant's own data.
  public let merchantMetadata: MerchantMetadata?
  /// What a payment service provider attached.
  public let providerMetadata: ProviderMetadata?
  /// The solution provider.
  public let platformId: String?
  /// For saved payment methods.
  public let webCheckoutDetails: WebCheckoutDetails?
  /// When it was made.
  public let creationTimestamp: Moment?
  /// 30 days after the charge was made: until then it can be captured.
  public let expirationTimestamp: Moment?
  /// Sandbox or live.
  public let releaseEnvironment: Open<ReleaseEnvironment>?
  /// Members that have no type here.
  public let additional: [String: JSONValue]

  /// Where the charge is on its way.
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
