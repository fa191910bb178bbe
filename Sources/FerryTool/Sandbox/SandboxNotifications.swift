import AsyncHTTPClient
import FerrySandbox
import NIOCore
import NIOSSL
import ServiceLifecycle

/// Posts a sandbox's notifications over connections of its own.
struct SandboxNotifications: Service {
  let sandbox: AmazonPaySandbox
  /// What receivers' certificates are held against; nil for the system's store.
  var trust: TLSConfiguration?

  func run() async throws {
    var connections = HTTPClient.Configuration(
      redirectConfiguration: .disallow, timeout: .init(connect: .seconds(5)))
    connections.tlsConfiguration = trust
    try await HTTPClient.withHTTPClient(configuration: connections) { client in
      try await AmazonPayNotificationService(sandbox, transport: HTTPNotificationTransport(client: client)).run()
    }
  }
}
