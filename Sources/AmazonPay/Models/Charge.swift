public import FerryCore
public import FerryHTTP

/// An authorization and its capture ("Charge", Amazon Pay documentation).
public struct Charge: Hashable, Sendable, LenientCodable, AmazonPayObject {
  public enum State: String, Hashable, Sendable, CaseIterable {
    /// The decision is pending; Amazon decides within 24 hours.
    case authorizationInitiated = "AuthorizationInitiated"
    /// The amount is reserved for 30 days.
    case authorized = "Authorized"
    /// The capture is pending. Captures more than 7 days after the authorization have this state first.
    case captureInitiated = "CaptureInitiated"
    case captured = "Captured"
    /// The reserved amount was released; final.
    case canceled = "Canceled"
    /// No amount was captured; final.
    case declined = "Declined"
  }

  public enum Reason: String, Hashable, Sendable, CaseIterable {
    /// A retry may succeed.
    case softDeclined = "SoftDeclined"
    /// The buyer needs another payment method.
    case hardDeclined = "HardDeclined"
    case amazonRejected = "AmazonRejected"
    case processingFailure = "ProcessingFailure"
    case transactionTimedOut = "TransactionTimedOut"
    case merchantCanceled = "MerchantCanceled"
    /// Its charge permission was closed together with its charges.
    case chargePermissionCanceled = "ChargePermissionCanceled"
    case buyerCanceled = "BuyerCanceled"
    case amazonCanceled = "AmazonCanceled"
    /// Not captured within 30 days.
    case expiredUnused = "ExpiredUnused"
  }

  /// The initiator of a charge, for recurring payments and saved payment methods.
  public enum Initiator: String, Codable, Hashable, Sendable, CaseIterable {
    case buyerOnce = "CITU"
    case merchantOnce = "MITU"
    case buyerRecurring = "CITR"
    case merchantRecurring = "MITR"
  }

  /// Such as `S03-1234567-1234567-C123456`.
  public internal(set) var chargeId = ""
  public internal(set) var chargePermissionId: String?
  public internal(set) var statusDetails = StatusDetails<State, Reason>()
  public internal(set) var chargeAmount: Price?
  /// The captured amount; null before the capture.
  public internal(set) var captureAmount: Price?
  /// The total of the refunds; null before the capture.
  public internal(set) var refundedAmount: Price?
  /// The text on the buyer's statement; Amazon prepends `AMZ*`.
  public internal(set) var softDescriptor: String?
  /// The amount that the merchant receives, if the currencies differ.
  public internal(set) var convertedAmount: Price?
  /// From the charged to the received currency.
  public internal(set) var conversionRate: String?
  /// The channel of the order, such as `Web`.
  public internal(set) var channel: String?
  /// For recurring payments and saved payment methods.
  public internal(set) var chargeInitiator: Open<Initiator>?
  public internal(set) var merchantMetadata: MerchantMetadata?
  /// The payment service provider's own data.
  public internal(set) var providerMetadata: ProviderMetadata?
  /// The id of the solution provider.
  public internal(set) var platformId: String?
  /// For saved payment methods: `amazonPayRedirectUrl` is the page of a check, and `checkoutResultReturnUrl` comes after it.
  public internal(set) var webCheckoutDetails: CheckoutSession.WebCheckoutDetails?
  public internal(set) var creationTimestamp: Moment?
  /// 30 days after the creation. A capture is possible until then.
  public internal(set) var expirationTimestamp: Moment?
  public internal(set) var releaseEnvironment: Open<ReleaseEnvironment>?
  public internal(set) var additional: [String: UntypedJSON] = [:]

  public var state: Open<State> { statusDetails.state }

  public func answers(_ call: AmazonPayCall) -> Bool {
    switch call.operation {
    case .createCharge: chargePermissionId == call.objectId
    case .getCharge, .updateCharge, .captureCharge, .cancelCharge: chargeId == call.objectId
    case .createCheckoutSession, .getCheckoutSession, .updateCheckoutSession, .completeCheckoutSession,
      .finalizeCheckoutSession, .getBuyer, .getChargePermission, .updateChargePermission, .closeChargePermission,
      .createRefund, .getRefund, .getDispute, .contestDispute, .createFile, .uploadFile, .createDeliveryTracker,
      .getAuthorizationToken, .listReports, .createReport,
      .getReport, .getReportDocument, .listReportSchedules, .createReportSchedule, .getReportSchedule,
      .cancelReportSchedule, .listDisbursements:
      false
    }
  }

  mutating func code(_ members: inout MemberCoder) throws {
    try members.required(&chargeId, "chargeId")
    try members.required(&statusDetails, "statusDetails")
    try members.member(&chargePermissionId, "chargePermissionId")
    try members.member(&chargeAmount, "chargeAmount")
    try members.member(&captureAmount, "captureAmount")
    try members.member(&refundedAmount, "refundedAmount")
    try members.member(&softDescriptor, "softDescriptor")
    try members.member(&convertedAmount, "convertedAmount")
    try members.member(&conversionRate, "conversionRate")
    try members.member(&channel, "channel")
    try members.member(&chargeInitiator, "chargeInitiator")
    try members.member(&merchantMetadata, "merchantMetadata")
    try members.member(&providerMetadata, "providerMetadata")
    try members.member(&platformId, "platformId")
    try members.member(&webCheckoutDetails, "webCheckoutDetails")
    try members.member(&creationTimestamp, "creationTimestamp")
    try members.member(&expirationTimestamp, "expirationTimestamp")
    try members.member(&releaseEnvironment, "releaseEnvironment")
  }
}
