import FerryCheckout
import FerryEngine
import GRDB
import Synchronization

/// A cache of checkouts as they were last committed, so that an active checkout is not read and parsed at every step. It is
/// right because no other process writes.
///
/// The writer removes the checkouts that a transaction changes, and puts each back once its change is committed. In between it
/// is read from the database, where the writer sees its own changes and a reader the last committed ones.
final class CommittedFiles: Sendable {
  private let files: Mutex<RecentValues<CheckoutID, CheckoutFile>>

  /// - Parameter limit: The number of checkouts that are kept at least; at most twice as many. 0 keeps none.
  init(limit: Int) { files = Mutex(RecentValues(limit: limit)) }

  func file(_ id: CheckoutID) -> CheckoutFile? { files.withLock { $0[id] } }

  @discardableResult
  func remove(_ id: CheckoutID) -> CheckoutFile? { files.withLock { $0.remove(id) } }

  /// Removes all attempts to pay an order that changes: each contains it.
  /// - Returns: The attempts, for `put`.
  func removeAttempts(of order: OrderID, in database: Database) throws -> [CheckoutID] {
    let attempts = try database.attempts(of: order)
    for id in attempts { remove(id) }
    return attempts
  }

  /// - Parameter others: The attempts of an order that has changed. An earlier write of the same group may have put one back with
  ///   the former order.
  func put(_ file: CheckoutFile, removing others: [CheckoutID]) {
    for other in others { remove(other) }
    files.withLock { $0.put(file, for: file.checkout.id) }
  }
}

/// The numbers of the last counted references, by account. Right for the same reason; a number whose transaction failed is
/// skipped.
final class ReferenceNumbers: Sendable {
  private let last = Mutex<[ProviderAccountID: Int64]>([:])

  func last(of account: ProviderAccountID, in database: Database) throws -> Int64 {
    if let known = last.withLock({ $0[account] }) { return known }
    let stored = try database.lastReferenceNumber(of: account)
    last.withLock { $0[account] = stored }
    return stored
  }

  func note(_ change: Change, of account: ProviderAccountID) {
    guard let number = change.countedReferences.last else { return }
    last.withLock { $0[account] = number }
  }
}

/// The checkouts with changes that wait for a flush.
final class UnflushedCheckouts: Sendable {
  private let ids = Mutex<Set<CheckoutID>>([])

  func contains(_ id: CheckoutID) -> Bool { ids.withLock { $0.contains(id) } }
  func insert(_ id: CheckoutID) { ids.withLock { _ = $0.insert(id) } }
  func removeAll() { ids.withLock { $0.removeAll() } }
}
