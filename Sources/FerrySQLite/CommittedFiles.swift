import FerryCheckout
import FerryEngine
import Synchronization

/// Checkouts as they were last committed, so that one that is being worked on is not read and parsed at every step. That
/// holds because no other process writes.
///
/// The writer takes a checkout out before it changes it and puts it back once the change is durable. Meanwhile it is read
/// from the database, where the writer sees its own changes and a reader the last committed ones.
final class CommittedFiles: Sendable {
  private struct Generations {
    var young: [CheckoutID: CheckoutFile] = [:]
    var old: [CheckoutID: CheckoutFile] = [:]
  }

  private let generations = Mutex(Generations())
  private let limit: Int

  /// - Parameter limit: How many are kept at least after their last change; never more than twice as many.
  init(limit: Int) { self.limit = limit }

  func file(_ id: CheckoutID) -> CheckoutFile? {
    generations.withLock { $0.young[id] ?? $0.old[id] }
  }

  func remove(_ id: CheckoutID) -> CheckoutFile? {
    generations.withLock { generations in
      let old = generations.old.removeValue(forKey: id)
      return generations.young.removeValue(forKey: id) ?? old
    }
  }

  /// Removes all attempts to pay an order: it stands in each of them.
  func removeAttempts(of order: OrderID) {
    generations.withLock { generations in
      generations.young = generations.young.filter { $1.order.id != order }
      generations.old = generations.old.filter { $1.order.id != order }
    }
  }

  func put(_ file: CheckoutFile) {
    generations.withLock { generations in
      if generations.young.count >= limit {
        generations.old = generations.young
        generations.young = [:]
      }
      generations.young[file.checkout.id] = file
    }
  }
}
