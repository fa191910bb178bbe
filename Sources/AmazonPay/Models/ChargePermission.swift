public import FerryCore

/// The buyer's consent to be charged, up to a limit. It lasts 180 days for a single purchase.
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
    public let amountLimit: Price?
    public let amountBalance: Price?
  }

  public let chargePermissionId: String
  public let statusDetails: StatusDetails<State, Reason>
  public let limits: Limits?
  /// Readable for 30 days after a single purchase.
  public let buyer: AmazonPayBuyer?
  public let shippingAddress: AmazonPayAddress?
  public let billingAddress: AmazonPayAddress?
  public let paymentPreferences: [PaymentPreference]
  public let merchantMetadata: MerchantMetadata?
  public let presentmentCurrency: String?
  public let creationTimestamp: Moment?
  public let expirationTimestamp: Moment?

  public var state: Open<State> { statusDetails.state }
}

extension ChargePermission: Decodable {
  public init(from decoder: any Decoder) throws {
    let object = try LenientObject(decoder)
    chargePermissionId = try object.required("chargePermissionId")
    statusDetails = try object.required("statusDetails")
    limits = object.value("limits")
    buyer = object.value("buyer")
    shippingAddress = object.value("shippingAddress")
    billingAddress = object.value("billingAddress")
    paymentPreferences = object.values("paymentPreferences")
    merchantMetadata = object.value("merchantMetadata")
    presentmentCurrency = object.value("presentmentCurrency")
    creationTimestamp = object.moment("creationTimestamp")
    expirationTimestamp = object.moment("expirationTimestamp")
  }
}

extension ChargePermission.Limits: Decodable {
  public init(from decoder: any Decoder) throws {
    let object = try LenientObject(decoder)
    amountLimit = object.value("amountLimit")
    amountBalance = object.value("amountBalance")
  }
}
