/// A page of a shop's payments, newest first.
public struct PaymentsBody: Codable, Hashable, Sendable {
  public var payments: [ListedPaymentBody]
  /// What `after` of the next page is; absent when there is none.
  public var next: String?

  public init(payments: [ListedPaymentBody], next: String?) {
    self.payments = payments
    self.next = next
  }
}

/// The money of one checkout, in a list.
public struct ListedPaymentBody: Codable, Hashable, Sendable {
  /// The checkout's id.
  public var checkout: String
  public var orderReference: String
  public var orderNumber: String
  public var provider: String
  public var mode: Mode
  public var capture: CapturePolicy
  public var phase: PhaseName
  /// When the checkout began.
  public var createdAt: Moment
  public var payment: PaymentBody
  /// What was asked for and has not ended; absent when nothing is under way.
  public var operation: OperationBody?

  public init(
    checkout: String, orderReference: String, orderNumber: String, provider: String, mode: Mode,
    capture: CapturePolicy, phase: PhaseName, createdAt: Moment, payment: PaymentBody, operation: OperationBody?
  ) {
    self.checkout = checkout
    self.orderReference = orderReference
    self.orderNumber = orderNumber
    self.provider = provider
    self.mode = mode
    self.capture = capture
    self.phase = phase
    self.createdAt = createdAt
    self.payment = payment
    self.operation = operation
  }
}
