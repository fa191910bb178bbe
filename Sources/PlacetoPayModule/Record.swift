import FerryCheckout
import FerryCore
import FerryProvider

struct Record: VersionedRecord, Hashable {
  private(set) var version = 1
  /// The reference that the session was asked for with.
  var reference: String?
  /// The id of the session: PlacetoPay's `requestId`.
  var session: String?
  /// The address of the session's page. Whoever has it can open the page, so it is stored here only, and until the session
  /// is over.
  var page: String?
  /// The buyer's transactions that hold or moved money, the oldest first. A pre-authorization has one: the hold.
  var payments: [Sum] = []
  /// The captures and refunds after that, the oldest first. A session's query may not show them.
  var movements: [Movement] = []
  /// The first answer that did not show an operation of ours which has none itself.
  var absentSince: Moment?

  private enum CodingKeys: String, CodingKey {
    case version, reference, session, page, payments, movements
    case absentSince = "silentSince"
  }

  /// A transaction with its amount.
  struct Sum: Codable, Hashable {
    var transaction: String
    var amount: Money
  }

  /// A transaction that a merchant made of a payment.
  struct Movement: Codable, Hashable {
    var kind: MovementKind
    /// PlacetoPay's id of it; nil if it has not named one.
    var transaction: String?
    /// The payment or capture that it was made of; nil if it was made elsewhere.
    var origin: String?
    var amount: Money
    /// PlacetoPay's amount of an operation of ours, if it differs from the one that was asked for. It moves no total before
    /// PlacetoPay agrees or a person has decided.
    var reported: Money?
    /// True if PlacetoPay's amount of an operation of ours cannot be read. It moves no total before it can be, or a person has
    /// decided.
    var isUnreadable: Bool?
    /// Our operation; nil if it was made elsewhere, for example in PlacetoPay's console.
    var operation: OperationID?
    var state = State.done

    enum State: String, Codable {
      /// PlacetoPay has accepted it and is deciding.
      case pending
      case done
      /// PlacetoPay has declined it after all.
      case failed
    }
  }

  /// Those of a kind that have not failed.
  func movements(_ kind: MovementKind) -> [Movement] { movements.filter { $0.kind == kind && $0.state != .failed } }

  func movement(of operation: OperationID?) -> Movement? {
    operation.flatMap { operation in movements.first { $0.operation == operation } }
  }

  /// Enters what a person has decided about operations that PlacetoPay does not show.
  mutating func adopt(_ operations: [FerryCheckout.Operation]) {
    for operation in operations {
      let index = movements.firstIndex { $0.operation == operation.id }
      switch operation.state {
      case .succeeded:
        let kind = MovementKind(operation.kind)
        let amount = kind == .release ? .zero(operation.amount.currency) : operation.moved
        if let index {
          movements[index].amount = amount
          movements[index].reported = nil
          movements[index].isUnreadable = nil
          movements[index].state = .done
        } else {
          enter(operation.id, kind, amount)
        }
      case .failed:
        guard let index, movements[index].state == .pending else { continue }
        movements[index].state = .failed
      case .requested, .pending, .unknown: break
      }
    }
  }

  /// Enters an operation that was carried out. A session may have shown it before, as one that was made elsewhere.
  mutating func enter(_ operation: OperationID, _ kind: MovementKind, _ amount: Money) {
    let found = movements.firstIndex {
      $0.operation == nil && $0.kind == kind && $0.amount == amount && $0.state == .done
    }
    if let found {
      movements[found].operation = operation
    } else {
      movements.append(Movement(kind: kind, amount: amount, operation: operation))
    }
  }

  /// The transaction that a refund of this amount can be made of: one payment or capture with that much left.
  /// - Parameter isHold: True if the payment was a hold, so that its captures are refunded.
  /// - Returns: Nil if none has that much left. `isWhole` is true if nothing of it was refunded, and nothing is left.
  func refundable(_ amount: Money, isHold: Bool) -> (transaction: String, isWhole: Bool)? {
    let captures = movements(.capture).compactMap { capture in
      // A capture that PlacetoPay has named by the hold's id is refunded by that.
      (capture.transaction ?? capture.origin).map { Sum(transaction: $0, amount: capture.amount) }
    }
    let sources = isHold ? captures : payments
    for source in sources {
      // A refund that was made elsewhere does not name its payment.
      let refunds = movements(.refund).filter { $0.origin == source.transaction || $0.origin == nil }
        .map { $0.reported ?? $0.amount }
      guard let before = try? Money.sum(refunds, in: source.amount.currency),
        let left = try? source.amount.subtracting(before), let isMore = try? amount.isMore(than: left), !isMore
      else { continue }
      return (source.transaction, refunds.isEmpty && amount == source.amount)
    }
    return nil
  }
}

/// The stage of a command that needs more than one request. All but `first`, `again` and `foreign` read the session.
enum Stage: String, ProviderStage {
  case first = ""
  /// The request is sent again, because PlacetoPay carries it out once at most: it captures and releases a hold once, and
  /// refunds a whole payment once.
  case again
  /// The repetition was refused in words that say that the first request was carried out.
  case alreadyDone
  /// The repetition was refused in other words.
  case refusedAgain
  /// A session was made: PlacetoPay says what it was made for.
  case created
  /// The request was accepted: the session shows the amounts.
  case accepted
  /// The request was refused: the session may show why.
  case refused
  /// The request may or may not have arrived.
  case unclear
  /// A query has not shown it. It may still be on its way: only another query some minutes later is proof.
  case absent = "silent"
  /// A session was made whose page nobody may be sent to: it is cancelled.
  case foreign
}
