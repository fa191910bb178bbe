import FerryCore
import Logging
import NIOConcurrencyHelpers
import Testing

@testable import DemoShop

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite("Sessions")
struct SessionStoreTests {
  enum Kind: CaseIterable {
    case memory, files
  }

  private let clock = FixedClock()

  private func withStore(
    _ kind: Kind, limits: SessionLimits = SessionLimits(), _ body: (any SessionStore, String) async throws -> Void
  ) async throws {
    let directory = FileManager.default.temporaryDirectory.path() + "/ferry-sessions-" + SystemRandomness().token()
    defer { try? FileManager.default.removeItem(atPath: directory) }
    switch kind {
    case .memory: try await body(MemorySessionStore(limits: limits, clock: clock), directory)
    case .files: try await body(FileSessionStore(directory: directory, limits: limits, clock: clock), directory)
    }
  }

  @Test("A change is stored in its own session only", arguments: Kind.allCases)
  func updates(kind: Kind) async throws {
    try await withStore(kind) { store, _ in
      let one = SessionID(SystemRandomness())
      let other = SessionID(SystemRandomness())
      try await store.update(one) { $0.cart.set("fire-hd8", to: 2) }
      #expect(try await store.session(one).cart.quantity(of: "fire-hd8") == 2)
      #expect(try await store.session(other).cart.isEmpty)
    }
  }

  @Test("Simultaneous changes are all stored", arguments: Kind.allCases)
  func concurrentUpdates(kind: Kind) async throws {
    try await withStore(kind) { store, directory in
      let id = SessionID(SystemRandomness())
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 1...20 {
          group.addTask { try await store.update(id) { $0.cart.set("sku-\(number)", to: 1) } }
        }
        try await group.waitForAll()
      }
      #expect(try await store.session(id).cart.count == 20)
      guard kind == .files else { return }
      #expect(try await FileSessionStore(directory: directory, clock: clock).session(id).cart.count == 20)
    }
  }

  @Test("A change that throws leaves the session as it was", arguments: Kind.allCases)
  func throwingChange(kind: Kind) async throws {
    struct Refused: Error {}
    try await withStore(kind) { store, _ in
      let id = SessionID(SystemRandomness())
      await #expect(throws: Refused.self) {
        try await store.update(id) { session in
          session.cart.set("fire-hd8", to: 1)
          throw Refused()
        }
      }
      let session = try await store.session(id)
      #expect(session.cart.isEmpty)
    }
  }

  @Test("A session expires", arguments: Kind.allCases)
  func expiry(kind: Kind) async throws {
    try await withStore(kind, limits: SessionLimits(lifetime: .seconds(60))) { store, directory in
      let id = SessionID(SystemRandomness())
      try await store.update(id) { $0.cart.set("fire-hd8", to: 1) }
      clock.advance(by: .seconds(59))
      #expect(try await !store.session(id).cart.isEmpty)
      clock.advance(by: .seconds(1))
      #expect(try await store.session(id).cart.isEmpty)
      try await store.removeExpired()
      guard kind == .files else { return }
      #expect(try FileManager.default.contentsOfDirectory(atPath: directory).isEmpty)
    }
  }

  @Test("The number of sessions has a limit, and the oldest go first", arguments: Kind.allCases)
  func limit(kind: Kind) async throws {
    try await withStore(kind, limits: SessionLimits(count: 10)) { store, directory in
      let ids = (0..<25).map { _ in SessionID(SystemRandomness()) }
      for id in ids {
        clock.advance(by: .seconds(1))
        try await store.update(id) { $0.cart.set("fire-hd8", to: 1) }
      }
      try await store.removeExpired()
      #expect(try await !store.session(ids[24]).cart.isEmpty)
      #expect(try await store.session(ids[0]).cart.isEmpty)
      guard kind == .files else { return }
      #expect(try FileManager.default.contentsOfDirectory(atPath: directory).count == 10)
    }
  }

  @Test("Files outlive the store, are the owner's alone, and do not name the session")
  func files() async throws {
    try await withStore(.files) { store, directory in
      let id = SessionID(SystemRandomness())
      try await store.update(id) { $0.cart.set("fire-hd10", to: 3) }
      let names = try FileManager.default.contentsOfDirectory(atPath: directory)
      let name = try #require(names.first)
      #expect(names.count == 1)
      #expect(!name.contains(id.text))
      let file = try FileManager.default.attributesOfItem(atPath: directory + "/" + name)
      #expect(file[.posixPermissions] as? Int == 0o600)
      let folder = try FileManager.default.attributesOfItem(atPath: directory)
      #expect(folder[.posixPermissions] as? Int == 0o700)
      let reopened = FileSessionStore(directory: directory, clock: clock)
      #expect(try await reopened.session(id).cart.quantity(of: "fire-hd10") == 3)
    }
  }

  @Test("A file that is cut off counts as no session")
  func brokenFile() async throws {
    try await withStore(.files) { store, directory in
      let id = SessionID(SystemRandomness())
      try await store.update(id) { $0.cart.set("fire-hd10", to: 3) }
      let path = directory + "/" + id.fileName
      let whole = try #require(FileManager.default.contents(atPath: path))
      #expect(FileManager.default.createFile(atPath: path, contents: whole.dropLast(5)))
      let reopened = FileSessionStore(directory: directory, clock: clock)
      #expect(try await reopened.session(id).cart.isEmpty)
    }
  }

  @Test(
    "Only numbers of our form are sessions",
    arguments: ["", "abc", "../../../../etc/passwd", "AAAAAAAAAAAAAAAAAAAAA=", "AAAAAAAAAAAAAAAAAAAAAAA"])
  func foreignIDs(text: String) {
    #expect(SessionID(cookie: text) == nil)
  }
}

@Suite("Session sweeper")
struct SessionSweeperTests {
  private struct CountingStore: SessionStore {
    struct DiskFull: Error {}

    let count = NIOLockedValueBox(0)

    func session(_ id: SessionID) -> Session { Session() }

    func update<Result: Sendable>(
      _ id: SessionID, _ change: @Sendable (inout Session) throws -> Result
    ) throws -> Result {
      var session = Session()
      return try change(&session)
    }

    func removeExpired() throws {
      let count = count.withLockedValue { count in
        count += 1
        return count
      }
      if count == 2 { throw DiskFull() }
    }
  }

  /// A clock whose third sleep ends with an error.
  private struct ThreeNaps: Timekeeper {
    let naps = NIOLockedValueBox<[Duration]>([])
    let now = Moment(milliseconds: 0)

    func sleep(until moment: Moment) throws {
      let count = naps.withLockedValue { naps in
        naps.append(moment.since(now))
        return naps.count
      }
      if count == 3 { throw CancellationError() }
    }
  }

  @Test("It sweeps at the start and every hour, also after a sweep that failed, until it is stopped")
  func sweeps() async {
    let store = CountingStore()
    let clock = ThreeNaps()
    await SessionSweeper(store: store, clock: clock, logger: Logger(label: "test")).run()
    #expect(store.count.withLockedValue { $0 } == 3)
    #expect(clock.naps.withLockedValue { $0 } == Array(repeating: .seconds(3600), count: 3))
  }
}
