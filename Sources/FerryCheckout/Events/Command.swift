public import FerryCore

/// A command's place in its checkout's sequence, from 1.
public typealias CommandNumber = Int

/// One task at the provider. It is committed before it is performed, performed at least once, and recorded afterwards.
public struct Command: Codable, Hashable, Sendable {
  public let number: CommandNumber
  public let kind: Kind

  public init(number: CommandNumber, kind: Kind) {
    self.number = number
    self.kind = kind
  }

  public enum Kind: Codable, Hashable, Sendable {
    /// Ask for the present state.
    case read
    /// Ask for the payment page for this amount.
    case authorize(Money)
    /// Finish the payment after the buyer has been on the payment page.
    case settle(Money)
    case capture(OperationID, Money)
    case void(OperationID)
    case refund(OperationID, Money)
    /// End the provider's session.
    case cancel
    /// Ask for the present state of a dispute.
    case readDispute(DisputeID)
    /// Send the shop's answer to a dispute.
    case answerDispute(DisputeID)

    /// The name in logs and timelines.
    public var name: String {
      switch self {
      case .read: "read"
      case .authorize: "authorize"
      case .settle: "settle"
      case .capture: "capture"
      case .void: "void"
      case .refund: "refund"
      case .cancel: "cancel"
      case .readDispute: "read dispute"
      case .answerDispute: "answer dispute"
      }
    }

    /// The operation on money; nil if the command is none.
    public var operation: OperationID? {
      switch self {
      case .capture(let id, _), .refund(let id, _), .void(let id): id
      case .read, .authorize, .settle, .cancel, .readDispute, .answerDispute: nil
      }
    }

    /// The dispute that it is about.
    public var dispute: DisputeID? {
      switch self {
      case .readDispute(let id), .answerDispute(let id): id
      case .read, .authorize, .settle, .capture, .void, .refund, .cancel: nil
      }
    }

    public var changesState: Bool {
      switch self {
      case .read, .readDispute: false
      case .authorize, .settle, .capture, .void, .refund, .cancel, .answerDispute: true
      }
    }
  }
}

/// The result of a command.
public enum Outcome: Codable, Hashable, Sendable {
  /// The provider has answered with its present state.
  case observed(Observation)
  /// The provider definitely did not do it.
  case rejected(Rejection)
  /// The result is unknown, and asking the provider cannot tell it. A person must decide.
  case parked
  /// The provider gave no readable answer, as often as it was worth asking. Asking later may help.
  case unanswered
}

/// Why the provider did not do it.
public enum Rejection: Codable, Hashable, Sendable {
  /// The buyer has not done their part yet.
  case notYet
  /// The provider has done this before: ask for the present state.
  case alreadyDone
  case declined(DeclineReason)
  case sessionEnded(SessionEnd)
  /// The session belongs to another checkout.
  case foreignSession
  /// The provider's rules do not allow this operation (any more); the amount stays where it was.
  case notAllowed
}

/// The end of a provider's session without payment.
public enum SessionEnd: Codable, Hashable, Sendable {
  case cancelledByBuyer
  case cancelledByProvider
  case declined(DeclineReason)
  case expired
}
