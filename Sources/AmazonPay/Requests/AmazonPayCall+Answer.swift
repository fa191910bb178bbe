public import FerryHTTP
import HTTPTypes

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension AmazonPayCall {
  /// Reads an answer as the object that was asked for.
  /// - Throws: `AmazonPayFailure`, also for a success that is not readable or speaks of another object.
  public func object<Object: AmazonPayObject>(
    _ type: Object.Type = Object.self, in answer: ProviderAnswer
  ) throws(AmazonPayFailure) -> Object {
    // An answer that nothing is read from may say nothing.
    let isBare = answer.body.isEmpty && Object.self == UntypedAnswer.self
    guard
      answer.status.kind == .successful,
      let object = try? JSONDecoder().decode(Object.self, from: isBare ? Data("{}".utf8) : Data(answer.body)),
      object.answers(self)
    else { throw AmazonPayFailure(answer, to: self) }
    return object
  }
}

/// An object that answers carry.
public protocol AmazonPayObject: Decodable, Sendable {
  /// Whether this is about the object that the call asked for.
  func answers(_ call: AmazonPayCall) -> Bool
}

extension CheckoutSession: AmazonPayObject {
  public func answers(_ call: AmazonPayCall) -> Bool {
    call.operation == .createCheckoutSession || checkoutSessionId == call.objectId
  }
}

extension FinalizedCheckoutSession: AmazonPayObject {
  public func answers(_ call: AmazonPayCall) -> Bool {
    checkoutSessionId == nil || checkoutSessionId == call.objectId
  }
}

extension Charge: AmazonPayObject {
  public func answers(_ call: AmazonPayCall) -> Bool {
    (call.operation == .createCharge ? chargePermissionId : chargeId) == call.objectId
  }
}

extension ChargePermission: AmazonPayObject {
  public func answers(_ call: AmazonPayCall) -> Bool { chargePermissionId == call.objectId }
}

extension Refund: AmazonPayObject {
  public func answers(_ call: AmazonPayCall) -> Bool {
    (call.operation == .createRefund ? chargeId : refundId) == call.objectId
  }
}

extension AmazonPayBuyer: AmazonPayObject {
  /// The token that was asked with does not come back.
  public func answers(_ call: AmazonPayCall) -> Bool { buyerId != nil }
}

extension DeliveryTracker: AmazonPayObject {
  public func answers(_ call: AmazonPayCall) -> Bool { call.operation == .createDeliveryTracker }
}

extension Report: AmazonPayObject {
  public func answers(_ call: AmazonPayCall) -> Bool {
    call.operation == .createReport || reportId == call.objectId
  }
}

extension ReportPage: AmazonPayObject {
  public func answers(_ call: AmazonPayCall) -> Bool { call.operation == .listReports }
}

extension ReportDocument: AmazonPayObject {
  public func answers(_ call: AmazonPayCall) -> Bool { reportDocumentId == call.objectId }
}

extension ReportSchedule: AmazonPayObject {
  public func answers(_ call: AmazonPayCall) -> Bool {
    call.operation == .createReportSchedule || reportScheduleId == call.objectId
  }
}

extension ReportScheduleList: AmazonPayObject {
  public func answers(_ call: AmazonPayCall) -> Bool { call.operation == .listReportSchedules }
}

extension DisbursementPage: AmazonPayObject {
  public func answers(_ call: AmazonPayCall) -> Bool { call.operation == .listDisbursements }
}

extension AuthorizationToken: AmazonPayObject {
  /// The token that was asked with does not come back.
  public func answers(_ call: AmazonPayCall) -> Bool { call.operation == .getAuthorizationToken }
}

extension UntypedAnswer: AmazonPayObject {
  public func answers(_ call: AmazonPayCall) -> Bool { true }
}
