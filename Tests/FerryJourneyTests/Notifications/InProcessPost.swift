import AmazonPaySandbox
import FerryCore
import FerryHTTP
import FerryProvider
import FerrySandbox
import FerryServer
import FerryTesting
import FerryWeb
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Logging
import Testing

/// Sends the sandbox's notifications to the checkout server's address, through its whole router and without a socket.
struct InProcessPost: NotificationTransport {
  struct Unchanged: Error {}

  let client: any TestClientProtocol
  /// The change that an attacker makes to a message.
  let forgery: @Sendable (String) -> String?

  func post(_ message: NotificationMessage, timeout: Duration) async throws -> Int {
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
  /// - Parameter forgery: Changes a message; nil leaves it as it is.
  func runNotified<Result: Sendable>(
    forgery: @escaping @Sendable (String) -> String? = { $0 },
    _ journey: @escaping @Sendable () async throws -> Result
  ) async throws -> Result {
    let server = CheckoutServer(
      configuration: FerryServerConfiguration(base: try #require(Origin("http://localhost:3080")), shops: []),
      service: engine, providers: [], freeDisk: FreeDisk { nil })
    return try await Application(router: server.router(), logger: .silent).test(.router) { client in
      let service = NotificationService(sandbox, transport: InProcessPost(client: client, forgery: forgery))
      return try await run { try await whileRunning({ try await service.run() }, journey) }
    }
  }
}

/// The address of the certificates redirects to another one, and has the certificates in its body.
struct RedirectedCertificates: ProviderTransport {
  private let base: any ProviderTransport
  private let status: HTTPResponse.Status

  init(_ base: any ProviderTransport, _ status: HTTPResponse.Status) {
    self.base = base
    self.status = status
  }

  func send(
    _ request: HTTPRequest, body: [UInt8], timeout: Duration
  ) async throws(TransportFailure) -> ProviderAnswer {
    let answer = try await base.send(request, body: body, timeout: timeout)
    guard let path = request.path, path.hasSuffix(".pem") else { return answer }
    var headers = answer.headers
    headers[.location] = "http://127.0.0.1:3081\(path)?moved"
    return ProviderAnswer(
      status: status, headers: headers, body: answer.body, receivedAt: answer.receivedAt, sent: request)
  }
}
