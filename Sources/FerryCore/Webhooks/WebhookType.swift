/// What a webhook tells of. Types may be added; one that a receiver does not know is answered with 204 and ignored.
///
/// `checkout.…` says how an attempt to pay stands, `payment.…` what the provider has confirmed of the money, whoever caused
/// it, and `operation.…` what became of a capture, refund or void that was asked for.
public struct WebhookType: RawRepresentable, Hashable, Codable, Sendable {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }

  /// The provider is deciding about the payment: that may take days.
  public static let checkoutPending = Self(rawValue: "checkout.pending")
  /// The order is paid: captured, or authorized where capture is manual.
  public static let checkoutPaid = Self(rawValue: "checkout.paid")
  public static let checkoutDeclined = Self(rawValue: "checkout.declined")
  public static let checkoutCancelled = Self(rawValue: "checkout.cancelled")
  public static let checkoutExpired = Self(rawValue: "checkout.expired")
  /// Something contradicts, and a person has to decide. Do not deliver goods.
  public static let checkoutHeld = Self(rawValue: "checkout.held")

  /// The provider holds money for you that is still to be captured.
  public static let paymentAuthorized = Self(rawValue: "payment.authorized")
  public static let paymentCaptured = Self(rawValue: "payment.captured")
  public static let paymentRefunded = Self(rawValue: "payment.refunded")
  /// Authorized money was let go: by you, by the provider, or by time.
  public static let paymentVoided = Self(rawValue: "payment.voided")
  /// The provider will soon let go of money that nobody has captured.
  public static let paymentLapsing = Self(rawValue: "payment.lapsing")

  public static let operationSucceeded = Self(rawValue: "operation.succeeded")
  public static let operationFailed = Self(rawValue: "operation.failed")
  /// What became of it cannot be found out; a person has to look.
  public static let operationUnknown = Self(rawValue: "operation.unknown")

  /// All that are sent today.
  public static let all = [
    checkoutPending, checkoutPaid, checkoutDeclined, checkoutCancelled, checkoutExpired, checkoutHeld,
    paymentAuthorized, paymentCaptured, paymentRefunded, paymentVoided, paymentLapsing, operationSucceeded,
    operationFailed,
    operationUnknown,
  ]

  public init(from decoder: any Decoder) throws {
    self.init(rawValue: try decoder.singleValueContainer().decode(String.self))
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(rawValue)
  }
}

extension WebhookType: CustomStringConvertible {
  public var description: String { rawValue }
}
