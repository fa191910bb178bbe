import FerryCore
import FerryLinks
import FerryModule
import FerryServer
import FerryWeb
import HTTPTypes
import Testing

@testable import FerryTool

@Suite("The doctor on Apple's copy of the association file")
struct AppleCopyCheckTests {
  private static let own = AssociationFile(apps: ["A1B2C3D4E5.jp.example.shop"], path: "/ferry/return/*").json

  private func finding(_ copy: Fetched, served: [UInt8] = own) throws -> Finding? {
    let app = RegisteredApp(
      id: "shop-ios", shop: "main", platform: .ios(IOSApp(bundleID: "jp.example.shop", teamID: "A1B2C3D4E5")),
      scheme: "shop", linkHost: try #require(Origin("https://link.shop.example")))
    let served = Fetched.answer(Fetched.Answer(status: 200, headers: [.contentType: "application/json"], body: served))
    return AppleCopyCheck.finding(copy, at: "https://apple.example/a/v1/link", served: served, apps: [app])
  }

  private func finding(_ status: Int, _ headers: HTTPFields = [:], _ body: [UInt8] = []) throws -> Finding? {
    try finding(.answer(Fetched.Answer(status: status, headers: headers, body: body)))
  }

  @Test("Equal bytes, and an equivalent file, count as the same")
  func same() throws {
    #expect(try finding(200, [:], Self.own)?.severity == .ok)
    let spaced = Array(String(decoding: Self.own, as: UTF8.self).replacing(":", with: " : ").utf8)
    #expect(spaced != Self.own)
    #expect(try finding(200, [:], spaced)?.severity == .ok)
  }

  @Test("A different file is reported, and if it assigns the links to the apps")
  func stale() throws {
    let other = AssociationFile(apps: ["A1B2C3D4E5.jp.example.shop"], path: "/old/*").json
    let finding = try #require(try finding(200, [:], other))
    #expect(finding.severity == .warning)
    #expect(finding.seen.contains("it gives no links to shop-ios"))
    let more = AssociationFile(
      apps: ["A1B2C3D4E5.jp.example.shop", "A1B2C3D4E5.jp.example.b"], path: "/ferry/return/*")
    let harmless = try #require(try self.finding(200, [:], more.json))
    #expect(harmless.severity == .warning)
    #expect(harmless.seen.contains("it gives Ferry's links to the apps"))
    #expect(try self.finding(200, [:], Array("<html>".utf8))?.severity == .warning)
  }

  @Test("Without a copy the report has Apple's own reason, cleaned and shortened")
  func absent() throws {
    let reason: HTTPFields = [
      try #require(HTTPField.Name("Apple-Failure-Reason")): "SWCERR00101 Bad HTTP Response: 403 Forbidden"
    ]
    let finding = try #require(try finding(404, reason))
    #expect(finding.severity == .warning)
    #expect(finding.seen.contains("SWCERR00101 Bad HTTP Response: 403 Forbidden"))
    #expect(try self.finding(404)?.severity == .warning)
  }

  @Test("If Apple cannot be reached, the report says so, without a fault")
  func offline() throws {
    for failure in [Fetched.Failure.noSuchName, .refused, .tooLate, .notTrusted, .broken] {
      let finding = try #require(try finding(.failure(failure)))
      #expect(finding.severity == .note)
      #expect(finding.seen.contains("could not be fetched"))
    }
    for status in [302, 429, 500, 503] { #expect(try finding(status)?.severity == .note) }
  }

  @Test("If the host itself serves no file, the report does not mention copies")
  func nothingServed() throws {
    let copy = Fetched.answer(Fetched.Answer(status: 200, body: Self.own))
    #expect(try finding(copy, served: Array("no file".utf8)) == nil)
    #expect(AppleCopyCheck.finding(copy, at: "", served: .answer(Fetched.Answer(status: 404)), apps: []) == nil)
  }
}
