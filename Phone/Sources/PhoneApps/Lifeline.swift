@_spi(Phone) internal import Ferry
internal import FerryCore

/// What a process has that ends with it. Once it is cut, nothing that the dead app still wants to do happens: it cannot
/// keep anything, send anything, or touch the screen, just as if its process were gone.
@MainActor final class Lifeline {
  private(set) var isCut = false

  func cut() { isCut = true }

  struct Dead: Error {}
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
