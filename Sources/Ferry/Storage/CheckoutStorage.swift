public import FerryCore

/// Keeps what has to survive the app: one small item per checkout. `KeychainStorage` on Apple's systems, `FileStorage`
/// elsewhere and in tests.
public protocol CheckoutStorage: Sendable {
  /// Everything that is kept, also what has expired.
  /// - Throws: `StorageFailure.cannotReadYet` when there may be items that cannot be read now. That is not the same as none.
  func items() async throws(StorageFailure) -> [StoredItem]

  /// Keeps an item in place of the one of its name. When it returns, the item survives the app, whatever happens.
  func keep(_ item: StoredItem) async throws(StorageFailure)

  /// Drops an item; one that is not there is dropped already.
  func drop(_ name: String) async throws(StorageFailure)
}

/// One checkout's item. Its bytes are secret.
public struct StoredItem: Hashable, Sendable {
  /// Letters, digits, `-` and `_`.
  public var name: String
  public var bytes: [UInt8]
  /// After this nobody needs it.
  public var expiresAt: Moment

  public init(name: String, bytes: [UInt8], expiresAt: Moment) {
    self.name = name
    self.bytes = bytes
    self.expiresAt = expiresAt
  }
}

extension StoredItem: Redacted {
  public var description: String { "StoredItem(\(name))" }
}

/// Why nothing could be read or kept.
public enum StorageFailure: Error, Hashable, Sendable {
  /// The device has not been unlocked since it was started. It passes by itself.
  case cannotReadYet
  /// Anything else, with the system's own number: an `OSStatus` or an `errno`.
  case failed(Int32)
}
