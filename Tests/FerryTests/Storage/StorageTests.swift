import FerryCore
import Foundation
import Testing

@_spi(Phone) @testable import Ferry

@Suite("Storages")
struct StorageTests {
  func item(_ name: String, _ text: String = "bytes\nof two lines") -> StoredItem {
    StoredItem(name: name, bytes: Array(text.utf8), expiresAt: Moment(milliseconds: 5_000))
  }

  @Test("The next process finds stored items, and no dropped ones")
  func files() async throws {
    try await withFolder { folder in
      let storage = FileStorage(folder: folder)
      #expect(try await storage.items() == [])
      try await storage.keep(item("a"))
      try await storage.keep(item("b"))
      try await storage.keep(item("a", "new"))
      #expect(try await FileStorage(folder: folder).items() == [item("a", "new"), item("b")])
      try await storage.drop("a")
      try await storage.drop("a")
      #expect(try await storage.items() == [item("b")])
    }
  }

  @Test("A file that may not be read now is one that cannot be read yet; everything else has failed")
  func failures() {
    #expect(FileStorage.failure(EACCES) == .cannotReadYet && FileStorage.failure(EPERM) == .cannotReadYet)
    #expect(FileStorage.failure(EIO) == .failed(EIO) && FileStorage.failure(ENOSPC) == .failed(ENOSPC))
  }

  @Test("Only the owner can read it")
  func permissions() async throws {
    try await withFolder { folder in
      try await FileStorage(folder: folder).keep(item("a"))
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
      let storage = FileStorage(folder: folder)
      await #expect(throws: StorageFailure.self) { try await storage.keep(item(name)) }
    }
  }

  @Test("A file without a complete first line is returned, and its reader decides")
  func cutOff() async throws {
    try await withFolder { folder in
      try await FileStorage(folder: folder).keep(item("a"))
      try Data("17".utf8).write(to: folder.appending(path: "a.checkout"))
      let items = try await FileStorage(folder: folder).items()
      #expect(items.map(\.name) == ["a"])
      #expect(items.first?.bytes == Array("17".utf8))
    }
  }

  @Test("Items of a deleted installation are dropped, once")
  func deletedInstallation() async throws {
    let base = TestStorage([item("old")])
    let marker = TestMarker()
    let storage = InstallationStorage(base, marker: marker)
    #expect(try await storage.items() == [])
    #expect(base.kept.isEmpty)
    try await storage.keep(item("new"))
    #expect(try await storage.items() == [item("new")])
    marker.unset()
    try await storage.keep(item("newer"))
    #expect(base.kept == [item("newer")])
  }

  @Test("A storage that cannot be read yet drops nothing and marks nothing")
  func cannotReadYet() async throws {
    let base = TestStorage([item("a")], failure: .cannotReadYet)
    let marker = TestMarker()
    let storage = InstallationStorage(base, marker: marker)
    await #expect(throws: StorageFailure.cannotReadYet) { try await storage.items() }
    await #expect(throws: StorageFailure.cannotReadYet) { try await storage.keep(item("b")) }
    #expect(!marker.isSet)
    #expect(base.kept == [item("a")])
  }
}
