public import FerryCore

/// Money on its way back to the buyer ("Refund", Amazon Pay documentation). It is always decided later.
public struct Refund: Hashable, Sendable {
  public enum State: String, Hashable, Sendable, CaseIterable {
    case refundInitiated = "RefundInitiated"
    case refunded = "Refunded"
    /// The buyer has to be paid back in another way.
    case declined = "Declined"
  }

  public enum Reason: String, Hashable, Sendable, CaseIterable {
    case amazonRejected = "AmazonRejected"
    case processingFailure = "ProcessingFailure"
  }

  public let refundId: String
  public let chargeId: String?
  public let statusDetails: StatusDetails<State, Reason>
  public let refundAmount: Price?
  /// As it stands on the buyer's statement.
  public let softDescriptor: String?
  public let creationTimestamp: Moment?
  public let releaseEnvironment: Open<ReleaseEnvironment>?
  /// Members that have no type here.
  public let additional: [String: JSONValue]

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
