@_spi(Phone) internal import Ferry
internal import PhoneDevice

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The phone's keychain: it outlives the app, and cannot be read before the phone has been unlocked after a start.
struct Keychain: CheckoutStorage {
  let base: FileStorage
  let device: Device

  @MainActor init(_ device: Device) {
    self.device = device
    base = FileStorage(folder: URL(fileURLWithPath: device.keychainFolder))
  }

  func items() async throws(StorageFailure) -> [StoredItem] {
    try await requireUnlocked()
    return try await base.items()
  }

  func keep(_ item: StoredItem) async throws(StorageFailure) {
    try await requireUnlocked()
    try await base.keep(item)
  }

  func drop(_ name: String) async throws(StorageFailure) {
    try await requireUnlocked()
    try await base.drop(name)
  }

  private func requireUnlocked() async throws(StorageFailure) {
    guard await device.isUnlocked else { throw .cannotReadYet }
  }
}

/// The mark of an installation: in the app's own folder, which goes with the app.
struct ContainerMarker: InstallationMarker {
  let folder: String

  private var file: String { folder + "/installed" }

  var isSet: Bool { FileManager.default.fileExists(atPath: file) }

  func set() {
    try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    _ = FileManager.default.createFile(atPath: file, contents: nil)
  }
}

/// A storage whose writes end with the process.
struct MortalStorage: CheckoutStorage {
  let base: any CheckoutStorage
  let lifeline: Lifeline

  func items() async throws(StorageFailure) -> [StoredItem] {
    guard await isAlive else { throw .failed(0) }
    return try await base.items()
  }

  func keep(_ item: StoredItem) async throws(StorageFailure) {
    guard await isAlive else { throw .failed(0) }
    try await base.keep(item)
  }

  func drop(_ name: String) async throws(StorageFailure) {
    guard await isAlive else { throw .failed(0) }
    try await base.drop(name)
  }

  private var isAlive: Bool {
    get async { await !lifeline.isCut }
  }
}
