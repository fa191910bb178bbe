import FerryCore
import FerryHTTP

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

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
    self = try JSONDecoder().decode(Envelope.self, from: Data(body)).order
  }

  public func answers(_ call: SwedbankPayCall) -> Bool {
    switch call.operation {
    case .createPaymentOrder: true
    case .getPaymentOrder, .abort, .abortPaymentAttempt, .updateOrder, .setInstrument, .capture, .cancel, .reversal:
      id == call.paymentOrder
    case .getTokens, .deleteTokens, .startCheckIn: false
    }
  }

  /// The object around a payment order. Both spellings of its name are in use.
  private struct Envelope: Decodable {
    let order: PaymentOrder

    init(from decoder: any Decoder) throws {
      var object = try LenientObject(decoder)
      var order = try object.readable("paymentOrder", as: Members.self) ?? object.required("paymentorder")
      order.order.operations = object.values("operations")
      self.order = order.order
    }
  }

  private struct Members: Decodable {
    var order: PaymentOrder

    init(from decoder: any Decoder) throws {
      var object = try LenientObject(decoder)
      order = try PaymentOrder(&object)
    }
  }
}
