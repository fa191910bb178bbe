/// The body of a webhook (Standard Webhooks, "Payload structure"). It holds nothing of the buyer.
public struct WebhookBody: Codable, Hashable, Sendable {
  public var type: WebhookType
  /// When it happened, in UTC with milliseconds: "2026-01-02T03:04:05.678Z". The same in every repetition.
  public var timestamp: String
  public var data: WebhookData

  public init(type: WebhookType, at moment: Moment, data: WebhookData) {
    self.type = type
    let thousandths = ((moment.milliseconds % 1000 + 1000) % 1000 + 1000).description.dropFirst()
    timestamp = "\(moment.iso8601.dropLast()).\(thousandths)Z"
    self.data = data
  }
}

/// The checkout as it stood when the webhook's event was committed.
public struct WebhookData: Codable, Hashable, Sendable {
  /// The checkout's id.
  public var checkout: String
  /// Counts what is told of a checkout, from 1. Of two messages the one with the higher number says how things stand;
  /// messages may arrive in another order. An endpoint for some types only sees gaps.
  public var sequence: Int
  public var orderReference: String
  public var orderNumber: String
  public var provider: String
  public var mode: Mode
  public var phase: PhaseName
  /// Why the payment was declined, as `/v1` tells it; with phase `declined` only.
  public var decline: String?
  /// How much moved, of types `payment.…`; of `payment.lapsing` how much will be let go.
  public var amount: Money?
  /// The totals of the money, once there is any.
  public var payment: PaymentBody?
  /// Of types `operation.…`; ids of Ferry's own begin with the checkout's.
  public var operation: OperationBody?

  public init(
    checkout: String, sequence: Int, orderReference: String, orderNumber: String, provider: String, mode: Mode,
    phase: PhaseName, decline: String? = nil, amount: Money? = nil, payment: PaymentBody? = nil,
    operation: OperationBody? = nil
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
  }
}
