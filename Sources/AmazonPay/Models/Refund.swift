public import FerryCore

/// Money on its way back to the buyer.
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
  public let creationTimestamp: Moment?

  public var state: Open<State> { statusDetails.state }
}

extension Refund: Decodable {
  public init(from decoder: any Decoder) throws {
    let object = try LenientObject(decoder)
    refundId = try object.required("refundId")
    statusDetails = try object.required("statusDetails")
    chargeId = object.value("chargeId")
    refundAmount = object.value("refundAmount")
    creationTimestamp = object.moment("creationTimestamp")
  }
}
