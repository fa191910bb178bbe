public import FerryCore
public import HTTPTypes

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension AmazonPayCall {
  /// Reads an answer as the object that was asked for.
  /// - Throws: `AmazonPayFailure`, also for a success that is not readable or speaks of another object.
  public func answer<Object: AmazonPayObject>(
    _ type: Object.Type = Object.self,
    from response: HTTPResponse,
    _ body: [UInt8],
    sent request: HTTPRequest,
    receivedAt moment: Moment
  ) throws(AmazonPayFailure) -> Object {
    guard
      response.status.kind == .successful,
      let object = try? JSONDecoder().decode(Object.self, from: Data(body)),
      object.answers(self)
    else { throw AmazonPayFailure(response, body, to: self, sent: request, receivedAt: moment) }
    return object
  }

  /// The offset to sign this call with once more, after it was refused for its date; nil if another date would not help.
  public static func clockOffset(
    after failure: AmazonPayFailure, _ response: HTTPResponse, receivedAt moment: Moment, signedWith offset: ClockOffset
  ) -> ClockOffset? {
    guard
      failure.kind == .misconfigured(.clock), let learnt = ClockOffset(of: response, receivedAt: moment),
      learnt.differs(from: offset)
    else { return nil }
    return learnt
  }
}

/// An object that answers carry.
public protocol AmazonPayObject: Decodable, Sendable {
  /// Whether this is about the object that the call asked for.
  func answers(_ call: AmazonPayCall) -> Bool
}

extension CheckoutSession: AmazonPayObject {
  public func answers(_ call: AmazonPayCall) -> Bool { checkoutSessionId == call.objectId }
}

extension Charge: AmazonPayObject {
  public func answers(_ call: AmazonPayCall) -> Bool { chargeId == call.objectId }
}

extension ChargePermission: AmazonPayObject {
  public func answers(_ call: AmazonPayCall) -> Bool { chargePermissionId == call.objectId }
}

extension Refund: AmazonPayObject {
  public func answers(_ call: AmazonPayCall) -> Bool {
    (call.operation == .createRefund ? chargeId : refundId) == call.objectId
  }
}
