import FerryCore
import FerrySandbox
import FerryServer
import FerryTesting
import FerryWeb
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Logging
import Testing

/// Brings the sandbox's notifications to the checkout server's address: through its whole router, and through no socket.
struct InProcessPost: NotificationTransport {
  struct Unchanged: Error {}

  let client: any TestClientProtocol
  /// What somebody on the way makes of a message.
  let forgery: @Sendable (String) -> String?

  func post(_ message: AmazonPayNotificationMessage, timeout: Duration) async throws -> Int {
    guard let text = forgery(String(decoding: message.body, as: UTF8.self)) else { throw Unchanged() }
    var headers: HTTPFields = [:]
    for (name, value) in message.headers { headers[try #require(HTTPField.Name(name))] = value }
    let path = try #require(Origin("http://localhost:3080").map { message.url.dropFirst($0.text.count) })
    return try await client.execute(
      uri: String(path), method: .post, headers: headers, body: ByteBuffer(string: text)
    ).status.code
  }
}

extension InProcessAmazonPay {
  /// Runs a journey while the engine works and the sandbox posts its notifications to the checkout server.
  /// - Parameter forgery: What somebody on the way makes of a message; nil if it is not what he looks for.
  func runNotified<Result: Sendable>(
    forgery: @escaping @Sendable (String) -> String? = { $0 },
    _ journey: @escaping @Sendable () async throws -> Result
  ) async throws -> Result {
    let server = CheckoutServer(
      configuration: FerryServerConfiguration(base: try #require(Origin("http://localhost:3080")), shops: []),
      service: engine, sites: ProviderSites(), freeDisk: FreeDisk { nil })
    return try await Application(router: server.router(), logger: .silent).test(.router) { client in
      let service = AmazonPayNotificationService(sandbox, transport: InProcessPost(client: client, forgery: forgery))
      return try await run { try await whileRunning({ try await service.run() }, journey) }
    }
  }
}
