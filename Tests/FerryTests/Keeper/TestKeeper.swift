import Ferry
import FerryCore
import Foundation
import Synchronization

/// Keeps items in memory, and fails as it is told.
final class TestKeeper: Keeper {
  private struct State {
    var items: [String: KeptItem] = [:]
    var failure: KeeperFailure?
    var writingFailure: KeeperFailure?
    var droppingFailure: KeeperFailure?
    var reads = 0
  }
  private let state = Mutex(State())

  init(_ items: [KeptItem] = [], failure: KeeperFailure? = nil) {
    state.withLock { state in
      for item in items { state.items[item.name] = item }
      state.failure = failure
    }
  }

  var kept: [KeptItem] { state.withLock { $0.items.values.sorted { $0.name < $1.name } } }
  var reads: Int { state.withLock { $0.reads } }

  func fail(_ failure: KeeperFailure?) { state.withLock { $0.failure = failure } }
  func failDropping(_ failure: KeeperFailure?) { state.withLock { $0.droppingFailure = failure } }
  func failWriting(_ failure: KeeperFailure?) { state.withLock { $0.writingFailure = failure } }

  func items() async throws(KeeperFailure) -> [KeptItem] {
    state.withLock { $0.reads += 1 }
    if let failure = state.withLock({ $0.failure }) { throw failure }
    return kept
  }

  func keep(_ item: KeptItem) async throws(KeeperFailure) {
    if let failure = state.withLock({ $0.failure ?? $0.writingFailure }) { throw failure }
    state.withLock { $0.items[item.name] = item }
  }

  func drop(_ name: String) async throws(KeeperFailure) {
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

/// A folder that is gone afterwards.
func withFolder<Result>(_ body: (URL) async throws -> Result) async throws -> Result {
  let folder = FileManager.default.temporaryDirectory.appending(path: "ferry-\(UUID().uuidString)")
  defer { try? FileManager.default.removeItem(at: folder) }
  return try await body(folder)
}
