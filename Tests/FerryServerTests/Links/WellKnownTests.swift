import FerryLinks
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

  @Test("A file without apps is not served")
  func noApps() async throws {
    let association = AssociationFile(details: [])
    #expect(try await response(AssociationFile.path, association: association).status == .notFound)
    #expect(try await response(AssetLinks.path, assetLinks: AssetLinks(apps: [])).status == .notFound)
  }
}
