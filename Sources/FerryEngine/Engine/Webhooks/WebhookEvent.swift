public import FerryCheckout
public import FerryCore

/// Something about a checkout that its merchant hears of.
public struct WebhookEvent: Hashable, Sendable {
  public var type: WebhookType
  public var amount: Money?
  public var operation: Operation?
  public var dispute: Dispute?

  public init(
    _ type: WebhookType, amount: Money? = nil, operation: Operation? = nil, dispute: Dispute? = nil
  ) {
    self.type = type
    self.amount = amount
    self.operation = operation
    self.dispute = dispute
  }

  /// The changes between two states of a checkout: first the money, then the requested operations, then the phase. The
  /// buyer's steps in between are not reported, because nothing follows from them.
  /// - Parameter before: Nil for a checkout that has just been opened.
  public static func changes(from before: Checkout?, to after: Checkout) -> [WebhookEvent] {
    var changes: [WebhookEvent] = []
    if let payment = after.payment {
      changes += movements(from: before?.payment, to: payment) + outcomes(from: before?.payment, to: payment)
      changes += disputes(from: before?.payment, to: payment)
    }
    if let type = phaseChange(from: before?.phase, to: after.phase) { changes.append(WebhookEvent(type)) }
    return changes
  }

  /// The movements of money that the provider has confirmed, by the totals.
  private static func movements(from before: Payment?, to after: Payment) -> [WebhookEvent] {
    var changes: [WebhookEvent] = []
    func add(_ type: WebhookType, _ total: (Payment) -> Money) {
      let now = total(after)
      let rise = now.minorUnits - (before.map { total($0).minorUnits } ?? 0)
      if rise > 0 { changes.append(WebhookEvent(type, amount: Money(minorUnits: rise, now.currency))) }
    }
    // If everything was captured at once, the capture event is enough.
    if after.capturable.isPositive { add(.paymentAuthorized, \.authorized) }
    add(.paymentCaptured, \.captured)
    add(.paymentRefunded, \.refunded)
    add(.paymentVoided, \.voided)
    if before?.lapseWarnedAt == nil, after.lapseWarnedAt != nil {
      changes.append(WebhookEvent(.paymentLapsing, amount: after.capturable))
    }
    return changes
  }

  private static func outcomes(from before: Payment?, to after: Payment) -> [WebhookEvent] {
    after.operations.compactMap { operation in
      let earlier = before?.operations.first { $0.id == operation.id }
      guard earlier?.state != operation.state else { return nil }
      return switch operation.state {
      case .requested, .pending: nil
      case .unknown: WebhookEvent(.operationUnknown, operation: operation)
      case .succeeded: WebhookEvent(.operationSucceeded, operation: operation)
      case .failed: WebhookEvent(.operationFailed, operation: operation)
      }
    }
  }

  /// A dispute that ended before anybody heard of it was opened, too.
  private static func disputes(from before: Payment?, to after: Payment) -> [WebhookEvent] {
    after.disputes.flatMap { dispute -> [WebhookEvent] in
      let earlier = before?.disputes.first { $0.id == dispute.id }
      guard !dispute.isTold(by: earlier) else { return [] }
      let types: [WebhookType] =
        switch (earlier?.state.isOpen, dispute.state.isOpen) {
        case (nil, false): [.paymentDisputed, .paymentDisputeClosed]
        case (nil, true), (false?, true): [.paymentDisputed]
        case (true?, true): [.paymentDisputeUpdated]
        case (_, false): [.paymentDisputeClosed]
        }
      return types.map { WebhookEvent($0, amount: dispute.amount ?? after.captured, dispute: dispute) }
    }
  }

  /// - Returns: Nil where nothing has been decided, or nothing else than before.
  private static func phaseChange(from before: Phase?, to after: Phase) -> WebhookType? {
    guard before != after else { return nil }
    switch after {
    case .open, .selecting, .reviewing, .confirmed, .authorizing, .paying, .closing: return nil
    case .settling(let settling):
      if case .settling(let earlier) = before, earlier.isPending { return nil }
      return settling.isPending ? .checkoutPending : nil
    case .paid: return .checkoutPaid
    case .declined: return .checkoutDeclined
    case .cancelled: return .checkoutCancelled
    case .expired: return .checkoutExpired
    case .held: return .checkoutHeld
    }
  }
}

extension WebhookBody {
  /// - Parameter file: The checkout as it is committed. Nothing about its buyer is used.
  init(_ event: WebhookEvent, of file: CheckoutFile, sequence: Int, at moment: Moment) {
    let checkout = file.checkout
    let decline: DeclineReason? = if case .declined(let reason) = checkout.phase { reason } else { nil }
    self.init(
      type: event.type, at: moment,
      data: WebhookData(
        checkout: checkout.id.text, sequence: sequence, orderReference: file.order.reference,
        orderNumber: file.order.number, provider: checkout.provider.text, mode: checkout.mode,
        phase: checkout.phase.name, decline: decline?.rawValue, amount: event.amount,
        payment: checkout.payment.map { PaymentBody($0) },
        operation: checkout.payment.flatMap { payment in
          event.operation.map { OperationBody($0, of: payment) }
        }, dispute: event.dispute.map { DisputeBody($0) }, taxes: checkout.phase == .paid ? checkout.quote?.taxes : nil)
    )
  }
}

extension CheckoutFile {
  /// Adds the webhook messages of a change, which are committed with it: so every change is reported, and nothing else.
  /// Without an endpoint nothing is stored and no number is used.
  mutating func announce(
    since before: Checkout, _ change: inout Change, at now: Moment, to endpoints: [WebhookEndpoint]
  ) {
    guard before != checkout else { return }
    let endpoints = endpoints.filter { $0.isFor(checkout) }
    guard !endpoints.isEmpty else { return }
    for event in WebhookEvent.changes(from: before, to: checkout) {
      lastMessage += 1
      let body = WebhookBody(event, of: self, sequence: lastMessage, at: now)
      let message = WebhookMessageID(checkout: checkout.id, sequence: lastMessage)
      change.webhooks += endpoints.filter { $0.subscribes(to: event.type) }.map {
        WebhookDelivery(message, to: $0.id, body: body, at: now)
      }
    }
  }
}
