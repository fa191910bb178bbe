import FerryCore
import FerryHTTP

/// An object in an answer.
public protocol SwedbankPayAnswer: Sendable {
  /// - Parameters:
  ///   - httpStatus: 200 to 299.
  ///   - body: As received.
  /// - Throws: An error if the body is not the object.
  init(httpStatus: Int, body: [UInt8]) throws

  /// Returns true if this is the object that the call asked for.
  func answers(_ call: SwedbankPayCall) -> Bool
}

extension PaymentOrder: SwedbankPayAnswer {
  public init(httpStatus: Int, body: [UInt8]) throws {
    let currency = try PaymentOrderEnvelope<OnlyCurrency>(json: body).order.currency
    let envelope = try PaymentOrderEnvelope<WithNodes>(json: body, userInfo: [.currency: currency])
    self = envelope.order.order
    operations = envelope.operations
  }

  public func answers(_ call: SwedbankPayCall) -> Bool {
    switch call.operation {
    case .createPaymentOrder: true
    case .getPaymentOrder, .abort, .abortPaymentAttempt, .updateOrder, .setInstrument, .capture, .cancel, .reversal:
      id == call.paymentOrder
    case .getTokens, .deleteTokens, .startCheckIn: false
    }
  }

  private struct OnlyCurrency: Decodable { let currency: Currency }

  private struct WithNodes: Decodable {
    var order: PaymentOrder

    init(from decoder: any Decoder) throws {
      order = try PaymentOrder(from: decoder)
      guard order.status != nil || order.state != nil else { throw try LenientObject(decoder).missing("status") }
      order.nodes = try Nodes(from: decoder)
    }
  }
}

/// The object around a payment order, in answers, callbacks, and the bodies of the SDKs. Both spellings of its name are in use.
package struct PaymentOrderEnvelope<Order: Decodable>: Decodable {
  package let order: Order
  let operations: [ResourceOperation]

  package init(from decoder: any Decoder) throws {
    var object = try LenientObject(decoder)
    order = try object.readable("paymentOrder") ?? object.required("paymentorder")
    operations = object.values("operations")
  }
}
