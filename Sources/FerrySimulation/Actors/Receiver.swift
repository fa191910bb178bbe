import FerryCore
import FerryEngine
import FerryHTTP
import FerrySandbox
import FerryTesting
import Foundation
import HTTPTypes

/// The shop's endpoint for webhooks.
final class Receiver: Sendable {
  let endpoint: WebhookEndpoint

  init(_ randomness: any Randomness) {
    endpoint = WebhookEndpoint(
      id: "orders", shop: World.shopID, mode: .test, url: "https://shop.example/webhooks",
      secrets: [WebhookSecret(randomness)])
  }
}

/// A server's connection to the shop's endpoint.
struct WebhookPost: WebhookTransport {
  let world: World
  let process: Process
  let chance: Chance

  func post(_ request: WebhookRequest, timeout: Duration) async throws(WebhookFailure) -> WebhookAnswer {
    guard !world.kills(process, "before a webhook") else { throw .notReached }
    // A request on its way arrives although the process is paused.
    do { try await world.time.sleep(for: chance.duration(.milliseconds(5)...(.milliseconds(300)))) } catch {
      throw .broken
    }
    guard let body = try? JSONDecoder().decode(WebhookBody.self, from: Data(request.body)) else { throw .broken }
    let id = request.headers.first { $0.name.rawName.lowercased() == "webhook-id" }?.value ?? ""
    if !isSigned(request) {
      world.history.note(
        "shop", body.data.orderReference, .broken(promise: "Webhooks are signed.", "\(id) has no valid signature."))
    }
    let status = world.happens(.webhookRefused) ? 500 : 204
    world.history.note("shop", body.data.orderReference, .webhook(id: id, body, status: status))
    world.tell()
    if world.kills(process, "before a webhook's answer") { throw .broken }
    if world.happens(.webhookSlow) {
      try await pass(timeout)
      throw .tooLate
    }
    if world.happens(.webhookReplyLost) { throw .broken }
    return WebhookAnswer(status: status)
  }

  private func isSigned(_ request: WebhookRequest) -> Bool {
    do {
      let signature = try WebhookSignature { name in HTTPField.Name(name).flatMap { request.headers[$0] } }
      try signature.verify(request.body, secrets: world.receiver.endpoint.secrets, at: world.time.now)
      return true
    } catch { return false }
  }

  private func pass(_ duration: Duration) async throws(WebhookFailure) {
    do { try await world.time.sleep(for: duration) } catch { throw .broken }
    guard await process.goesOn() else { throw .broken }
  }
}

/// A provider's notifications on their way to the servers.
struct NotificationPost: NotificationTransport {
  struct Lost: Error {}

  let world: World
  let bench: ProviderBench
  let chance: Chance

  func post(_ message: NotificationMessage, timeout: Duration) async throws -> Int {
    try await world.time.sleep(for: chance.duration(.milliseconds(5)...(.seconds(3))))
    if world.happens(.notificationLost) { throw Lost() }
    var body = message.body
    if world.happens(.notificationForged), !body.isEmpty {
      try await forge(message)
      body[chance.below(body.count)] ^= 1
    }
    let status = try await deliver(message, body)
    if world.happens(.notificationRepeated) { return try await deliver(message, body) }
    return status
  }

  /// Sends what the provider has not signed.
  private func forge(_ message: NotificationMessage) async throws {
    guard let name = bench.signedMember, var members = try? [String: UntypedJSON](json: message.body),
      let text = members[name]?.plainText
    else { return }
    members[name] = if case .number = members[name] { .number(text + "0") } else { .string(text + " ") }
    guard try await deliver(message, stableJSON(members)) < 300 else { return }
    world.history.note(
      "thief", "all orders", .broken(promise: "A forged notification is refused.", "\(bench) had not signed it."))
  }

  private func deliver(_ message: NotificationMessage, _ body: [UInt8]) async throws -> Int {
    let fields = HTTPFields(message.headers.sorted { $0.key < $1.key }.map { (name: $0.key, value: $0.value) })
    let path = String(message.url.dropFirst(World.shop.text.count))
    return try await world.fleet.answer(.post, path, fields, body, chance).status.code
  }
}
