public import FerryCore

/// The buyer's consent to be charged, up to a limit ("Charge Permission", Amazon Pay documentation). It lasts 180 days for a
/// single purchase, and 13 months for recurring payments or with `extendExpiration`.
public struct ChargePermission: Hashable, Sendable {
  /// What can be done under it.
  public enum State: String, Hashable, Sendable, CaseIterable {
    /// Charges can be made.
    case chargeable = "Chargeable"
    /// No charge can be made at present; the reasons say why.
    case nonChargeable = "NonChargeable"
    /// No more charges; final.
    case closed = "Closed"
  }

  /// Why no charge can be made, at present or ever.
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
    /// Its time is over: 180 days, or 13 months if extended.
    case expired = "Expired"
  }

  /// How much may be charged.
  public struct Limits: Hashable, Sendable {
    /// What all charges together may come to.
    public let amountLimit: Price?
    /// What is left of it.
    public let amountBalance: Price?
    /// Members that have no type here.
    public let additional: [String: JSONValue]
  }

  /// Such as `S03-1234567-1234567`.
  public let chargePermissionId: String
  /// Short enough to be read out on the telephone.
  public let chargePermissionReferenceId: String?
  /// Once, recurring, or a saved payment method.
  public let chargePermissionType: Open<ChargePermissionType>?
  /// The state, why, and since when.
  public let statusDetails: StatusDetails<State, Reason>
  /// How much may be charged, and how much is left.
  public let limits: Limits?
  /// Readable for 30 days after a single purchase.
  public let buyer: AmazonPayBuyer?
  /// For 30 days, as all of the buyer's data.
  public let shippingAddress: AmazonPayAddress?
  /// In Europe, without shipping, or with the scope.
  public let billingAddress: AmazonPayAddress?
  /// What the buyer pays with.
  public let paymentPreferences: [PaymentPreference]
  /// The merchant's own data.
  public let merchantMetadata: MerchantMetadata?
  /// How often and how much is charged, for `recurring`.
  public let recurringMetadata: RecurringMetadata?
  /// The solution provider.
  public let platformId: String?
  /// The ISO 4217 code of the currency of all its charges.
  public let presentmentCurrency: String?
  /// When the buyer agreed.
  public let creationTimestamp: Moment?
  /// 180 days after the creation, or 13 months if extended.
  public let expirationTimestamp: Moment?
  /// Sandbox or live.
  public let releaseEnvironment: Open<ReleaseEnvironment>?
  /// Members that have no type here.
  public let additional: [String: JSONValue]

  /// What can be done under it.
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

/// What a buyer agrees to.
public enum ChargePermissionType: String, Codable, Hashable, Sendable, CaseIterable {
  /// One purchase, in one charge or several.
  case oneTime = "OneTime"
  /// Charges at intervals.
  case recurring = "Recurring"
  /// A payment method that is saved for later purchases.
  case paymentMethodOnFile = "PaymentMethodOnFile"
}
