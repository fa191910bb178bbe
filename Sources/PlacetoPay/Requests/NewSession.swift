public import FerryCore
import FerryHTTP

/// The request for a session on PlacetoPay's payment page ("Create session", PlacetoPay documentation). Login, signature,
/// and the buyer's address and browser are added when it is sent. It holds personal data, so it prints as "redacted".
///
/// The address for notifications is no part of it: PlacetoPay sets that up per site.
public struct NewSession: Hashable, Sendable, Encodable, Redacted {
  /// The effect of an approved payment.
  public enum Kind: String, Hashable, Sendable, CaseIterable, Encodable {
    /// The amount is held, and captured or released later.
    case checkin
  }

  /// Either this or `subscription`.
  public var payment: NewPayment?
  /// Saves a payment method without a payment.
  public var subscription: NewSubscription?
  /// Nil for an immediate charge.
  public var type: Kind?
  /// The buyer returns here after the process; at most 255 characters. An app's own scheme is possible.
  public var returnUrl: String
  /// The buyer returns here if they do not want to continue; at most 255 characters. PlacetoPay does not document where
  /// they go without it, so send it.
  public var cancelUrl: String?
  /// At least 5 minutes ahead, and 30 for cash methods. Nil for PlacetoPay's default of 30 minutes; in Chile it is
  /// required.
  public var expiration: Moment?
  /// Language and country, such as `es_CO`; nil for the site's.
  public var locale: String?
  /// Pre-fills the buyer's form.
  public var buyer: Person?
  /// Fixes the payer's data: the buyer cannot change them.
  public var payer: Person?
  /// Counted together with the payment's or subscription's fields: 50 at most.
  public var fields: [NameValuePair]?
  /// Codes of the payment methods that the page is restricted to, such as `visa`, `master`, `pse`; empty for all.
  public var paymentMethods: [String] = []
  /// True returns the buyer without showing the result.
  public var skipResult: Bool?
  /// True does not pre-fill the form from `buyer`.
  public var noBuyerFill: Bool?
  /// True asks for the buyer's address. Older installations read it; the documentation no longer has it.
  public var captureAddress: Bool?
  public var metadata: Metadata?

  public init(payment: NewPayment, type: Kind? = nil, returnUrl: String, cancelUrl: String? = nil) {
    self.payment = payment
    self.type = type
    self.returnUrl = returnUrl
    self.cancelUrl = cancelUrl
  }

  public init(subscription: NewSubscription, returnUrl: String, cancelUrl: String? = nil) {
    self.subscription = subscription
    self.returnUrl = returnUrl
    self.cancelUrl = cancelUrl
  }

  private enum CodingKeys: String, MemberKey {
    case payment, subscription, type, returnUrl, cancelUrl, expiration, locale, buyer, payer, fields
    case paymentMethods = "paymentMethod"
    case skipResult, noBuyerFill, captureAddress, metadata
  }
}

/// The request to save a payment method. If the buyer consents, the session's information has a token for it, and
/// `PlacetoPayCall.collect` charges it.
public struct NewSubscription: Hashable, Sendable, Encodable {
  /// 1 to 32 characters.
  public var reference: String
  /// 1 to 250 characters, for the buyer.
  public var description: String?
  public var fields: [NameValuePair]?

  public init(reference: String, description: String? = nil, fields: [NameValuePair]? = nil) {
    self.reference = reference
    self.description = description
    self.fields = fields
  }
}

/// Facts for the card networks and for some merchants. PlacetoPay refuses values outside its lists.
public struct Metadata: Hashable, Sendable, Encodable {
  /// The initiator of a charge to saved card data.
  public enum Initiator: String, Hashable, Sendable, CaseIterable, Encodable {
    case agent = "AGENT"
    case cardholder = "CARDHOLDER_COF"
    case cardholderRecurringVariableAmount = "CARDHOLDER_RECURRING_VARIABLE_AMOUNT"
    case cardholderRecurringFixedAmount = "CARDHOLDER_RECURRING_FIXED_AMOUNT"
    case cardholderWithInstallments = "CARDHOLDER_WITH_INSTALLMENTS"
    case merchant = "MERCHANT_COF"
    case merchantRecurringVariableAmount = "MERCHANT_RECURRING_VARIABLE_AMOUNT"
    case merchantRecurringFixedAmount = "MERCHANT_RECURRING_FIXED_AMOUNT"
    case merchantWithInstallments = "MERCHANT_WITH_INSTALLMENTS"
  }

  /// The kind of delivery of a purchase by EBT card, in Puerto Rico.
  public enum EBTDelivery: String, Hashable, Sendable, CaseIterable, Encodable {
    case direct = "DIRECT_DELIVERY"
    case customerPickup = "CUSTOMER_PICKUP"
    case commercialShipping = "COMMERCIAL_SHIPPING"
    case other = "OTHER"
    case notAvailable = "NOT_AVAILABLE"
  }

  public var initiator: Initiator?
  public var ebtDelivery: EBTDelivery?
  /// "2026-02-28". With `beneficiaryId` required for PSE at merchants for financial services.
  public var openingDate: String?
  public var beneficiaryId: String?
  /// True lets an approved card wait for `confirm` or `cancelTransaction`. The site needs the permission for it.
  public var requiresConfirmation: Bool?

  public init(
    initiator: Initiator? = nil, ebtDelivery: EBTDelivery? = nil, openingDate: String? = nil,
    beneficiaryId: String? = nil, requiresConfirmation: Bool? = nil
  ) {
    self.initiator = initiator
    self.ebtDelivery = ebtDelivery
    self.openingDate = openingDate
    self.beneficiaryId = beneficiaryId
    self.requiresConfirmation = requiresConfirmation
  }

  private enum CodingKeys: String, CodingKey {
    case initiator = "initiatorIndicator"
    case ebtDelivery = "EBTDeliveryIndicator"
    case openingDate, beneficiaryId, requiresConfirmation
  }
}
