import FerryCore
import FerryWeb
import Foundation
import Hummingbird
import HummingbirdCore
import HummingbirdHTTP2
import HummingbirdTLS
import NIOCore
import NIOSSL

/// TLS between the demo's parts and browsers, with one certificate of the folder's authority.
struct DemoTLS: Sendable {
  let authority: DevelopmentAuthority
  private let server: TLSConfiguration
  /// For clients of this process: they trust that authority and no other.
  let client: TLSConfiguration

  /// - Throws: `DemoFolder.Problem`, and what TLS could not be set up for.
  init(_ folder: DemoFolder, now: Moment, randomness: any Randomness) throws {
    authority = try folder.developmentAuthority(now: now, randomness: randomness)
    let certificate = try folder.serverCertificate(
      of: authority, for: .ofThisMachine(), now: now, randomness: randomness)
    var server = TLSConfiguration.makeServerConfiguration(
      certificateChain: try NIOSSLCertificate.fromPEMBytes(Array(certificate.certificatePEM.utf8)).map {
        .certificate($0)
      },
      privateKey: .privateKey(
        try NIOSSLPrivateKey(bytes: Array(certificate.keyPEM.reveal().utf8), format: .pem)))
    server.minimumTLSVersion = .tlsv12
    // A connection that its client keeps open does not hold up a stop.
    server.shutdownTimeout = .milliseconds(500)
    self.server = server
    var client = TLSConfiguration.makeClientConfiguration()
    client.minimumTLSVersion = .tlsv12
    client.trustRoots = .certificates(
      try NIOSSLCertificate.fromPEMBytes(Array(try authority.anchor(now: now, randomness: randomness).utf8)))
    self.client = client
  }

  /// HTTP/1.1 and HTTP/2.
  func listener() -> HTTPServerBuilder {
    let limits = ConnectionLimits()
    let configuration = HTTP2ChannelConfiguration(
      idleTimeout: limits.idle, gracefulCloseTimeout: limits.stop, streamConfiguration: limits.http1)
    return HTTPServerBuilder { [server] responder in
      try HTTP2UpgradeChannel(
        tlsConfiguration: server, configuration: configuration, responder: HTTPServerBuilder.continuing(responder))
    }
  }

  /// HTTP/1.1 alone, for the sandbox: some of its faults cut a connection off, which in HTTP/2 is shared by many requests.
  func plainListener() throws -> HTTPServerBuilder { try .tls(.bounded(), tlsConfiguration: server) }
}

extension DevelopmentNames {
  /// - Throws: When the system does not tell its network interfaces.
  static func ofThisMachine() throws -> DevelopmentNames {
    DevelopmentNames(
      machine: ProcessInfo.processInfo.hostName,
      addresses: try System.enumerateDevices().compactMap { $0.address?.ipAddress.flatMap { NetworkAddress($0) } })
  }
}
