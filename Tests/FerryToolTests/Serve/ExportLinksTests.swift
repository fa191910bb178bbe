import FerryCore
import FerryServer
import FerryWeb
import Foundation
import Testing

@testable import FerryTool

@Suite("Exporting a link host")
struct ExportLinksTests {
  private func apps(_ hosts: [String]) throws -> [RegisteredApp] {
    try hosts.map { host in
      RegisteredApp(
        id: "shop", shop: "main", platform: .ios(IOSApp(bundleID: "jp.example.shop", teamID: "ABCDE12345")),
        scheme: "tablets", linkHost: try #require(Origin(host)))
    }
  }

  @Test("The only link host needs no name; among several one has to be named")
  func selection() throws {
    let one = try apps(["https://link.example", "https://link.example"])
    #expect(try ExportLinks.host(nil, of: one).text == "https://link.example")
    let two = try apps(["https://link.example", "https://go.example"])
    #expect(throws: CommandFailure.self) { try ExportLinks.host(nil, of: two) }
    #expect(try ExportLinks.host("https://go.example/", of: two).text == "https://go.example")
    #expect(throws: CommandFailure.self) { try ExportLinks.host("https://pay.example", of: two) }
    #expect(throws: CommandFailure.self) { try ExportLinks.host(nil, of: []) }
  }

  @Test("The folder holds the files as they are, over older ones")
  func written() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "ferry-links-\(SystemRandomness().token())")
    defer { try? FileManager.default.removeItem(at: folder) }
    let apps = try apps(["https://link.example"])
    let files = LinkHostFiles(
      of: try #require(Origin("https://link.example")), apps: apps,
      base: try #require(Origin("https://pay.example"))
    ).files
    for _ in 1...2 { try files.write(to: folder.path) }
    for file in files {
      #expect(FileManager.default.contents(atPath: folder.appending(path: file.path).path) == Data(file.content))
    }
  }
}
