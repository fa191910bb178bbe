import FerryCore
import Foundation
import Testing

@testable import Ferry

@Suite("Keepers")
struct KeeperTests {
  func item(_ name: String, _ text: String = "bytes\nof two lines") -> KeptItem {
    KeptItem(name: name, bytes: Array(text.utf8), expiresAt: Moment(milliseconds: 5_000))
  }

  @Test("What was kept is there for the next process, and what was dropped is not")
  func files() async throws {
    try await withFolder { folder in
      let keeper = FileKeeper(folder: folder)
      #expect(try await keeper.items() == [])
      try await keeper.keep(item("a"))
      try await keeper.keep(item("b"))
      try await keeper.keep(item("a", "anew"))
      #expect(try await FileKeeper(folder: folder).items() == [item("a", "anew"), item("b")])
      try await keeper.drop("a")
      try await keeper.drop("a")
      #expect(try await keeper.items() == [item("b")])
    }
  }

  @Test("A file that may not be read now is one that cannot be read yet; everything else has failed")
  func failures() {
    #expect(FileKeeper.failure(EACCES) == .cannotReadYet && FileKeeper.failure(EPERM) == .cannotReadYet)
    #expect(FileKeeper.failure(EIO) == .failed(EIO) && FileKeeper.failure(ENOSPC) == .failed(ENOSPC))
  }

  @Test("Only the owner can read it")
  func permissions() async throws {
    try await withFolder { folder in
      try await FileKeeper(folder: folder).keep(item("a"))
      func mode(_ url: URL) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: url.path)[.posixPermissions] as? Int
      }
      #expect(try mode(folder) == 0o700)
      #expect(try mode(folder.appending(path: "a.checkout")) == 0o600)
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["a.checkout"])
    }
  }

  @Test("A name that leads elsewhere is refused", arguments: ["../a", "", "a/b", "."])
  func names(_ name: String) async throws {
    try await withFolder { folder in
      let keeper = FileKeeper(folder: folder)
      await #expect(throws: KeeperFailure.self) { try await keeper.keep(item(name)) }
    }
  }

  @Test("A file that was cut off before its first line ended is handed over for its reader to judge")
  func cutOff() async throws {
    try await withFolder { folder in
      try await FileKeeper(folder: folder).keep(item("a"))
      try Data("17".utf8).write(to: folder.appending(path: "a.checkout"))
      let items = try await FileKeeper(folder: folder).items()
      #expect(items.map(\.name) == ["a"])
      #expect(items.first?.bytes == Array("17".utf8))
    }
  }

  @Test("Items of a deleted installation are dropped, once")
  func deletedInstallation() async throws {
    let base = TestKeeper([item("old")])
    let marker = TestMarker()
    let keeper = InstallationKeeper(base, marker: marker)
    #expect(try await keeper.items() == [])
    #expect(base.kept.isEmpty)
    try await keeper.keep(item("new"))
    #expect(try await keeper.items() == [item("new")])
    marker.unset()
    try await keeper.keep(item("newer"))
    #expect(base.kept == [item("newer")])
  }

  @Test("A keeper that cannot be read yet drops nothing and marks nothing")
  func cannotReadYet() async throws {
    let base = TestKeeper([item("a")], failure: .cannotReadYet)
    let marker = TestMarker()
    let keeper = InstallationKeeper(base, marker: marker)
    await #expect(throws: KeeperFailure.cannotReadYet) { try await keeper.items() }
    await #expect(throws: KeeperFailure.cannotReadYet) { try await keeper.keep(item("b")) }
    #expect(!marker.isSet)
    #expect(base.kept == [item("a")])
  }
}
