public import FerryCore

/// An amount that is reserved or taken from the buyer.
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

  public let chargeId: String
  public let chargePermissionId: String?
  public let statusDetails: StatusDetails<State, Reason>
  /// What was authorized.
  public let chargeAmount: Price?
  /// What was captured; null before.
  public let captureAmount: Price?
  /// The sum of the refunds; null before a capture.
  public let refundedAmount: Price?
  public let merchantMetadata: MerchantMetadata?
  public let creationTimestamp: Moment?
  public let expirationTimestamp: Moment?

  public var state: Open<State> { statusDetails.state }
}

extension Charge: Decodable {
  public init(from decoder: any Decoder) throws {
    let object = try LenientObject(decoder)
    chargeId = try object.required("chargeId")
    statusDetails = try object.required("statusDetails")
    chargePermissionId = object.value("chargePermissionId")
    chargeAmount = object.value("chargeAmount")
    captureAmount = object.value("captureAmount")
    refundedAmount = object.value("refundedAmount")
    merchantMetadata = object.value("merchantMetadata")
    creationTimestamp = object.moment("creationTimestamp")
    expirationTimestamp = object.moment("expirationTimestamp")
  }
}
