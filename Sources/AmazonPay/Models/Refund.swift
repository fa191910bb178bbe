public import FerryCore
public import FerryHTTP

/// A refund of a charge ("Refund", Amazon Pay documentation). Amazon always decides later.
public struct Refund: Hashable, Sendable, LenientCodable, AmazonPayObject {
  /// The state of the refund.
  public enum State: String, Hashable, Sendable, CaseIterable {
    /// The decision is pending.
    case refundInitiated = "RefundInitiated"
    /// The buyer receives the amount; final.
    case refunded = "Refunded"
    /// The merchant has to refund the buyer in another way.
    case declined = "Declined"
  }

  /// A reason for a declined refund.
  public enum Reason: String, Hashable, Sendable, CaseIterable {
    /// Amazon rejects it; refund the buyer in another way.
    case amazonRejected = "AmazonRejected"
    /// It could not be processed.
    case processingFailure = "ProcessingFailure"
  }

  /// Such as `S03-1234567-1234567-R123456`.
  public internal(set) var refundId = ""
  /// The refunded charge.
  public internal(set) var chargeId: String?
  /// State, reasons and time of the last change.
  public internal(set) var statusDetails = StatusDetails<State, Reason>()
  /// The refunded amount.
  public internal(set) var refundAmount: Price?
  /// The text on the buyer's statement.
  public internal(set) var softDescriptor: String?
  /// The time of the request.
  public internal(set) var creationTimestamp: Moment?
  public internal(set) var releaseEnvironment: Open<ReleaseEnvironment>?
  /// Members without a typed property.
  public internal(set) var additional: [String: UntypedJSON] = [:]

  /// The state of the refund.
  public var state: Open<State> { statusDetails.state }

  public func answers(_ call: AmazonPayCall) -> Bool {
    (call.operation == .createRefund ? chargeId : refundId) == call.objectId
  }

  mutating func code(_ members: inout some MemberCoder) throws {
    try members.required(&refundId, "refundId")
    try members.required(&statusDetails, "statusDetails")
    try members.member(&chargeId, "chargeId")
    try members.member(&refundAmount, "refundAmount")
    try members.member(&softDescriptor, "softDescriptor")
    try members.member(&creationTimestamp, "creationTimestamp")
    try members.member(&releaseEnvironment, "releaseEnvironment")
  }
}
