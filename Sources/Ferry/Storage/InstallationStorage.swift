/// Keeps items for one installation of the app. What an installation that was deleted has left in a storage that outlives
/// it is dropped: its cart, perhaps its buyer, are not this one's.
public struct InstallationStorage<Base: CheckoutStorage>: CheckoutStorage {
  private let base: Base
  private let marker: any InstallationMarker

  /// - Parameter marker: Goes with the app when it is deleted.
  public init(_ base: Base, marker: any InstallationMarker) {
    self.base = base
    self.marker = marker
  }

  public func items() async throws(StorageFailure) -> [StoredItem] {
    // First of all: before the first unlock neither items nor marker can be read, and then nothing may be dropped.
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

/// Tells an installation that has kept something before from a new one.
public protocol InstallationMarker: Sendable {
  var isSet: Bool { get }
  func set()
}
