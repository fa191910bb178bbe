public import FerryCore

/// The buyer's consent to charges, up to a limit ("Charge Permission", Amazon Pay documentation). It expires after 180
/// days for a one-time purchase, and after 13 months for recurring payments or with `extendExpiration`.
public struct ChargePermission: Hashable, Sendable {
  /// The state of the charge permission.
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
    /// There is no payment method.
    case paymentMethodNotSet = "PaymentMethodNotSet"
    /// The payment method cannot be used any more.
    case paymentMethodInvalid = "PaymentMethodInvalid"
    /// The card has expired.
    case paymentMethodExpired = "PaymentMethodExpired"
    /// The buyer has deleted the payment method.
    case paymentMethodDeleted = "PaymentMethodDeleted"
    /// The payment method cannot be used for this.
    case paymentMethodNotAllowed = "PaymentMethodNotAllowed"
    /// The buyer has deleted the billing address.
    case billingAddressDeleted = "BillingAddressDeleted"
    /// The buyer did not pass an additional check.
    case mfaFailed = "MFAFailed"
    /// The merchant closed it.
    case merchantClosed = "MerchantClosed"
    /// The buyer closed it.
    case buyerClosed = "BuyerClosed"
    /// Amazon cancelled it.
    case amazonCanceled = "AmazonCanceled"
    /// Amazon closed it.
    case amazonClosed = "AmazonClosed"
    /// It expired, after 180 days, or 13 months if extended.
    case expired = "Expired"
  }

  /// The limits of all charges together.
  public struct Limits: Hashable, Sendable {
    /// The limit of all charges together.
    public let amountLimit: Price?
    /// The unused part of the limit.
    public let amountBalance: Price?
    /// Members without a typed property.
    public let additional: [String: JSONValue]
  }

  /// Such as `S03-1234567-1234567`.
  public let chargePermissionId: String
  /// A short id, to be read out on the telephone.
  public let chargePermissionReferenceId: String?
  public let chargePermissionType: Open<ChargePermissionType>?
  /// State, reasons and time of the last change.
  public let statusDetails: StatusDetails<State, Reason>
  public let limits: Limits?
  /// Present for 30 days after a one-time purchase.
  public let buyer: AmazonPayBuyer?
  /// Present for 30 days, like all data of the buyer.
  public let shippingAddress: AmazonPayAddress?
  /// Present in Europe, without shipping, or with the scope.
  public let billingAddress: AmazonPayAddress?
  /// The buyer's payment method.
  public let paymentPreferences: [PaymentPreference]
  public let merchantMetadata: MerchantMetadata?
  /// Frequency and amount of the charges, for `recurring`.
  public let recurringMetadata: RecurringMetadata?
  /// The id of the solution provider.
  public let platformId: String?
  /// The ISO 4217 code of the currency of all its charges.
  public let presentmentCurrency: String?
  /// The time of the buyer's consent.
  public let creationTimestamp: Moment?
  /// 180 days after the creation, or 13 months if extended.
  public let expirationTimestamp: Moment?
  public let releaseEnvironment: Open<ReleaseEnvironment>?
  /// Members without a typed property.
  public let additional: [String: JSONValue]

  /// The state of the charge permission.
  public var state: Open<State> { statusDetails.state }
}

extension ChargePermission: Codable {
  public init(from decoder: any Decoder) throws {
    var object = try LenientObject(decoder)
    chargePermissionId = try object.required("chargePermissionId")
    statusDetails = try object.required("statusDetails")
    chargePermissionReferenceId = object.value("chargePermissionReferenceId")
    chargePermissionType = object.value("chargePermissionType")
    limits = object.value("limits")
    buyer = object.value("buyer")
    shippingAddress = object.value("shippingAddress")
    billingAddress = object.value("billingAddress")
    paymentPreferences = object.values("paymentPreferences")
    merchantMetadata = object.value("merchantMetadata")
    recurringMetadata = object.value("recurringMetadata")
    platformId = object.value("platformId")
    presentmentCurrency = object.value("presentmentCurrency")
    creationTimestamp = object.moment("creationTimestamp")
    expirationTimestamp = object.moment("expirationTimestamp")
    releaseEnvironment = object.value("releaseEnvironment")
    additional = object.additional
  }

  public func encode(to encoder: any Encoder) throws {
    var object = try ObjectWriter(encoder, additional: additional)
    try object.write(chargePermissionId, "chargePermissionId")
    try object.write(statusDetails, "statusDetails")
    try object.write(chargePermissionReferenceId, "chargePermissionReferenceId")
    try object.write(chargePermissionType, "chargePermissionType")
    try object.write(limits, "limits")
    try object.write(buyer, "buyer")
    try object.write(shippingAddress, "shippingAddress")
    try object.write(billingAddress, "billingAddress")
    try object.write(list: paymentPreferences, "paymentPreferences")
    try object.write(merchantMetadata, "merchantMetadata")
    try object.write(recurringMetadata, "recurringMetadata")
    try object.write(platformId, "platformId")
    try object.write(presentmentCurrency, "presentmentCurrency")
    try object.write(creationTimestamp, "creationTimestamp")
    try object.write(expirationTimestamp, "expirationTimestamp")
    try object.write(releaseEnvironment, "releaseEnvironment")
  }
}

extension ChargePermission.Limits: Codable {
  public init(from decoder: any Decoder) throws {
    var object = try LenientObject(decoder)
    amountLimit = object.value("amountLimit")
    amountBalance = object.value("amountBalance")
    additional = object.additional
  }

  public func encode(to encoder: any Encoder) throws {
    var object = try ObjectWriter(encoder, additional: additional)
    try object.write(amountLimit, "amountLimit")
    try object.write(amountBalance, "amountBalance")
  }
}

/// The kind of consent that a buyer gives.
public enum ChargePermissionType: String, Codable, Hashable, Sendable, CaseIterable {
  /// One purchase, in one charge or several.
  case oneTime = "OneTime"
  /// Charges at intervals.
  case recurring = "Recurring"
  /// A payment method, saved for later purchases.
  case paymentMethodOnFile = "PaymentMethodOnFile"
}
