public import FerryHTTP
import HTTPTypes

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension AmazonPayCall {
  /// Decodes the requested object from an answer.
  /// - Throws: `AmazonPayFailure`, also for a success that cannot be decoded or is about another object.
  public func object<Object: AmazonPayObject>(
    _ type: Object.Type = Object.self, in answer: ProviderAnswer
  ) throws(AmazonPayFailure) -> Object {
    // An untyped answer may be empty.
    let isBare = answer.body.isEmpty && Object.self == UntypedAnswer.self
    guard
      answer.status.kind == .successful,
      let object = try? JSONDecoder().decode(Object.self, from: isBare ? Data("{}".utf8) : Data(answer.body)),
      object.answers(self)
    else { throw AmazonPayFailure(answer, to: self) }
    return object
  }
}

/// An object in an answer.
public protocol AmazonPayObject: Decodable, Sendable {
  /// Returns true if this is the object that the call asked for.
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
  /// The answer does not repeat the token.
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
  /// The answer does not repeat the token.
  public func answers(_ call: AmazonPayCall) -> Bool { call.operation == .getAuthorizationToken }
}

extension UntypedAnswer: AmazonPayObject {
  public func answers(_ call: AmazonPayCall) -> Bool { true }
}
