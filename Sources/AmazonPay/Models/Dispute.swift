public import FerryCore
public import FerryHTTP

/// A buyer's claim to captured money, at present always a chargeback of their bank ("Dispute", Amazon Pay documentation).
/// An A-to-z claim is none: Seller Central and e-mail alone tell of it.
public struct Dispute: Hashable, Sendable, LenientCodable, AmazonPayObject {
  public enum State: String, Hashable, Sendable, CaseIterable {
    /// Without an answer by the deadline, the buyer wins.
    case actionRequired = "ActionRequired"
    case underReview = "UnderReview"
    /// Decided: see `resolution`.
    case resolved = "Resolved"
    case closed = "Closed"
  }

  public enum Resolution: String, Hashable, Sendable, CaseIterable {
    case merchantWon = "MerchantWon"
    case buyerWon = "BuyerWon"
    /// The documentation does not say who bears the loss.
    case noFault = "NoFault"
  }

  /// The reason of the state.
  public enum Reason: String, Hashable, Sendable, CaseIterable {
    case merchantResponseRequired = "MerchantResponseRequired"
    case merchantAdditionalEvidencesRequired = "MerchantAdditionalEvidencesRequired"
    case buyerAdditionalEvidencesRequired = "BuyerAdditionalEvidencesRequired"
    case merchantAcceptedDispute = "MerchantAcceptedDispute"
    case merchantResponseDeadlineExpired = "MerchantResponseDeadlineExpired"
    case buyerCancelled = "BuyerCancelled"
    case investigatorResolved = "InvestigatorResolved"
    case autoResolved = "AutoResolved"
    case chargebackFiled = "ChargebackFiled"
  }

  /// The buyer's reason.
  public enum FilingReason: String, Hashable, Sendable, CaseIterable {
    case productNotReceived = "ProductNotReceived"
    case productUnacceptable = "ProductUnacceptable"
    case productNoLongerNeeded = "ProductNoLongerNeeded"
    case creditNotProcessed = "CreditNotProcessed"
    case overcharged = "Overcharged"
    case duplicateCharge = "DuplicateCharge"
    case subscriptionCancelled = "SubscriptionCancelled"
    case unrecognized = "Unrecognized"
    case fraudulent = "Fraudulent"
    case other = "Other"
  }

  /// Such as `S03-1234567-1234567-B123456`.
  public internal(set) var disputeId = ""
  public internal(set) var chargeId: String?
  public internal(set) var statusDetails = StatusDetails<State, Reason>()
  /// It may differ from the charge's amount.
  public internal(set) var disputeAmount: Price?
  public internal(set) var filingReason: Open<FilingReason>?
  public internal(set) var merchantResponseDeadline: Moment?
  public internal(set) var creationTimestamp: Moment?
  public internal(set) var releaseEnvironment: Open<ReleaseEnvironment>?
  public internal(set) var additional: [String: UntypedJSON] = [:]

  public var state: Open<State> { statusDetails.state }

  /// Nil before the decision.
  public var resolution: Open<Resolution>? {
    statusDetails.additional["resolution"]?.plainText.map { Open($0) }
  }

  public func answers(_ call: AmazonPayCall) -> Bool {
    (call.operation == .getDispute || call.operation == .contestDispute) && disputeId == call.objectId
  }

  mutating func code(_ members: inout MemberCoder) throws {
    try members.required(&disputeId, "disputeId")
    try members.required(&statusDetails, "statusDetails")
    try members.member(&chargeId, "chargeId")
    try members.member(&disputeAmount, "disputeAmount")
    try members.member(&filingReason, "filingReason")
    try members.member(&merchantResponseDeadline, "merchantResponseDeadline")
    try members.member(&creationTimestamp, "creationTimestamp")
    try members.member(&releaseEnvironment, "releaseEnvironment")
  }
}
