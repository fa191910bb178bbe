public import FerryCore

/// Keeps what has to survive the app: one small item per checkout. `KeychainKeeper` on Apple's systems, `FileKeeper`
/// elsewhere and in tests.
public protocol Keeper: Sendable {
  /// Everything that is kept, also what has expired.
  /// - Throws: `KeeperFailure.cannotReadYet` when there may be items that cannot be read now. That is not the same as none.
  func items() async throws(KeeperFailure) -> [KeptItem]

  /// Keeps an item in place of the one of its name. When it returns, the item survives the app, whatever happens.
  func keep(_ item: KeptItem) async throws(KeeperFailure)

  /// Drops an item; one that is not there is dropped already.
  func drop(_ name: String) async throws(KeeperFailure)
}

/// One checkout's item. Its bytes are secret.
public struct KeptItem: Hashable, Sendable {
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

extension KeptItem: Redacted {
  public var description: String { "KeptItem(\(name))" }
}

/// Why nothing could be read or kept.
public enum KeeperFailure: Error, Hashable, Sendable {
  /// The device has not been unlocked since it was started. It passes by itself.
  case cannotReadYet
  /// Anything else, with the system's own number: an `OSStatus` or an `errno`.
  case failed(Int32)
}
