import FerryCheckout
import GRDB
import Synchronization

/// What is known of the damage of a database file. Lists pass over checkouts that cannot be read, and enter them here.
final class Damage: Sendable {
  private let path: String
  private let found = Mutex<[CheckoutID: SQLiteStoreError]>([:])
  private let whenFound: @Sendable (SQLiteStoreError) -> Void

  /// The most that are told of one by one: of a file of another version all cannot be read.
  private static let mostTold = 20

  /// - Parameter whenFound: Is told of each checkout that cannot be read, once; of the first ones only.
  init(path: String, whenFound: @escaping @Sendable (SQLiteStoreError) -> Void = { _ in }) {
    self.path = path
    self.whenFound = whenFound
  }

  /// Checkouts that were found to be unreadable. They stay so: no other process writes.
  var checkouts: Set<CheckoutID> { found.withLock { Set($0.keys) } }

  /// The same with what is to be said of them, in the order of their ids.
  var errors: [SQLiteStoreError] { found.withLock { $0.sorted { $0.key < $1.key }.map(\.value) } }

  func passOver(_ row: DamagedRow) { _ = explained(row) }

  /// The error that a caller is told: one that names the file where it is damaged.
  func explained(_ error: any Error) -> any Error {
    switch error {
    case let row as DamagedRow:
      guard let id = row.checkout else { return SQLiteStoreError.unreadable(path, what: "a row (\(row.reason))") }
      let error = SQLiteStoreError.unreadable(path, what: "the checkout \(id)")
      let isTold = found.withLock { $0.updateValue(error, forKey: id) == nil && $0.count <= Self.mostTold }
      if isTold { whenFound(error) }
      return error
    case let error as DatabaseError: return SQLiteStoreError(damage: error, path) ?? error
    default: return error
    }
  }
}

extension SQLiteStoreError {
  /// Nil for what is no damage of the file.
  init?(damage error: DatabaseError, _ path: String) {
    switch error.resultCode {
    case .SQLITE_CORRUPT, .SQLITE_NOTADB: self = .damaged(path, reason: error.message ?? "\(error.resultCode)")
    default: return nil
    }
  }
}
