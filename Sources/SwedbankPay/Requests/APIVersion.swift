/// A version of the API. Every request asks for one by its media type ("Fundamental principles", Swedbank Pay
/// documentation). Without the question Swedbank Pay answers in version 2.0.
public enum APIVersion: String, Codable, Hashable, Sendable, CaseIterable {
  /// Check-in, `state` instead of `status`, and other names of operations.
  case v2 = "2.0"
  /// `productName` in new payment orders, and order items are required.
  case v3 = "3.0"
  /// Captures, cancellations and reversals are answered with the payment order.
  case v3_1 = "3.1"

  /// The media type of bodies, and of the answers to GET.
  var mediaType: String { self == .v2 ? "application/json" : "application/json;version=\(rawValue)" }

  /// `productName` of a new payment order; nil in versions that do not have it.
  var productName: String? { self == .v3 ? "Checkout3" : nil }

  var needsOrderItems: Bool { self != .v3_1 }
}
