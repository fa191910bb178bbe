public import FerryCore

/// Money on its way back to the buyer ("Refund", Amazon Pay documentation). It is always decided later.
public struct Refund: Hashable, Sendable {
  /// Where the refund is on its way.
  public enum State: String, Hashable, Sendable, CaseIterable {
    /// Amazon has not decided yet.
    case refundInitiated = "RefundInitiated"
    /// The buyer gets the money back; final.
    case refunded = "Refunded"
    /// The buyer has to be paid back in another way.
    case declined = "Declined"
  }

  /// Why a refund was declined.
  public enum Reason: String, Hashable, Sendable, CaseIterable {
    /// Amazon rejects it; pay the buyer back in another way.
    case amazonRejected = "AmazonRejected"
    /// It could not be processed.
    case processingFailure = "ProcessingFailure"
  }

  /// Such as `S03-1234567-1234567-R123456`.
  public let refundId: String
  /// The charge that it is of.
  public let chargeId: String?
  /// The state, why, and since when.
  public let statusDetails: StatusDetails<State, Reason>
  /// What goes back.
  public let refundAmount: Price?
  /// As it stands on the buyer's statement.
  public let softDescriptor: String?
  /// When it was asked for.
  public let creationTimestamp: Moment?
  /// Sandbox or live.
  public let releaseEnvironment: Open<ReleaseEnvironment>?
  /// Members that have no type here.
  public let additional: [String: JSONValue]

  /// Where the refund is on its way.
  public var state: Open<State> { statusDetails.state }
}

extension Refund: Codable {
  public init(from decoder: any Decoder) throws {
    var object = try LenientObject(decoder)
    refundId = try object.required("refundId")
    statusDetails = try object.required("statusDetails")
    chargeId = object.value("chargeId")
    refundAmount = object.value("refundAmount")
    softDescriptor = object.value("softDescriptor")
    creationTimestamp = object.moment("creationTimestamp")
    releaseEnvironment = object.value("releaseEnvironment")
    additional = object.additional
  }

  public func encode(to encoder: any Encoder) throws {
    var object = try ObjectWriter(encoder, additional: additional)
    try object.write(refundId, "refundId")
    try object.write(statusDetails, "statusDetails")
    try object.write(chargeId, "chargeId")
    try object.write(refundAmount, "refundAmount")
    try object.write(softDescriptor, "softDescriptor")
    try object.write(creationTimestamp, "creationTimestamp")
    try object.write(releaseEnvironment, "releaseEnvironment")
  }
}
