import Crypto
import CryptoExtras
import FerryCore
import FerrySandbox
import FerryTesting
import HTTPTypes
import Logging
import ServiceLifecycle
import SwiftASN1
import Synchronization
import Testing
@_spi(FixedExpiryValidationTime) import X509

@testable import AmazonPaySandbox

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A merchant's address that records messages.
final class ReceivingEnd: NotificationTransport {
  struct Failure: Error {}

  private let state = Mutex<(messages: [NotificationMessage], answers: [Int?])>(([], []))

  var messages: [NotificationMessage] { state.withLock { $0.messages } }

  /// Sets the next statuses, in order; nil is no answer. Afterwards it answers 200.
  func answer(_ answers: Int?...) { state.withLock { $0.answers += answers } }

  func post(_ message: NotificationMessage, timeout: Duration) async throws -> Int {
    let answer = state.withLock { state -> Int? in
      state.messages.append(message)
      return state.answers.isEmpty ? 200 : state.answers.removeFirst()
    }
    guard let answer else { throw Failure() }
    return answer
  }
}

@Suite("Notifications")
struct SandboxNotificationTests {
  private static let url = "https://shop.example.test/ipn"

  private func shop(
    _ settings: NotificationSettings = NotificationSettings { $0.asksForConfirmation = false },
    _ change: (inout Shop.Setup) -> Void = { _ in }
  ) throws -> Shop {
    try Shop { setup in
      setup.merchants[0].notificationURLs = [.sandbox: Self.url]
      setup.notifications = settings
      setup.place.isControlEnabled = true
      change(&setup)
    }
  }

  /// Sends all due messages, like the service.
  private func deliver(_ shop: Shop, to end: ReceivingEnd) async throws {
    while true {
      let due = shop.sandbox.state.drainDueNotifications().deliveries
      guard !due.isEmpty else { return }
      for delivery in due {
        let message = try shop.sandbox.message(delivery)
        let status = try? await end.post(message, timeout: .seconds(1))
        shop.note(status.map { .status($0) } ?? .noAnswer, of: delivery.number)
      }
    }
  }

  private func envelope(_ message: NotificationMessage) throws -> JSONValue {
    try JSONValue(parsing: message.body)
  }

  private func inner(_ message: NotificationMessage) throws -> JSONValue {
    try JSONValue(parsing: Array(#require(try envelope(message)["Message"]?.text).utf8))
  }

  /// "CHARGE S03-…-C000000" for each message.
  private func objects(_ end: ReceivingEnd) throws -> [String] {
    try end.messages.map {
      let message = try inner($0)
      return "\(message["ObjectType"]?.text ?? "") \(message["ObjectId"]?.text ?? "")"
    }
  }

  private func control(
    _ shop: Shop, _ method: HTTPRequest.Method, _ path: String, _ body: String = ""
  ) async throws -> Shop.Answer {
    var request = HTTPRequest(method: method, scheme: "http", authority: "127.0.0.1:3081", path: "/control/" + path)
    request.headerFields[.contentType] = body.isEmpty ? nil : "application/json"
    let exchange = try await shop.sandbox.exchange(request, body: Array(body.utf8))
    return Shop.Answer(
      status: exchange.response.status.code, body: try JSONValue(parsing: exchange.body), bytes: exchange.body)
  }

  @Test("Every change of charge permission, charge and refund is announced, without the state")
  func everyChange() async throws {
    let shop = try shop()
    let end = ReceivingEnd()
    let ids = try shop.authorized()
    try await deliver(shop, to: end)
    #expect(try objects(end).sorted() == ["CHARGE \(ids.charge)", "CHARGE_PERMISSION \(ids.permission)"])
    try shop.call(.post, "/v2/charges/\(ids.charge)/capture", Shop.price("captureAmount", "8980"), key: "c")
    try await deliver(shop, to: end)
    #expect(try objects(end).count == 4)
    let refund = try #require(
      try shop.call(
        .post, "/v2/refunds",
        #"{"chargeId":"\#(ids.charge)","refundAmount":{"amount":"80","currencyCode":"JPY"}}"#, key: "r"
      ).body["refundId"]?.text)
    try await deliver(shop, to: end)
    shop.time.advance(by: .seconds(30))
    try await deliver(shop, to: end)
    #expect(try objects(end).suffix(2) == ["REFUND \(refund)", "REFUND \(refund)"])
    let message = try #require(end.messages.last)
    #expect(
      try inner(message).members?.map(\.name) == [
        "MerchantID", "ObjectType", "ObjectId", "ChargePermissionId", "NotificationType", "NotificationId",
        "NotificationVersion",
      ])
    #expect(try inner(message)["MerchantID"]?.text == Shop.merchantID)
    #expect(try inner(message)["ChargePermissionId"]?.text == ids.permission)
    #expect(try inner(message)["NotificationType"]?.text == "STATE_CHANGE")
    #expect(try inner(message)["NotificationVersion"]?.text == "V2")
    #expect(message.url == Self.url)
    #expect(message.headers["content-type"] == "text/plain; charset=UTF-8")
    #expect(
      try envelope(message).members?.map(\.name) == [
        "Type", "MessageId", "TopicArn", "Message", "Timestamp", "SignatureVersion", "Signature", "SigningCertURL",
        "UnsubscribeURL",
      ])
    #expect(try envelope(message)["Timestamp"]?.text == "2025-01-02T03:04:35.000Z")
    let ids2 = Set(try end.messages.map { try envelope($0)["MessageId"]?.text })
    #expect(ids2.count == end.messages.count)
  }

  @Test("Lapses, pending decisions, expiries and disputes are announced too")
  func timeAndConsole() async throws {
    let shop = try shop()
    let end = ReceivingEnd()
    let ids = try shop.authorized(pending: true, card: "4354")
    try await deliver(shop, to: end)
    #expect(try objects(end).contains("CHARGE \(ids.charge)"))
    let count = end.messages.count
    shop.time.advance(by: .seconds(30))
    try await deliver(shop, to: end)
    #expect(
      try objects(end).dropFirst(count).sorted() == ["CHARGE \(ids.charge)", "CHARGE_PERMISSION \(ids.permission)"])
    let lapsing = try shop.authorized(key: "b")
    try await deliver(shop, to: end)
    let before = end.messages.count
    shop.time.advance(by: .seconds(30 * 86_400))
    try await deliver(shop, to: end)
    #expect(try objects(end).dropFirst(before).contains("CHARGE \(lapsing.charge)"))
    let captured = try shop.captured(key: "c")
    try await deliver(shop, to: end)
    _ = try await control(shop, .post, "amazon-pay/charges/\(captured)/console", #"{"action":"chargeback"}"#)
    try await deliver(shop, to: end)
    #expect(try objects(end).last?.hasPrefix("CHARGEBACK \(captured.prefix(19))-B") == true)
  }

  @Test("A merchant without an address gets no notifications, and none are stored")
  func noAddress() async throws {
    let shop = try Shop()
    _ = try shop.captured()
    #expect(shop.sandbox.state.drainDueNotifications().deliveries.isEmpty)
    #expect(shop.sandbox.state.change { ledger, _ in ledger.post.count } == 0)
    #expect(shop.sandbox.notificationRoot == nil)
  }

  /// Verifies as a receiver does by the documentation of SNS, without any code of the sandbox.
  private func verify(_ shop: Shop, _ message: NotificationMessage) async throws -> Bool {
    let envelope = try envelope(message)
    let address = try #require(envelope["SigningCertURL"]?.text)
    #expect(address.hasPrefix("http://127.0.0.1:3081/sns/SimpleNotificationService-"))
    let request = HTTPRequest(
      method: .get, scheme: "http", authority: "127.0.0.1:3081",
      path: String(address.dropFirst("http://127.0.0.1:3081".count)))
    let (response, pem) = shop.sandbox.respond(to: request, body: [])
    #expect(response.status == .ok)
    let leaf = try Certificate(pemEncoded: String(decoding: pem, as: UTF8.self))
    let root = try Certificate(derEncoded: try #require(shop.sandbox.notificationRoot))
    var verifier = Verifier(rootCertificates: CertificateStore([root])) {
      RFC5280Policy(fixedExpiryValidationTime: Date(timeIntervalSince1970: 1_735_787_045))
    }
    guard
      case .validCertificate = await verifier.validate(leaf: leaf, intermediates: CertificateStore([]))
    else { return false }
    #expect(try leaf.extensions.subjectAlternativeNames?.contains(.dnsName("sns.amazonaws.com")) == true)
    var text = ""
    for name in ["Message", "MessageId", "Subject", "SubscribeURL", "Timestamp", "Token", "TopicArn", "Type"] {
      if let value = envelope[name]?.text { text += "\(name)\n\(value)\n" }
    }
    let key = try #require(_RSA.Signing.PublicKey(leaf.publicKey))
    let encoded = try #require(envelope["Signature"]?.text)
    let signature = _RSA.Signing.RSASignature(rawRepresentation: try #require(Data(base64Encoded: encoded)))
    return envelope["SignatureVersion"]?.text == "2"
      ? key.isValidSignature(signature, for: SHA256.hash(data: Data(text.utf8)), padding: .insecurePKCS1v1_5)
      : key.isValidSignature(signature, for: Insecure.SHA1.hash(data: Data(text.utf8)), padding: .insecurePKCS1v1_5)
  }

  @Test(
    "Messages are signed under the sandbox's own root, by either hash",
    arguments: NotificationSettings.SignatureVersion.allCases)
  func signatures(_ version: NotificationSettings.SignatureVersion) async throws {
    let shop = try shop(NotificationSettings { $0.signatureVersion = version })
    let end = ReceivingEnd()
    _ = try shop.captured()
    try await deliver(shop, to: end)
    #expect(end.messages.count == 3)
    for message in end.messages { #expect(try await verify(shop, message)) }
    let other = try self.shop()
    #expect(shop.sandbox.notificationRoot != other.sandbox.notificationRoot)
  }

  @Test("A stored authority certifies the next start's key, under the same root")
  func keptAuthority() async throws {
    let authority = try NotificationAuthority(now: Shop.start)
    let again = try NotificationAuthority(pem: authority.pem)
    let shop = try shop(
      NotificationSettings {
        $0.authority = again
        $0.asksForConfirmation = false
      })
    #expect(shop.sandbox.notificationRoot == authority.root)
    let end = ReceivingEnd()
    _ = try shop.captured()
    try await deliver(shop, to: end)
    #expect(try await verify(shop, #require(end.messages.first)))
    #expect(throws: NotificationAuthority.Unreadable.self) { try NotificationAuthority(pem: Secret("nothing")) }
  }

  @Test("An address gets one request for confirmation, and a visit with the token confirms it")
  func confirmation() async throws {
    let shop = try shop(NotificationSettings())
    let end = ReceivingEnd()
    try await deliver(shop, to: end)
    let message = try #require(end.messages.first)
    #expect(end.messages.count == 1)
    #expect(try envelope(message)["Type"]?.text == "SubscriptionConfirmation")
    #expect(try await verify(shop, message))
    let address = try #require(try envelope(message)["SubscribeURL"]?.text)
    func visit(_ path: String) -> Int {
      shop.sandbox.respond(
        to: HTTPRequest(method: .get, scheme: "http", authority: "127.0.0.1:3081", path: path), body: []
      ).0.status.code
    }
    let path = String(address.dropFirst("http://127.0.0.1:3081".count))
    #expect(visit(path + "0") == 400)
    let subscriptions = try await control(shop, .get, "amazon-pay/subscriptions").body["subscriptions"]?.elements
    #expect(subscriptions?.first?["confirmedAt"] == .null)
    #expect(visit(path) == 200)
    let confirmed = try await control(shop, .get, "amazon-pay/subscriptions").body["subscriptions"]?.elements
    #expect(confirmed?.first?["confirmedAt"]?.text == "2025-01-02T03:04:05Z")
  }

  @Test("A failure or timeout is retried three times, an hour apart; a 4xx is not retried")
  func retries() async throws {
    let shop = try shop()
    let end = ReceivingEnd()
    #expect(try shop.complete(shop.confirmed(intent: "Confirm")).state == "Completed")
    end.answer(500, nil, 503, 500)
    try await deliver(shop, to: end)
    #expect(end.messages.count == 1)
    for attempt in 2...4 {
      shop.time.advance(by: .seconds(3599))
      try await deliver(shop, to: end)
      #expect(end.messages.count == attempt - 1)
      shop.time.advance(by: .seconds(1))
      try await deliver(shop, to: end)
      #expect(end.messages.count == attempt)
    }
    #expect(Set(end.messages).count == 1)
    shop.time.advance(by: .seconds(86_400))
    try await deliver(shop, to: end)
    #expect(end.messages.count == 4)
    let listed = try await control(shop, .get, "notifications").body["notifications"]?.elements?.first
    #expect(listed?["state"]?.text == "exhausted")
    #expect(listed?["attempts"]?.elements?.map { $0["status"] } == [500, .null, 503, 500])
    #expect(listed?["attempts"]?.elements?.count == 4)

    end.answer(403)
    _ = try shop.complete(shop.confirmed(intent: "Confirm", key: "b"))
    try await deliver(shop, to: end)
    shop.time.advance(by: .seconds(86_400))
    try await deliver(shop, to: end)
    #expect(end.messages.count == 5)
    let number = 2
    #expect(try await control(shop, .post, "notifications/\(number)/resend", "{}").status == 202)
    try await deliver(shop, to: end)
    #expect(end.messages.count == 6)
    #expect(try await control(shop, .post, "notifications/99/resend", "{}").status == 404)
  }

  @Test("Notifications are lost, delayed and duplicated as planned for their object")
  func faults() async throws {
    let shop = try shop()
    shop.sandbox.state.change { ledger, _ in
      ledger.post.faults.add(NotificationFault(.lose, onObject: NotificationObject.chargePermission.rawValue))
    }
    let end = ReceivingEnd()
    let plan = try await control(
      shop, .post, "notifications/faults", #"{"kind":"duplicate","copies":2,"milliseconds":1000,"object":"CHARGE"}"#)
    #expect(plan.status == 201)
    #expect(plan.body["faults"]?.elements?.count == 2)
    let ids = try shop.authorized()
    try await deliver(shop, to: end)
    #expect(try objects(end) == ["CHARGE \(ids.charge)"])
    shop.time.advance(by: .seconds(2))
    try await deliver(shop, to: end)
    #expect(end.messages.count == 3)
    #expect(Set(end.messages).count == 1)

    _ = try await control(
      shop, .post, "notifications/faults", #"{"kind":"delay","milliseconds":60000,"object":"CHARGE"}"#)
    try shop.call(.post, "/v2/charges/\(ids.charge)/capture", Shop.price("captureAmount", "8980"), key: "c")
    try await deliver(shop, to: end)
    #expect(try objects(end).last == "CHARGE_PERMISSION \(ids.permission)")
    shop.time.advance(by: .seconds(60))
    try await deliver(shop, to: end)
    #expect(try objects(end).last == "CHARGE \(ids.charge)")
    let states = try await control(shop, .get, "notifications").body["notifications"]?.elements?.map {
      $0["state"]?.text
    }
    #expect(states?.filter { $0 == "lost" }.count == 1)
    #expect(try await control(shop, .get, "notifications/faults").body["faults"] == [])
    for wrong in [#"{"kind":"eat"}"#, #"{"kind":"delay"}"#, #"{"kind":"duplicate","copies":21}"#] {
      #expect(try await control(shop, .post, "notifications/faults", wrong).status == 400)
    }
  }

  @Test("The service sends on time without a request, and follows an advanced clock")
  func service() async throws {
    let shop = try shop()
    let end = ReceivingEnd()
    let ids = try shop.authorized(pending: true, card: "0701")
    // A sleep on this clock moves it, so everything that is due later happens at once.
    let service = NotificationService(shop.sandbox, transport: end)
    let group = ServiceGroup(
      configuration: ServiceGroupConfiguration(
        services: [.init(service: service)], logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }))
    async let running: Void = group.run()
    while try !objects(end).contains("CHARGE_PERMISSION \(ids.permission)") || end.messages.count < 5 {
      try await Task.sleep(for: .milliseconds(5))
    }
    await group.triggerGracefulShutdown()
    try await running
    #expect(try objects(end).filter { $0 == "CHARGE \(ids.charge)" }.count >= 2)
  }

  @Test("Planned notifications are sent after a restart, and delivered ones are not")
  func restart() async throws {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("sandbox-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let end = ReceivingEnd()
    var charge = ""
    do {
      let shop = try shop { $0.journal = path }
      charge = try shop.authorized().charge
      let due = shop.sandbox.state.drainDueNotifications().deliveries
      #expect(due.count == 2)
      let permission = try #require(due.first { $0.announcedState == "NonChargeable" })
      shop.note(.status(200), of: permission.number)
      _ = try await control(shop, .get, "notifications")
      _ = try await shop.sandbox.exchange(
        try shop.signed(.get, "/v2/charges/\(charge)"), body: [])
      // The process ends here.
    }
    let shop = try shop { $0.journal = path }
    try await deliver(shop, to: end)
    #expect(try objects(end) == ["CHARGE \(charge)"])
  }

  @Test("Only the last finished messages are kept")
  func limit() async throws {
    let shop = try shop(
      NotificationSettings {
        $0.asksForConfirmation = false
        $0.logLimit = 5
      })
    let end = ReceivingEnd()
    for number in 0..<10 {
      _ = try shop.captured(key: "\(number)")
      try await deliver(shop, to: end)
    }
    #expect(end.messages.count > 15)
    #expect(shop.sandbox.state.change { ledger, _ in ledger.post.count } == 5)
  }

  @Test(
    "An invalid address or topic is refused at the start",
    arguments: ["ftp://shop.example.test/ipn", "/ipn", "https://shop.example.test/ipn#x"])
  func wrongAddress(_ url: String) throws {
    #expect(throws: SandboxConfigurationError(problems: [.notificationURL(url)])) {
      try Shop { $0.merchants[0].notificationURLs = [.sandbox: url] }
    }
    #expect(throws: SandboxConfigurationError(problems: [.topic("topic")])) {
      try shop(NotificationSettings { $0.topicARN = "topic" })
    }
  }
}
