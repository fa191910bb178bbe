public import FerryCore
import Foundation

/// Stores one small item per checkout, so that it survives the app. `KeychainStorage` on Apple's systems, `FileStorage`
/// elsewhere and in tests.
@_spi(Phone)
public protocol CheckoutStorage: Sendable {
  /// All items, also expired ones.
  /// - Throws: `StorageFailure.cannotReadYet` if there may be items that cannot be read now. That is not the same as none.
  func items() async throws(StorageFailure) -> [StoredItem]

  /// Stores an item, replacing the one with its name. After the return the item survives a crash.
  func keep(_ item: StoredItem) async throws(StorageFailure)

  /// Drops an item. Not an error if there is none.
  func drop(_ name: String) async throws(StorageFailure)
}

/// One checkout's item. The bytes are secret.
@_spi(Phone)
public struct StoredItem: Hashable, Sendable {
  /// Letters, digits, `-` and `_`.
  public var name: String
  public var bytes: [UInt8]
  public var expiresAt: Moment
}

@_spi(Phone)
extension StoredItem: Redacted {
  public var description: String { "StoredItem(\(name))" }
}

@_spi(Phone)
public enum StorageFailure: Error, Hashable, Sendable {
  /// The device has not been unlocked since its start. This passes by itself.
  case cannotReadYet
  /// Any other failure, with its `OSStatus` or `errno`.
  case failed(Int32)
}

/// Stores items for one installation of the app. A keychain outlives the app: items of a deleted installation are dropped,
/// because its cart and perhaps its buyer are others.
@_spi(Phone)
public struct InstallationStorage<Base: CheckoutStorage>: CheckoutStorage {
  private let base: Base
  private let marker: any InstallationMarker

  /// - Parameter marker: Deleted with the app.
  public init(_ base: Base, marker: any InstallationMarker) {
    self.base = base
    self.marker = marker
  }

  public func items() async throws(StorageFailure) -> [StoredItem] {
    // First, because before the first unlock neither items nor marker can be read, and nothing may be dropped then.
    let items = try await base.items()
    guard !marker.isSet else { return items }
    for item in items { try await base.drop(item.name) }
    marker.set()
    return []
  }

  public func keep(_ item: StoredItem) async throws(StorageFailure) {
    if !marker.isSet { _ = try await items() }
    try await base.keep(item)
  }

  public func drop(_ name: String) async throws(StorageFailure) { try await base.drop(name) }
}

/// Tells an installation that has stored something before from a new one.
@_spi(Phone)
public protocol InstallationMarker: Sendable {
  var isSet: Bool { get }
  func set()
}

/// A marker in the app's own defaults, which are deleted with the app.
struct DefaultsMarker: InstallationMarker {
  private let key: String

  init(app: String) { key = "ferry.installed." + app }

  var isSet: Bool { UserDefaults.standard.bool(forKey: key) }
  func set() { UserDefaults.standard.set(true, forKey: key) }
}
