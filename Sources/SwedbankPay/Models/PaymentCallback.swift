import FerryCore
import FerryHTTP

/// A callback, reduced to the payment order that it is about ("Callback", Swedbank Pay documentation). It is not signed,
/// and anyone can send it: if the id is one of yours, get that payment order, and decide by the answer. Callbacks may be
/// late, doubled or missing.
public struct PaymentCallback: Hashable, Sendable {
  public let paymentOrder: ResourceID

  /// - Parameter body: JSON in UTF-8, of any version. Nil if it names no payment order.
  public init?(_ body: [UInt8]) {
    guard let envelope = try? PaymentOrderEnvelope<Subject>(json: body) else { return nil }
    paymentOrder = envelope.order.id
  }

  private struct Subject: Decodable { let id: ResourceID }
}
