import FerryCore
import FerryModule
import FerrySandbox
import FerryServer
import Foundation
import Testing

@testable import FerryTool

@Suite("The database that the settings name")
struct StoreLocationTests {
  private static let address = "postgres://ferry:swordfish@db.shop.example/ferry?sslmode=verify-full"

  @Test("Without a setting it is a file in the data folder", arguments: [nil, "sqlite"])
  func file(_ value: String?) throws {
    let settings = try Configured.read(["FERRY_DATA": "/srv/ferry", "FERRY_STORE": value ?? ""])
    #expect("\(settings.process.store)" == "/srv/ferry/ferry.sqlite")
    #expect(settings.process.store.setting == ProcessSettings.dataKey)
  }

  @Test(
    "Anything else than sqlite and an address of PostgreSQL is refused, and not repeated",
    arguments: ["mysql://ferry:swordfish@db/ferry", "postgres", "swordfish", "SQLite", "/srv/swordfish.sqlite"])
  func refused(_ value: String) throws {
    let problems = try #require(throws: ConfigurationProblems.self) { try Configured.read(["FERRY_STORE": value]) }
    #expect(problems.entries.map(\.name) == ["ferry.store"])
    #expect(
      problems.description.contains("Write sqlite, or the address of a PostgreSQL database. Example: postgres://"))
    #expect(!problems.description.contains("swordfish"))
  }

  @Test("The default is listed, too")
  func listed() throws {
    let sources = try Configured.sources()
    let line = sources.listing([StoreLocation.key]).split(separator: "\n").last
    #expect(line?.split(separator: " ") == ["ferry.store", "sqlite", "default"])
  }

  #if PostgreSQL
    @Test("The address of a PostgreSQL database is shown without its password", arguments: ["postgres", "postgresql"])
    func postgres(_ scheme: String) throws {
      let change = ["FERRY_STORE": Self.address.replacing("postgres:", with: "\(scheme):")]
      let store = try Configured.read(change).process.store
      #expect("\(store)".contains("db.shop.example") && !"\(store)".contains("swordfish"))
      #expect(store.setting == StoreLocation.key)
      let sources = try Configured.sources(change)
      let texts = [
        sources.listing([StoreLocation.key]), try JSONOutput.text(SettingsList(sources, [StoreLocation.key])),
      ]
      for text in texts { #expect(text.contains("db.shop.example") && !text.contains("swordfish"), "\(text)") }
    }

    @Test(
      "An address that cannot be used is refused, and not repeated",
      arguments: ["postgres://ferry:swordfish@db.shop.example/ferry", "postgres://ferry:swordfish@[db/ferry"])
    func unusable(_ address: String) throws {
      let problems = try #require(throws: ConfigurationProblems.self) { try Configured.read(["FERRY_STORE": address]) }
      #expect(problems.entries.map(\.name) == ["ferry.store"])
      #expect(!problems.description.contains("swordfish"), "\(problems)")
    }
  #else
    @Test("A program without PostgreSQL refuses its address, and says how to build one with it")
    func notBuilt() throws {
      let problems = try #require(throws: ConfigurationProblems.self) {
        try Configured.read(["FERRY_STORE": Self.address])
      }
      #expect(problems.entries.map(\.name) == ["ferry.store"])
      #expect(problems.description.contains("`make release STORE=postgres`"))
      #expect(!problems.description.contains("swordfish"))
    }
  #endif

  @Test("A demo with a file leaves no address of the demo before")
  func demo() throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "ferry-\(SystemRandomness().token())").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let folder = try DemoFolder(path)
    #expect("\(try DemoFolder.store(in: path))" == path + "/ferry.sqlite")
    try folder.write(Self.address, to: "store-address")
    #if PostgreSQL
      #expect("\(try DemoFolder.store(in: path))".contains("db.shop.example"))
    #else
      let failure = #expect(throws: CommandFailure.self) { try DemoFolder.store(in: path) }
      #expect(failure?.description == StoreLocation.notBuilt)
    #endif
    try folder.write(.sqlite(in: path))
    #expect("\(try DemoFolder.store(in: path))" == path + "/ferry.sqlite")
  }
}
