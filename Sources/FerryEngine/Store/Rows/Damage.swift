package import FerryCheckout
import NIOConcurrencyHelpers

/// A row that is not in the form that this version of Ferry writes.
package struct DamagedRow: Error {
  /// The checkout that it belongs to, if known.
  package let checkout: CheckoutID?
  /// The problem, without data.
  package let reason: String

  package init(_ reason: String, of checkout: CheckoutID? = nil) {
    self.checkout = checkout
    self.reason = reason
  }
}

/// The known damage of a store. Lists skip checkouts that cannot be read, and enter them here.
/// - Parameter Failure: The store's error.
package final class Damage<Failure: Error>: Sendable {
  private let found = NIOLockedValueBox<[CheckoutID: Failure]>([:])
  private let unreadable: @Sendable (_ what: String) -> Failure
  private let whenFound: @Sendable (Failure) -> Void

  /// The most that are reported one by one: in a store of another version all are unreadable.
  private var mostReported: Int { 20 }

  /// - Parameters:
  ///   - unreadable: Makes the error of something that cannot be read.
  ///   - whenFound: Called once for each unreadable checkout, for the first ones only.
  package init(
    unreadable: @escaping @Sendable (_ what: String) -> Failure,
    whenFound: @escaping @Sendable (Failure) -> Void = { _ in }
  ) {
    self.unreadable = unreadable
    self.whenFound = whenFound
  }

  /// Unreadable checkouts found so far.
  package var checkouts: Set<CheckoutID> { found.withLockedValue { Set($0.keys) } }

  /// Their errors, in the order of their ids.
  package var errors: [Failure] { found.withLockedValue { $0.sorted { $0.key < $1.key }.map(\.value) } }

  /// The error for the caller.
  package func explained(_ row: DamagedRow) -> Failure {
    guard let id = row.checkout else { return unreadable("a row (\(row.reason))") }
    let error = unreadable("the checkout \(id)")
    let isReported = found.withLockedValue { $0.updateValue(error, forKey: id) == nil && $0.count <= mostReported }
    if isReported { whenFound(error) }
    return error
  }

  /// The result of reading a checkout; nil if it cannot be read.
  package func skipping<Result>(_ read: () throws -> Result?) rethrows -> Result? {
    do {
      return try read()
    } catch let row as DamagedRow {
      _ = explained(row)
      return nil
    }
  }
}
