import FerryCore
import FerryLinks
import FerryServer
import FerryWeb
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Testing

@Suite("Link hosts")
struct LinkHostTests {
  private static let fingerprint = String(repeating: "0A:", count: 31) + "0A"

  private func app(_ id: String, _ platform: RegisteredApp.Platform, at host: String) throws -> RegisteredApp {
    RegisteredApp(
      id: id, shop: "main", platform: platform, scheme: "tablets", linkHost: try #require(Origin(host)))
  }

  private func apps() throws -> [RegisteredApp] {
    [
      try app(
        "shop-ios", .ios(IOSApp(bundleID: "jp.example.shop", teamID: "ABCDE12345")), at: "https://link.example"),
      try app(
        "shop-android", .android(AndroidApp(package: "jp.example.shop", fingerprints: [Self.fingerprint])),
        at: "https://link.example"),
      try app(
        "other-ios", .ios(IOSApp(bundleID: "jp.example.other", teamID: "ABCDE12345")), at: "https://go.example"),
    ]
  }

  @Test("The files name all apps of their kind, and assign the return links to them")
  func files() throws {
    let apps = try apps()
    let association = apps.association
    #expect(association.credentials == ["ABCDE12345.jp.example.shop", "ABCDE12345.jp.example.other"])
    let link = AppReturnLink(checkout: "co_1", code: "abc").text(host: "https://link.example")
    let opened = association.destination(of: link, among: ["ABCDE12345.jp.example.shop"])
    #expect(opened?.app == "ABCDE12345.jp.example.shop")
    #expect(apps.assetLinks.apps.map(\.package) == ["jp.example.shop"])
    #expect(apps.assetLinks.apps.first?.fingerprints.map(\.text) == [Self.fingerprint])
    #expect(apps.linkHosts.map(\.text) == ["https://go.example", "https://link.example"])
  }

  @Test("Providers' return addresses, below the path of the return links, open no app")
  func returnAddresses() throws {
    let file = try apps().association
    for address in ["co_1/nonce/pay", "co_1/nonce/select?session=S1", "co_1/nonce/cancel", "co_1"] {
      let link = "https://link.example\(AppReturnLink.path)\(address)"
      #expect(file.decision(on: link, for: "ABCDE12345.jp.example.shop") == .unmatched)
      #expect(
        AssociationFile(details: file.details.map(\.older)).decision(on: link, for: "ABCDE12345.jp.example.shop")
          == .unmatched)
    }
  }

  @Test("A folder for a static host has the host's own apps, the page, and how to serve them")
  func folder() throws {
    let base = try #require(Origin("https://pay.shop.example"))
    let host = try #require(Origin("https://link.example"))
    let files = LinkHostFiles(of: host, apps: try apps(), base: base).files
    #expect(
      files.map(\.path) == [
        ".well-known/apple-app-site-association", ".well-known/assetlinks.json", "README.md",
        "ferry/return/index.html",
      ])
    let association = try AssociationFile.read(files[0].content)
    #expect(association.file.credentials == ["ABCDE12345.jp.example.shop"])
    #expect(association.findings.isEmpty)
    let page = String(decoding: files[3].content, as: UTF8.self)
    #expect(page.contains(#"data-base="https://pay.shop.example""#))
    let instructions = String(decoding: files[2].content, as: UTF8.self)
    for line in [
      "content-type: application/json", "content-security-policy: default-src 'none'", "https://link.example/",
    ] {
      #expect(instructions.contains(line), "\(line)")
    }
    let other = LinkHostFiles(of: try #require(Origin("https://go.example")), apps: try apps(), base: base).files
    #expect(!other.contains { $0.path == ".well-known/assetlinks.json" })
  }

  /// A server with the apps.
  private func server() throws -> CheckoutServer {
    var configuration = try TestServer.configuration()
    configuration.apps = try apps()
    return CheckoutServer(
      configuration: configuration, service: MemoryCheckouts(), providers: [], freeDisk: FreeDisk { nil })
  }

  /// Sends a request to its link host.
  private func linkHost(_ body: @Sendable (any TestClientProtocol) async throws -> Void) async throws {
    let router = try server().linkHost(at: try #require(Origin("https://link.example")))
    try await Application(router: router).test(.router) { try await body($0) }
  }

  @Test("A link host that the server serves itself has the files and the page")
  func served() async throws {
    try await linkHost { client in
      let association = try await client.execute(uri: AssociationFile.path, method: .get)
      #expect(association.headers[.contentType] == "application/json")
      let file = try AssociationFile.read(Array(association.body.readableBytesView)).file
      #expect(file.credentials == ["ABCDE12345.jp.example.shop"])
      #expect(try await client.execute(uri: AssetLinks.path, method: .get).status == .ok)
      let page = try await client.execute(uri: AppReturnLink.path + "?checkout=co_1&code=abc", method: .get)
      #expect(page.status == .ok)
      #expect(String(buffer: page.body).contains(TestServer.base))
      #expect(page.headers[.contentSecurityPolicy]?.contains("script-src 'sha256-") == true)
      #expect(!String(buffer: page.body).contains("co_1"))
    }
  }

  @Test("A form to a wake link is repeated as a visit, on a link host and on the server's own")
  func form() async throws {
    let link = AppReturnLink.path + "?checkout=co_1&wake=1&bank=a+b%20&bank="
    @Sendable func post(_ client: any TestClientProtocol) async throws {
      let answer = try await client.execute(uri: link, method: .post, body: ByteBuffer(string: "PaRes=x"))
      #expect(answer.status == .seeOther && answer.headers[.location] == link)
      #expect(answer.headers[.cacheControl] == "no-store")
      #expect(try await client.execute(uri: link, method: .delete).status == .methodNotAllowed)
    }
    try await linkHost { try await post($0) }
    try await Application(router: try server().router()).test(.router) { try await post($0) }
  }

  @Test(
    "It serves nothing else of the server",
    arguments: ["/", "/health", "/ready", "/metrics", "/v1/checkouts/co_1", "/ferry/start", "/ferry/back", "/crt"])
  func nothingElse(path: String) async throws {
    try await linkHost { client in
      let response = try await client.execute(uri: path, method: .get)
      #expect(response.status == .notFound)
    }
  }

  @Test("The server's own host has the files of all its apps")
  func onTheServer() async throws {
    try await Application(router: try server().router()).test(.router) { client in
      let answer = try await client.execute(uri: AssociationFile.path, method: .get)
      #expect(answer.headers[.cacheControl] == "public, max-age=3600")
      let file = try AssociationFile.read(Array(answer.body.readableBytesView)).file
      #expect(file.credentials.count == 2)
      #expect(try await client.execute(uri: AssetLinks.path, method: .get).status == .ok)
    }
  }
}

extension AssociationFile.Details {
  /// As a system before iOS 13 reads it.
  fileprivate var older: Self { Self(apps: apps, components: nil, paths: paths) }
}
