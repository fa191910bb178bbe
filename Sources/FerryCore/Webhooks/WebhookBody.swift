/// The body of a webhook (Standard Webhooks, "Payload structure"). It holds no data of the buyer.
public struct WebhookBody: Codable, Hashable, Sendable {
  public var type: WebhookType
  /// The time of the event, in UTC with milliseconds: "2026-01-02T03:04:05.678Z". Retries have the same.
  public var timestamp: String
  public var data: WebhookData

  public init(type: WebhookType, at moment: Moment, data: WebhookData) {
    self.type = type
    let thousandths = ((moment.milliseconds % 1000 + 1000) % 1000 + 1000).description.dropFirst()
    timestamp = "\(moment.iso8601.dropLast()).\(thousandths)Z"
    self.data = data
  }
}

/// The checkout at the time of the webhook's event.
public struct WebhookData: Codable, Hashable, Sendable {
  /// The checkout's id.
  public var checkout: String
  /// Counts the events of a checkout, from 1. Messages may arrive in another order: the one with the highest number has the
  /// latest state. An endpoint for some types only sees gaps.
  public var sequence: Int
  public var orderReference: String
  public var orderNumber: String
  public var provider: String
  public var mode: Mode
  public var phase: PhaseName
  /// The reason why the payment was declined, as in `/v1`; with phase `declined` only.
  public var decline: String?
  /// For types `payment.…`: the amount that moved. For `payment.lapsing`: the amount of the authorization that expires.
  public var amount: Money?
  /// The totals of the money, once there is any.
  public var payment: PaymentBody?
  /// For types `operation.…`. Ids that Ferry made begin with the checkout's id.
  public var operation: OperationBody?
  /// For types `payment.dispute…`: the dispute as it is now.
  public var dispute: DisputeBody?
  /// The end of the dispute, for `payment.dispute-closed`: "won", "lost" or "withdrawn".
  public var outcome: String?
  /// Base and tax of each rate of the order; with phase `paid` only.
  public var taxes: [TaxBody]?

  public init(
    checkout: String, sequence: Int, orderReference: String, orderNumber: String, provider: String, mode: Mode,
    phase: PhaseName, decline: String? = nil, amount: Money? = nil, payment: PaymentBody? = nil,
    operation: OperationBody? = nil, dispute: DisputeBody? = nil, taxes: [TaxBody]? = nil
  ) {
    self.checkout = checkout
    self.sequence = sequence
    self.orderReference = orderReference
    self.orderNumber = orderNumber
    self.provider = provider
    self.mode = mode
    self.phase = phase
    self.decline = decline
    self.amount = amount
    self.payment = payment
    self.operation = operation
    self.dispute = dispute
    outcome = dispute.flatMap { $0.isOpen ? nil : $0.state }
    self.taxes = taxes
  }
}

/// The type of a webhook. Types may be added; a receiver answers an unknown one with 204 and ignores it.
///
/// `checkout.…` reports the phase of an attempt to pay, `payment.…` money that the provider has confirmed, and `operation.…`
/// the outcome of a capture, refund or void that was requested.
public struct WebhookType: RawRepresentable, Hashable, Codable, Sendable {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }

  /// The provider is deciding about the payment, which may take days.
  public static let checkoutPending = Self(rawValue: "checkout.pending")
  /// The order is paid: captured, or authorized where capture is manual.
  public static let checkoutPaid = Self(rawValue: "checkout.paid")
  public static let checkoutDeclined = Self(rawValue: "checkout.declined")
  public static let checkoutCancelled = Self(rawValue: "checkout.cancelled")
  public static let checkoutExpired = Self(rawValue: "checkout.expired")
  /// The provider's facts contradict each other, and a person has to decide. Do not deliver goods.
  public static let checkoutHeld = Self(rawValue: "checkout.held")

  /// The provider holds money that is still to be captured.
  public static let paymentAuthorized = Self(rawValue: "payment.authorized")
  public static let paymentCaptured = Self(rawValue: "payment.captured")
  public static let paymentRefunded = Self(rawValue: "payment.refunded")
  /// An authorization was voided by the merchant or the provider, or has expired.
  public static let paymentVoided = Self(rawValue: "payment.voided")
  /// An authorization expires soon.
  public static let paymentLapsing = Self(rawValue: "payment.lapsing")
  /// A dispute claims captured money: do not ship what is not shipped yet. The same when a dispute is opened again.
  public static let paymentDisputed = Self(rawValue: "payment.disputed")
  /// Something about an open dispute has changed: its state, its amount, the time to respond.
  public static let paymentDisputeUpdated = Self(rawValue: "payment.dispute-updated")
  /// A dispute has ended; `outcome` says how.
  public static let paymentDisputeClosed = Self(rawValue: "payment.dispute-closed")

  public static let operationSucceeded = Self(rawValue: "operation.succeeded")
  public static let operationFailed = Self(rawValue: "operation.failed")
  /// The outcome cannot be found out; a person has to check.
  public static let operationUnknown = Self(rawValue: "operation.unknown")

  /// Every type that this version sends.
  public static let all = [
    checkoutPending, checkoutPaid, checkoutDeclined, checkoutCancelled, checkoutExpired, checkoutHeld,
    paymentAuthorized, paymentCaptured, paymentRefunded, paymentVoided, paymentLapsing, paymentDisputed,
    paymentDisputeUpdated, paymentDisputeClosed, operationSucceeded, operationFailed, operationUnknown,
  ]
}

extension WebhookType: CustomStringConvertible {
  public var description: String { rawValue }
}
