import AmazonPay
import FerryCheckout
import FerryCore
import FerryEngine
import FerrySandbox
import FerryServer
import FerryTesting
import FerryWeb
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOConcurrencyHelpers
import ServiceLifecycle
import Testing

/// The sandbox sends its notifications to the checkout server's own route, on virtual time and through no socket. What signs
/// them and what verifies them have nothing in common but the documentation.
struct NotifiedShop: Sendable {
  let world: InProcessAmazonPay
  let post: Post

  var buyer: InProcessBuyer { InProcessBuyer(world: world) }

  /// Carries messages to the server, and keeps what it answered.
  final class Post: NotificationTransport {
    private struct State {
      var statuses: [Int] = []
      var bodies: [[UInt8]] = []
    }

    private let client: any TestClientProtocol
    private let change: @Sendable ([UInt8]) -> [UInt8]
    private let state = NIOLockedValueBox(State())

    init(_ client: any TestClientProtocol, change: @escaping @Sendable ([UInt8]) -> [UInt8]) {
      self.client = client
      self.change = change
    }

    var statuses: [Int] { state.withLockedValue(\.statuses) }
    var bodies: [[UInt8]] { state.withLockedValue(\.bodies) }

    func post(_ message: AmazonPayNotificationMessage, timeout: Duration) async throws -> Int {
      let status = try await post(change(message.body))
      state.withLockedValue { state in
        state.statuses.append(status)
        state.bodies.append(message.body)
      }
      return status
    }

    /// The status of the server's answer.
    func post(_ body: [UInt8]) async throws -> Int {
      let answer = try await client.execute(
        uri: "/ferry/notify/amazon-pay/test", method: .post, headers: [.contentType: "text/plain; charset=UTF-8"],
        body: ByteBuffer(bytes: body))
      return answer.status.code
    }
  }

  /// - Parameters:
  ///   - spoilt: Answers that the sandbox gives instead of its own.
  ///   - change: Done to each message on its way.
  static func run<Result: Sendable>(
    _ version: AmazonPayNotificationSettings.SignatureVersion = .one, asksForConfirmation: Bool = false,
    spoilt: SpoiltAnswers? = nil, change: @escaping @Sendable ([UInt8]) -> [UInt8] = { $0 },
    _ journey: @escaping @Sendable (NotifiedShop) async throws -> Result
  ) async throws -> Result {
    let world = try InProcessAmazonPay(
      spoilt: spoilt, notificationVersion: version, asksForConfirmation: asksForConfirmation)
    let base = try #require(Origin("http://localhost:3080"))
    let server = CheckoutServer(
      configuration: FerryServerConfiguration(base: base, shops: []), service: world.engine,
      sites: ProviderSites(world.account), freeDisk: FreeDisk { nil })
    return try await Application(router: server.router(), logger: .silent).test(.router) { client in
      let shop = NotifiedShop(world: world, post: Post(client, change: change))
      return try await world.run {
        try await withThrowingTaskGroup(of: Result?.self) { group in
          group.addTask {
            try await AmazonPayNotificationService(world.sandbox, transport: shop.post).run()
            return nil
          }
          group.addTask { try await journey(shop) }
          defer { group.cancelAll() }
          while let result = try await group.next() {
            if let result { return result }
          }
          throw CancellationError()
        }
      }
    }
  }

  /// What the timeline of a checkout tells of notifications.
  func told(_ id: CheckoutID) async throws -> [String] {
    try await world.store.log(id, after: 0, limit: 1000).compactMap { record in
      if case .event(let name, _) = record.entry.what, name.hasPrefix("notified") { name } else { nil }
    }
  }

  /// Somebody at the shop gives money back on the provider's own pages.
  func refundInConsole(_ charge: String, yen: Int) throws {
    var request = HTTPRequest(
      method: .post, scheme: "http", authority: "127.0.0.1:3081", path: "/control/charges/\(charge)/console")
    request.headerFields[.contentType] = "application/json"
    let body = Array(#"{"action": "refund", "amount": "\#(yen)"}"#.utf8)
    let (response, _) = world.sandbox.respond(to: request, body: body)
    try #require(response.status == .ok)
  }
}
