public import FerryCore

/// An authorization and its capture ("Charge", Amazon Pay documentation).
public struct Charge: Hashable, Sendable {
  /// The state of the charge.
  public enum State: String, Hashable, Sendable, CaseIterable {
    /// The decision is pending; Amazon decides within 24 hours.
    case authorizationInitiated = "AuthorizationInitiated"
    /// The amount is reserved for 30 days.
    case authorized = "Authorized"
    /// The capture is pending. Captures more than 7 days after the authorization have this state first.
    case captureInitiated = "CaptureInitiated"
    /// The amount was captured.
    case captured = "Captured"
    /// The reserved amount was released; final.
    case canceled = "Canceled"
    /// No amount was captured; final.
    case declined = "Declined"
  }

  /// A reason for a declined or canceled charge.
  public enum Reason: String, Hashable, Sendable, CaseIterable {
    /// A retry may succeed.
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

  /// The initiator of a charge, for recurring payments and saved payment methods.
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

  /// The addresses of the redirects, for saved payment methods.
  public struct WebCheckoutDetails: Hashable, Sendable {
    /// Amazon sends the buyer here afterwards.
    public let checkoutResultReturnUrl: String?
    /// The page on which the buyer finishes a check of a saved payment method.
    public let amazonPayRedirectUrl: String?
    /// Members without a typed property.
    public let additional: [String: JSONValue]
  }

  /// Such as `S03-1234567-1234567-C123456`.
  public let chargeId: String
  /// The charge permission of this charge.
  public let chargePermissionId: String?
  /// State, reasons and time of the last change.
  public let statusDetails: StatusDetails<State, Reason>
  /// The authorized amount.
  public let chargeAmount: Price?
  /// The captured amount; null before the capture.
  public let captureAmount: Price?
  /// The total of the refunds; null before the capture.
  public let refundedAmount: Price?
  /// The text on the buyer's statement; Amazon prepends `AMZ*`.
  public let softDescriptor: String?
  /// The amount that the merchant receives, if the currencies differ.
  public let convertedAmount: Price?
  /// From the charged to the received currency.
  public let conversionRate: String?
  /// The channel of the order, such as `Web`.
  public let channel: String?
  /// For recurring payments and saved payment methods.
  public let chargeInitiator: Open<Initiator>?
  public let merchantMetadata: MerchantMetadata?
  /// The payment service provider's own data.
  public let providerMetadata: ProviderMetadata?
  /// The id of the solution provider.
  public let platformId: String?
  /// For saved payment methods.
  public let webCheckoutDetails: WebCheckoutDetails?
  public let creationTimestamp: Moment?
  /// 30 days after the creation. A capture is possible until then.
  public let expirationTimestamp: Moment?
  public let releaseEnvironment: Open<ReleaseEnvironment>?
  /// Members without a typed property.
  public let additional: [String: JSONValue]

  /// The state of the charge.
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
