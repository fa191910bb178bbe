import AsyncHTTPClient
import FerryEngine
import FerryHTTP
import NIOSSL

extension HTTPClient {
  /// The client of a command that asks others and ends; to be shut down.
  /// - Parameter authorities: Trusted instead of the system's, in PEM.
  /// - Throws: What is wrong with them.
  convenience init(trusting authorities: String?) throws {
    var configuration = HTTPTransport.configuration
    if let authorities {
      var tls = TLSConfiguration.makeClientConfiguration()
      tls.trustRoots = .certificates(try NIOSSLCertificate.fromPEMBytes(Array(authorities.utf8)))
      configuration.tlsConfiguration = tls
    }
    self.init(eventLoopGroupProvider: .singleton, configuration: configuration)
  }
}
