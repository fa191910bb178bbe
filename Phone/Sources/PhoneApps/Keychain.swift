@_spi(Phone) internal import Ferry
internal import PhoneDevice

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The phone's keychain. It survives the app. After a restart it cannot be read until the phone is unlocked.
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

/// Marks an installation by a file in the app's folder. The file is deleted with the app.
struct ContainerMarker: InstallationMarker {
  let folder: String

  private var file: String { folder + "/installed" }

  var isSet: Bool { FileManager.default.fileExists(atPath: file) }

  func set() {
    try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    _ = FileManager.default.createFile(atPath: file, contents: nil)
  }
}

/// A storage that fails after the process has ended.
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
