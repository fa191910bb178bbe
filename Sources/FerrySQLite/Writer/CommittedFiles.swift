import FerryCheckout
import FerryEngine
import GRDB
import Synchronization

/// Checkouts as they were last committed, so that one that is being worked on is not read and parsed at every step. That
/// holds because no other process writes.
///
/// The writer takes out what a transaction touches, and puts a checkout back once its change is durable. In between it is
/// read from the database, where the writer sees its own changes and a reader the last committed ones.
final class CommittedFiles: Sendable {
  private struct Generations {
    var young: [CheckoutID: CheckoutFile] = [:]
    var old: [CheckoutID: CheckoutFile] = [:]
  }

  private let generations = Mutex(Generations())
  private let limit: Int

  /// - Parameter limit: How many are kept at least after their last change; never more than twice as many. 0 keeps none.
  init(limit: Int) { self.limit = limit }

  func file(_ id: CheckoutID) -> CheckoutFile? {
    generations.withLock { $0.young[id] ?? $0.old[id] }
  }

  @discardableResult
  func remove(_ id: CheckoutID) -> CheckoutFile? {
    generations.withLock { generations in
      let old = generations.old.removeValue(forKey: id)
      return generations.young.removeValue(forKey: id) ?? old
    }
  }

  /// Takes out all attempts to pay an order that changes: it stands in each of them.
  func removeAttempts(of order: OrderID, in database: Database) throws {
    for id in try database.attempts(of: order) { remove(id) }
  }

  func put(_ file: CheckoutFile) {
    guard limit > 0 else { return }
    generations.withLock { generations in
      if generations.young.count >= limit {
        generations.old = generations.young
        generations.young = [:]
      }
      generations.young[file.checkout.id] = file
    }
  }
}
