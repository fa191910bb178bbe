import FerryProvider
import NIOConcurrencyHelpers

/// Documents that have helped to know a sender, kept so that they need not be fetched for every notification. What has
/// helped nobody is not kept: whoever makes addresses up pushes nothing out.
final class FetchedDocuments: Sendable {
  private struct State {
    var documents: [NeededDocument: [UInt8]] = [:]
    var fetching = 0
  }

  private static let mostKept = 16
  private static let mostAtOnce = 4
  private let state = NIOLockedValueBox(State())

  subscript(_ document: NeededDocument) -> [UInt8]? { state.withLockedValue { $0.documents[document] } }

  func keep(_ documents: [NeededDocument: [UInt8]]) {
    state.withLockedValue { state in
      for (document, bytes) in documents where state.documents[document] == nil {
        // Which one goes is of no weight: it is fetched again.
        if state.documents.count >= Self.mostKept { state.documents.removeAll() }
        state.documents[document] = bytes
      }
    }
  }

  /// Those that help no more: they may have been renewed where they lie.
  func forget(_ documents: Set<NeededDocument>) {
    state.withLockedValue { state in
      for document in documents { state.documents[document] = nil }
    }
  }

  /// Whether one more may be fetched now; then `endFetch` follows.
  func beginFetch() -> Bool {
    state.withLockedValue { state in
      guard state.fetching < Self.mostAtOnce else { return false }
      state.fetching += 1
      return true
    }
  }

  func endFetch() { state.withLockedValue { $0.fetching -= 1 } }
}
