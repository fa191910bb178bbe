public import FerryCore
public import FerryHTTP

/// The buyer's consent to charges, up to a limit ("Charge Permission", Amazon Pay documentation). It expires after 180
/// days for a one-time purchase, and after 13 months for recurring payments or with `extendExpiration`.
public struct ChargePermission: Hashable, Sendable, LenientCodable, AmazonPayObject {
  public enum State: String, Hashable, Sendable, CaseIterable {
    /// Charges can be made.
    case chargeable = "Chargeable"
    /// No charge can be made at present; the reasons say why.
    case nonChargeable = "NonChargeable"
    /// No more charges; final.
    case closed = "Closed"
  }

  /// A reason that no charge can be made, at present or ever.
  public enum Reason: String, Hashable, Sendable, CaseIterable {
    /// A charge is authorized or undecided.
    case chargeInProgress = "ChargeInProgress"
    case paymentMethodNotSet = "PaymentMethodNotSet"
    case paymentMethodInvalid = "PaymentMethodInvalid"
    case paymentMethodExpired = "PaymentMethodExpired"
    /// The buyer has deleted the payment method.
    case paymentMethodDeleted = "PaymentMethodDeleted"
    case paymentMethodNotAllowed = "PaymentMethodNotAllowed"
    /// The buyer has deleted the billing address.
    case billingAddressDeleted = "BillingAddressDeleted"
    /// The buyer did not pass an additional check.
    case mfaFailed = "MFAFailed"
    case merchantClosed = "MerchantClosed"
    case buyerClosed = "BuyerClosed"
    case amazonCanceled = "AmazonCanceled"
    case amazonClosed = "AmazonClosed"
    /// It expired, after 180 days, or 13 months if extended.
    case expired = "Expired"
  }

  /// The limits of all charges together.
  public struct Limits: Hashable, Sendable, LenientCodable {
    /// The limit of all charges together.
    public internal(set) var amountLimit: Price?
    /// The unused part of the limit.
    public internal(set) var amountBalance: Price?
    public internal(set) var additional: [String: UntypedJSON] = [:]

    mutating func code(_ members: inout MemberCoder) throws {
      try members.member(&amountLimit, "amountLimit")
      try members.member(&amountBalance, "amountBalance")
    }
  }

  /// Such as `S03-1234567-1234567`.
  public internal(set) var chargePermissionId = ""
  /// A short id, to be read out on the telephone.
  public internal(set) var chargePermissionReferenceId: String?
  public internal(set) var chargePermissionType: Open<ChargePermissionType>?
  public internal(set) var statusDetails = StatusDetails<State, Reason>()
  public internal(set) var limits: Limits?
  /// Present for 30 days after a one-time purchase.
  public internal(set) var buyer: AmazonPayBuyer?
  /// Present for 30 days, like all data of the buyer.
  public internal(set) var shippingAddress: AmazonPayAddress?
  /// Present in Europe, without shipping, or with the scope.
  public internal(set) var billingAddress: AmazonPayAddress?
  /// The buyer's payment method.
  public internal(set) var paymentPreferences: [PaymentPreference] = []
  public internal(set) var merchantMetadata: MerchantMetadata?
  /// Frequency and amount of the charges, for `recurring`.
  public internal(set) var recurringMetadata: RecurringMetadata?
  /// The id of the solution provider.
  public internal(set) var platformId: String?
  /// The ISO 4217 code of the currency of all its charges.
  public internal(set) var presentmentCurrency: String?
  /// The time of the buyer's consent.
  public internal(set) var creationTimestamp: Moment?
  /// 180 days after the creation, or 13 months if extended.
  public internal(set) var expirationTimestamp: Moment?
  public internal(set) var releaseEnvironment: Open<ReleaseEnvironment>?
  public internal(set) var additional: [String: UntypedJSON] = [:]

  public var state: Open<State> { statusDetails.state }

  public func answers(_ call: AmazonPayCall) -> Bool {
    [.getChargePermission, .updateChargePermission, .closeChargePermission].contains(call.operation)
      && chargePermissionId == call.objectId
  }

  mutating func code(_ members: inout MemberCoder) throws {
    try members.required(&chargePermissionId, "chargePermissionId")
    try members.required(&statusDetails, "statusDetails")
    try members.member(&chargePermissionReferenceId, "chargePermissionReferenceId")
    try members.member(&chargePermissionType, "chargePermissionType")
    try members.member(&limits, "limits")
    try members.member(&buyer, "buyer")
    try members.member(&shippingAddress, "shippingAddress")
    try members.member(&billingAddress, "billingAddress")
    try members.list(&paymentPreferences, "paymentPreferences")
    try members.member(&merchantMetadata, "merchantMetadata")
    try members.member(&recurringMetadata, "recurringMetadata")
    try members.member(&platformId, "platformId")
    try members.member(&presentmentCurrency, "presentmentCurrency")
    try members.member(&creationTimestamp, "creationTimestamp")
    try members.member(&expirationTimestamp, "expirationTimestamp")
    try members.member(&releaseEnvironment, "releaseEnvironment")
  }
}

public enum ChargePermissionType: String, Codable, Hashable, Sendable, CaseIterable {
  /// One purchase, in one charge or several.
  case oneTime = "OneTime"
  /// Charges at intervals.
  case recurring = "Recurring"
  /// A payment method, saved for later purchases.
  case paymentMethodOnFile = "PaymentMethodOnFile"
}
