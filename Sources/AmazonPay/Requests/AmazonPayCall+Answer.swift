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
      object.objectId == objectId
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
  /// The id that it is asked for by.
  var objectId: String { get }
}

extension CheckoutSession: AmazonPayObject {
  public var objectId: String { checkoutSessionId }
}

extension Charge: AmazonPayObject {
  public var objectId: String { chargeId }
}

extension ChargePermission: AmazonPayObject {
  public var objectId: String { chargePermissionId }
}
