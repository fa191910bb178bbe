import AsyncHTTPClient
import FerryCore
import FerryWeb
import Foundation
import NIOSSL

/// A client with the anchor of the authority in a demo's folder, when that has been made.
func trusting(_ folder: String, _ body: (HTTPClient) async throws -> Void) async throws {
  let text = try await Patience.until("The authority") {
    let text = try? String(contentsOfFile: folder + "/development-ca.pem", encoding: .utf8)
    return text.flatMap { $0.contains("END CERTIFICATE") ? $0 : nil }
  }
  let authority = try DevelopmentAuthority(pem: Secret(text))
  let anchor = try authority.anchor(now: SystemTime().now, randomness: SystemRandomness())
  var tls = TLSConfiguration.makeClientConfiguration()
  tls.trustRoots = .certificates(try NIOSSLCertificate.fromPEMBytes(Array(anchor.utf8)))
  try await HTTPClient.withHTTPClient(configuration: HTTPClient.Configuration(tlsConfiguration: tls), body)
}
