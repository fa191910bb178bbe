import AsyncHTTPClient
import FerryCore
import FerrySandbox
import NIOCore
import NIOHTTP1
import NIOSSL
import ServiceLifecycle
import Synchronization

/// Sends result notifications. A receiver accepts one by the status 200 and the body `0`; any other answer is repeated.
struct ResultNotificationService: Service {
  private let sandbox: GatewaySandbox
  private let trust: TLSConfiguration?

  /// - Parameter trust: The authorities of the receiver's certificate; nil for the system's.
  init(_ sandbox: GatewaySandbox, trust: TLSConfiguration?) {
    self.sandbox = sandbox
    self.trust = trust
  }

  func run() async throws {
    var connections = HTTPClient.Configuration(redirectConfiguration: .disallow, timeout: .init(connect: .seconds(5)))
    connections.tlsConfiguration = trust
    try await HTTPClient.withHTTPClient(configuration: connections) { client in
      try await NotificationService(sandbox, transport: ReplyCheckingTransport(client, sandbox.replies)).run()
    }
  }
}

/// Posts a notification, and reads the whole reply.
struct ReplyCheckingTransport: NotificationTransport {
  private let client: HTTPClient
  private let replies: UnexpectedReplies

  init(_ client: HTTPClient, _ replies: UnexpectedReplies) {
    self.client = client
    self.replies = replies
  }

  func post(_ message: NotificationMessage, timeout: Duration) async throws -> Int {
    var request = HTTPClientRequest(url: message.url)
    request.method = .POST
    for (name, value) in message.headers.sorted(by: { $0.key < $1.key }) {
      request.headers.add(name: name, value: value)
    }
    request.body = .bytes(message.body)
    let response = try await client.execute(request, timeout: .milliseconds(timeout.wholeMilliseconds))
    let body = try await response.body.collect(upTo: 1 << 16)
    return replies.status(Int(response.status.code), Array(body.readableBytesView), to: message.body)
  }
}

/// The replies of receivers that are not the expected one.
final class UnexpectedReplies: Sendable {
  /// A reply, for the console.
  struct Reply: Hashable, Sendable {
    let order: String
    let text: String
  }

  private let list = Mutex<[Reply]>([])

  /// The last ones, the newest first.
  var last: [Reply] { list.withLock { $0.reversed() } }

  /// The status of the delivery: 200 for the reply `0`, else one that is repeated.
  func status(_ status: Int, _ body: [UInt8], to notification: [UInt8]) -> Int {
    if status == 200, body == [UInt8(ascii: "0")] { return 200 }
    let order = ReceivedFields(form: notification)?["OrderID"]?.text ?? "–"
    let shown = String(decoding: body.prefix(40), as: UTF8.self)
    list.withLock { list in
      list.append(Reply(order: order, text: "\(status) “\(shown)”"))
      if list.count > 20 { list.removeFirst() }
    }
    // Statuses of 500 and more are repeated.
    return max(status, Self.repeated)
  }

  /// The status under which the console lists a reply other than `0`.
  static let repeated = 500
}
