import FerryCore
import Foundation
import Synchronization

@_spi(Phone) @testable import Ferry

/// Stores items in memory, and fails on request.
final class TestStorage: CheckoutStorage {
  private struct State {
    var items: [String: StoredItem] = [:]
    var failure: StorageFailure?
    var writingFailure: StorageFailure?
    var droppingFailure: StorageFailure?
    var reads = 0
  }
  private let state = Mutex(State())

  init(_ items: [StoredItem] = [], failure: StorageFailure? = nil) {
    state.withLock { state in
      for item in items { state.items[item.name] = item }
      state.failure = failure
    }
  }

  var kept: [StoredItem] { state.withLock { $0.items.values.sorted { $0.name < $1.name } } }
  var reads: Int { state.withLock { $0.reads } }

  func fail(_ failure: StorageFailure?) { state.withLock { $0.failure = failure } }
  func failDropping(_ failure: StorageFailure?) { state.withLock { $0.droppingFailure = failure } }
  func failWriting(_ failure: StorageFailure?) { state.withLock { $0.writingFailure = failure } }

  func items() async throws(StorageFailure) -> [StoredItem] {
    state.withLock { $0.reads += 1 }
    if let failure = state.withLock({ $0.failure }) { throw failure }
    return kept
  }

  func keep(_ item: StoredItem) async throws(StorageFailure) {
    if let failure = state.withLock({ $0.failure ?? $0.writingFailure }) { throw failure }
    state.withLock { $0.items[item.name] = item }
  }

  func drop(_ name: String) async throws(StorageFailure) {
    if let failure = state.withLock({ $0.failure ?? $0.writingFailure ?? $0.droppingFailure }) { throw failure }
    state.withLock { $0.items[name] = nil }
  }
}

final class TestMarker: InstallationMarker {
  private let state = Mutex(false)
  var isSet: Bool { state.withLock { $0 } }
  func set() { state.withLock { $0 = true } }
  func unset() { state.withLock { $0 = false } }
}

/// A folder that is deleted afterwards.
func withFolder<Result>(_ body: (URL) async throws -> Result) async throws -> Result {
  let folder = FileManager.default.temporaryDirectory.appending(path: "ferry-\(UUID().uuidString)")
  defer { try? FileManager.default.removeItem(at: folder) }
  return try await body(folder)
}
