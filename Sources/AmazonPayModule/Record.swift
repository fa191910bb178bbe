import AmazonPay
import FerryCheckout
import FerryCore
import FerryProvider

struct Record: VersionedRecord, Hashable {
  enum RefundEnd: String, Codable, Hashable {
    case refunded
    case declined
    /// Amazon cannot find it any more.
    case lost
    /// Not an end: Amazon names a state that is not known here.
    case unrecognised
  }

  private(set) var version = 1
  /// The session, once it is proved to be made for this checkout.
  var session: String?
  /// When the session was last read because the outcome of a request to complete it was unknown; nil for never.
  var completionUnknownSince: Moment?
  var charge: String?
  /// A refund that is pending, or whose end is not reported yet.
  var refund: String?
  var refundOperation: OperationID?
  var refundEnd: RefundEnd?
  var refundAmount: Money?
  /// The charge's total of refunds before the pending refund, in minor units.
  var refundedBefore: Int64?
  /// The files of the answer to a dispute that is being sent.
  var uploads: Uploads?

  mutating func begin(_ refund: Refund, for operation: OperationID?, end: RefundEnd?) {
    self.refund = refund.refundId
    refundAmount = refund.refundAmount?.money
    refundOperation = operation
    refundEnd = end
    refundedBefore = nil
  }

  mutating func forgetRefund() {
    refund = nil
    refundOperation = nil
    refundAmount = nil
    refundEnd = nil
    refundedBefore = nil
  }
}

enum Stage: String, ProviderStage {
  case first = ""
  /// The payment is completed, after the session was compared with the agreement.
  case complete
  /// The session is read, because the refusal of the first request does not tell its state.
  case session
  /// The charge is read: its amounts are authoritative.
  case charge
  /// Session or charge is read, because the outcome of a request is unknown.
  case unknown
  /// A pending refund is read again, because the charge's total of refunds has risen: by this refund or another.
  case refund
  /// The charge is read, because Amazon reported a refund in an answer that cannot be read. If the charge does not show it, the
  /// refund is sent again under its key.
  case unreadable
  /// The charge is read, because it does not allow the request: it must have changed outside Ferry.
  case impossible
  /// The charge is read, because the refusal of the first request does not tell its state.
  case refused
  /// The next part of the answer to a dispute.
  case evidence
  /// The content of a file of evidence.
  case upload
}

extension ProviderReference {
  static func session(_ id: String) -> Self { Self("session", id) }
  static func charge(_ id: String) -> Self { Self("charge", id) }
  static func chargePermission(_ id: String) -> Self { Self("charge-permission", id) }
  static func refund(_ id: String) -> Self { Self("refund", id) }
}
