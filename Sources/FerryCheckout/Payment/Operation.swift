public import FerryCore

/// One movement of money that somebody asked for after the payment.
public struct Operation: Codable, Hashable, Sendable {
  public enum Kind: String, Codable, Hashable, Sendable {
    case capture
    case refund
    case void
  }

  public enum State: Codable, Hashable, Sendable {
    /// Committed, with its command.
    case requested(CommandNumber)
    /// The provider has it and is deciding.
    case pending
    /// Its outcome is not known. The provider's totals may tell; else a person says so by `resolve`.
    case unknown
    case succeeded
    case failed(Rejection)
  }

  public let id: OperationID
  public let kind: Kind
  public let amount: Money
  /// The command that asked for it.
  public let command: CommandNumber
  public internal(set) var state: State
  /// The total at the provider before the operation (captured, refunded or voided): its success shows as a rise above it.
  public let before: Money
  public let requestedAt: Moment
  /// The provider's own id of it, once it has named one.
  public internal(set) var reference: String?
  /// Whether the provider tells how this one stands, so that its totals do not decide about it; nil for no.
  let isNamed: Bool?
  /// The checkout's last command when the provider said that this had been done before. The answer to any later question
  /// shows whether it was.
  var saidDone: CommandNumber?

  init(
    id: OperationID, kind: Kind, amount: Money, command: CommandNumber, before: Money, requestedAt: Moment,
    isNamed: Bool = false
  ) {
    self.id = id
    self.kind = kind
    self.amount = amount
    self.command = command
    state = .requested(command)
    self.before = before
    self.requestedAt = requestedAt
    self.isNamed = isNamed ? true : nil
  }

  /// Not definitely over.
  public var isUnderWay: Bool {
    switch state {
    case .requested, .pending, .unknown: true
    case .succeeded, .failed: false
    }
  }

  /// How much of a refund shows in the provider's total, in minor units.
  func refunded(of payment: Payment) -> Int64 {
    if isNamed == true { return state == .succeeded ? amount.minorUnits : 0 }
    return min(max(0, payment.refunded.minorUnits - before.minorUnits), amount.minorUnits)
  }
}
