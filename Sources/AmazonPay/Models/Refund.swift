public import FerryCore

/// A refund of a charge ("Refund", Amazon Pay documentation). Amazon always decides later.
public struct Refund: Hashable, Sendable {
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
  public let refundId: String
  /// The refunded charge.
  public let chargeId: String?
  /// State, reasons and time of the last change.
  public let statusDetails: StatusDetails<State, Reason>
  /// The refunded amount.
  public let refundAmount: Price?
  /// The text on the buyer's statement.
  public let softDescriptor: String?
  /// The time of the request.
  public let creationTimestamp: Moment?
  public let releaseEnvironment: Open<ReleaseEnvironment>?
  /// Members without a typed property.
  public let additional: [String: JSONValue]

  /// The state of the refund.
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
