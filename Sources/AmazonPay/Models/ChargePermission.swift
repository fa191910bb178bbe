public import FerryCore

/// The buyer's consent to be charged, up to a limit ("Charge Permission", Amazon Pay documentation). It lasts 180 days for a
/// single purchase, and 13 months for recurring payments or with `extendExpiration`.
public struct ChargePermission: Hashable, Sendable {
  public enum State: String, Hashable, Sendable, CaseIterable {
    case chargeable = "Chargeable"
    case nonChargeable = "NonChargeable"
    case closed = "Closed"
  }

  public enum Reason: String, Hashable, Sendable, CaseIterable {
    case chargeInProgress = "ChargeInProgress"
    case paymentMethodNotSet = "PaymentMethodNotSet"
    case paymentMethodInvalid = "PaymentMethodInvalid"
    case paymentMethodExpired = "PaymentMethodExpired"
    case paymentMethodDeleted = "PaymentMethodDeleted"
    case paymentMethodNotAllowed = "PaymentMethodNotAllowed"
    case billingAddressDeleted = "BillingAddressDeleted"
    case mfaFailed = "MFAFailed"
    case merchantClosed = "MerchantClosed"
    case buyerClosed = "BuyerClosed"
    case amazonCanceled = "AmazonCanceled"
    case amazonClosed = "AmazonClosed"
    case expired = "Expired"
  }

  public struct Limits: Hashable, Sendable {
    /// What all charges together may come to.
    public let amountLimit: Price?
    /// What is left of it.
    public let amountBalance: Price?
    /// Members that have no type here.
    public let additional: [String: JSONValue]
  }

  public let chargePermissionId: String
  /// Short enough to be read out on the telephone.
  public let chargePermissionReferenceId: String?
  public let chargePermissionType: Open<ChargePermissionType>?
  public let statusDetails: StatusDetails<State, Reason>
  public let limits: Limits?
  /// Readable for 30 days after a single purchase.
  public let buyer: AmazonPayBuyer?
  public let shippingAddress: AmazonPayAddress?
  public let billingAddress: AmazonPayAddress?
  public let paymentPreferences: [PaymentPreference]
  public let merchantMetadata: MerchantMetadata?
  public let recurringMetadata: RecurringMetadata?
  public let platformId: String?
  public let presentmentCurrency: String?
  public let creationTimestamp: Moment?
  public let expirationTimestamp: Moment?
  public let releaseEnvironment: Open<ReleaseEnvironment>?
  /// Members that have no type here.
  public let additional: [String: JSONValue]

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
