import FerryCheckout
import FerryCore
import FerryProvider
import SwedbankPay

struct Record: VersionedRecord, Hashable {
  private(set) var version = 1
  var order: ResourceID?
  /// The reference that it was made with.
  var reference: String?
  /// The payment page, while the buyer can pay. Whoever has an address can open the page, so it is stored here only.
  var page: Page?
  /// The change that the last answer offers to make, until it is answered.
  var prepared: Prepared?
  /// The captures, refunds and releases that were asked for, the oldest first.
  var movements: [Movement] = []
  /// True once Ferry has ended the payment order.
  var hasAborted = false
  /// Nil unless the buyer pays by the official SDK.
  var sdk: SDKSession?
  /// The first answer that did not show a movement whose reference counts as used.
  var absence: Absence?

  struct Page: Codable, Hashable {
    var redirect: String?
    var script: String?
    var readAt: Moment
  }

  /// A call at an address that is good for a short time.
  struct Prepared: Codable, Hashable {
    var operation: SwedbankPayCall.Operation
    var method: ResourceOperation.Method
    var target: String
    var content: [UInt8]
    var readAt: Moment
  }

  struct Movement: Codable, Hashable {
    enum State: String, Codable {
      /// It has no answer.
      case asked
      /// Swedbank Pay has accepted it, and a bank is deciding.
      case pending
      case done
      case failed
    }

    var kind: MovementKind
    /// Our reference, which its transaction has, too.
    var reference: String
    /// Nil for the capture of a payment that is captured at once.
    var operation: OperationID?
    /// Zero for a release.
    var amount: Money
    var state: State
    /// The failed attempts of this kind that the order showed before it was asked for.
    var failuresBefore = 0
    /// True if it was offered again after an answer that may have been lost.
    var wasRepeated: Bool?
  }

  private enum CodingKeys: String, CodingKey {
    case version, order, reference, page, prepared, movements, hasAborted, sdk
    case absence = "silent"
  }

  struct Absence: Codable, Hashable {
    var reference: String
    var since: Moment
  }

  /// Enters a movement, or replaces the one of its reference.
  mutating func enter(_ movement: Movement) {
    if let index = movements.firstIndex(where: { $0.reference == movement.reference }) {
      movements[index] = movement
    } else {
      movements.append(movement)
    }
  }
}

/// The stage of a command that needs more than one request. All but `offered` get the payment order.
enum Stage: String, ProviderStage {
  case first = ""
  /// A payment order was made whose answer does not repeat our reference.
  case created
  /// The last answer offers the change, which is sent.
  case offered
  /// The change was accepted: the payment order shows the amounts.
  case accepted
  /// The change was refused: the payment order may show why.
  case refused
  /// The change may or may not have arrived.
  case unclear
  /// The reference of the change counts as used.
  case used
}

extension MovementKind {
  var transaction: FinancialTransaction.Kind {
    switch self {
    case .capture: .capture
    case .refund: .reversal
    case .release: .cancellation
    }
  }
}
