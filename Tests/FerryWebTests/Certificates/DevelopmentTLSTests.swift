import AsyncHTTPClient
import FerryCore
import Hummingbird
import HummingbirdTLS
import Logging
import NIOCore
import NIOHTTP1
import NIOSSL
import Testing

@testable import FerryWeb

/// A server with a development certificate and a client that trusts its authority's anchor, over real TLS (BoringSSL).
@Suite("Development certificates in use")
struct DevelopmentTLSTests {
  private let randomness = SystemRandomness()
  private let now = SystemTime().now

  private func names(_ hosts: [String], _ addresses: [String]) -> DevelopmentNames {
    DevelopmentNames(hosts: hosts, addresses: addresses.compactMap { NetworkAddress($0) })
  }

  /// Starts a server, sends it a request, and returns the client's result.
  private func answer(
    _ server: KeyedCertificate, trusting anchor: String, from host: String
  ) async throws -> HTTPClientResponse? {
    let router = Router()
    router.get("/") { _, _ in "over TLS" }
    var tls = TLSConfiguration.makeServerConfiguration(
      certificateChain: try NIOSSLCertificate.fromPEMBytes(Array(server.certificatePEM.utf8)).map {
        .certificate($0)
      },
      privateKey: .privateKey(try NIOSSLPrivateKey(bytes: Array(server.keyPEM.reveal().utf8), format: .pem)))
    tls.minimumTLSVersion = .tlsv12
    let (ports, found) = AsyncStream.makeStream(of: Int.self)
    var logger = Logger(label: "tls")
    logger.logLevel = .critical
    let application = Application(
      router: router, server: try .tls(tlsConfiguration: tls),
      configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: 0)),
      onServerRunning: { channel in
        found.yield(channel.localAddress?.port ?? 0)
        found.finish()
      }, logger: logger)
    var client = TLSConfiguration.makeClientConfiguration()
    client.trustRoots = .certificates(try NIOSSLCertificate.fromPEMBytes(Array(anchor.utf8)))
    var connections = HTTPClient.Configuration(tlsConfiguration: client)
    // A refusal is final here.
    connections.connectionPool.retryConnectionEstablishment = false
    let configuration = connections
    return try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await application.run() }
      defer { group.cancelAll() }
      var port = 0
      for await number in ports { port = number }
      return try await HTTPClient.withHTTPClient(configuration: configuration) { http in
        try? await http.execute(HTTPClientRequest(url: "https://\(host):\(port)/"), timeout: .minutes(5))
      }
    }
  }

  @Test(
    "A client that trusts the anchor reaches the server by name and by address", arguments: ["localhost", "127.0.0.1"])
  func reached(host: String) async throws {
    let authority = try DevelopmentAuthority(now: now, randomness: randomness)
    let server = try authority.serverCertificate(
      for: DevelopmentNames(machine: "desk", addresses: []), now: now, randomness: randomness)
    let anchor = try authority.anchor(now: now, randomness: randomness)
    let response = try await answer(server, trusting: anchor, from: host)
    #expect(response?.status.code == 200)
  }

  @Test("It refuses a server of another authority, one for another name, and one beyond the constraints on names")
  func refused() async throws {
    let authority = try DevelopmentAuthority(now: now, randomness: randomness)
    let anchor = try authority.anchor(now: now, randomness: randomness)
    let stranger = try DevelopmentAuthority(now: now, randomness: randomness)
      .serverCertificate(for: names(["localhost"], []), now: now, randomness: randomness)
    #expect(try await answer(stranger, trusting: anchor, from: "localhost") == nil)
    let elsewhere = try authority.serverCertificate(for: names(["desk.local"], []), now: now, randomness: randomness)
    #expect(try await answer(elsewhere, trusting: anchor, from: "localhost") == nil)
    let beyond = try authority.serverCertificate(
      for: names(["localhost", "example.com"], []), now: now, randomness: randomness)
    #expect(try await answer(beyond, trusting: anchor, from: "localhost") == nil)
  }
}
