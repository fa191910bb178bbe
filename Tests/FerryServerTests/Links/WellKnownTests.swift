import FerryCore
import FerryLinks
import FerryModule
import FerryServer
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Testing

@Suite("Well-known files")
struct WellKnownTests {
  private static let association = AssociationFile(apps: ["ABCDE12345.com.example.shop"], path: "/ferry/return/*")
  private static let fingerprints = [CertificateFingerprint(String(repeating: "0a", count: 32))].compactMap { $0 }
  private static let assetLinks = AssetLinks(apps: [AssetLinks.App(package: "shop", fingerprints: fingerprints)])

  private func response(
    _ path: String, _ method: HTTPRequest.Method = .get, association: AssociationFile = association,
    assetLinks: AssetLinks = assetLinks
  ) async throws -> TestResponse {
    let router = Router(options: .autoGenerateHeadEndpoints)
    WellKnownRoutes(association: association, assetLinks: assetLinks).add(to: router)
    return try await Application(router: router).test(.router) { client in
      try await client.execute(uri: path, method: method)
    }
  }

  @Test(
    "Each is JSON at its own address, with a caching header", arguments: [AssociationFile.path, AssetLinks.path])
  func served(path: String) async throws {
    let answer = try await response(path)
    #expect(answer.status == .ok)
    #expect(answer.headers[.contentType] == "application/json")
    #expect(answer.headers[.cacheControl] == "public, max-age=3600")
    let head = try await response(path, .head)
    #expect(head.status == .ok && head.headers[.contentType] == "application/json")
    #expect(head.headers[.contentLength] == "\(answer.body.readableBytes)")
    #expect(head.body.readableBytes == 0)
  }

  @Test("They contain the configured apps")
  func content() async throws {
    #expect(Array(try await response(AssociationFile.path).body.readableBytesView) == Self.association.json)
    #expect(Array(try await response(AssetLinks.path).body.readableBytesView) == Self.assetLinks.json)
  }

  private static let domainPath = "/.well-known/apple-developer-merchantid-domain-association"

  @Test("A file of a provider's account is served byte for byte, a live account's before a test account's")
  func domainFile() async throws {
    let bytes = Array(UInt8.min...UInt8.max) + Array("7B22\r\n\r\n".utf8)
    let test = DomainFile(path: Self.domainPath, content: bytes)
    let live = DomainFile(path: Self.domainPath, content: bytes.reversed())
    for files in [[Mode.test: test], [.live: live], [.test: test, .live: live]] {
      try await TestServer.run(domainFiles: files) { server in
        let answer = try await server.client.execute(uri: Self.domainPath, method: .get)
        #expect(answer.status == .ok && answer.headers[.contentType] == "text/plain")
        #expect(answer.headers[.location] == nil && answer.headers[.contentEncoding] == nil)
        #expect(Array(answer.body.readableBytesView) == (files[.live] ?? test).content)
        let head = try await server.client.execute(uri: Self.domainPath, method: .head)
        #expect(head.status == .ok && head.headers[.contentLength] == "\(bytes.count)")
        #expect(head.headers[.contentType] == "text/plain" && head.body.readableBytes == 0)
      }
    }
  }

  @Test("Without such a file its address is not found", arguments: [HTTPRequest.Method.get, .head])
  func noDomainFile(method: HTTPRequest.Method) async throws {
    try await TestServer.run { server in
      let answer = try await server.client.execute(uri: Self.domainPath, method: method)
      #expect(answer.status == .notFound)
    }
  }

  @Test("A file without apps is not served")
  func noApps() async throws {
    let association = AssociationFile(details: [])
    #expect(try await response(AssociationFile.path, association: association).status == .notFound)
    #expect(try await response(AssetLinks.path, assetLinks: AssetLinks(apps: [])).status == .notFound)
  }
}
