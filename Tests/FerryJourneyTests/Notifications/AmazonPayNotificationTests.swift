import AmazonPaySandbox
import FerryCheckout
import FerryCore
import FerryEngine
import FerryProvider
import FerrySandbox
import FerryServer
import FerryTesting
import HTTPTypes
import Metrics
import Testing

@Suite("Amazon Pay's notifications, from the sandbox through the server to the checkout, on virtual time")
struct AmazonPayNotificationTests {
  typealias SignatureVersion = NotificationSettings.SignatureVersion

  /// The books about an order of 9,520 yen.
  private struct Outcome: Hashable {
    var phase = Phase.paid
    var refunded: Money
    var balances: [LedgerEntry.Account: Int64]
    var refundEntries: Int

    static let known = Outcome(
      refunded: .yen(3_000), balances: [.receivable: 6_520, .sales: -6_520], refundEntries: 1)
    static let unknown = Outcome(
      refunded: .yen(0), balances: [.receivable: 9_520, .sales: -9_520], refundEntries: 0)
  }

  private struct Course {
    /// The books without any inquiry.
    var told: [String]
    var outcome: Outcome
    /// "REFUND delivered" for each message, the oldest first.
    var deliveries: [String]
    var subscriptionIsConfirmed: Bool
  }

  /// A buyer pays; an hour later a person refunds 3,000 yen in the console; then time passes.
  private func refundInConsole(_ world: InProcessAmazonPay, wait: Duration) async throws -> Course {
    let buyer = InProcessBuyer(world: world)
    let id = try await buyer.pay().checkout.id
    try await world.time.sleep(for: .seconds(3_600))
    let before = try await buyer.events(id).count
    try await buyer.console("refund", id, amount: "3000")
    try await world.time.sleep(for: wait)
    let listing = try buyer.control("GET", "notifications", [:])
    let messages = listing["notifications"] as? [[String: Any]] ?? []
    let asked = try buyer.control("GET", "amazon-pay/subscriptions", [:])
    let subscriptions = asked["subscriptions"] as? [[String: Any]] ?? []
    return Course(
      told: Array(try await buyer.events(id).dropFirst(before)),
      outcome: Outcome(
        phase: try #require(await world.engine.file(id)).checkout.phase,
        refunded: try await buyer.payment(id).refunded, balances: try await world.balances(),
        refundEntries: try await world.store.ledger(id).filter { $0.kind == .refund }.count),
      deliveries: messages.map { "\($0["objectType"] ?? $0["type"] ?? "") \($0["state"] ?? "")" },
      subscriptionIsConfirmed: !subscriptions.isEmpty && subscriptions.allSatisfy { $0["confirmedAt"] is String })
  }

  @Test(
    "With a notification a refund in the console is known within a minute; without one, not even in an hour",
    arguments: SignatureVersion.allCases)
  func refund(_ version: SignatureVersion) async throws {
    let world = try InProcessAmazonPay(notificationVersion: version, asksForConfirmation: true)
    let course = try await world.runNotified { try await refundInConsole(world, wait: .seconds(60)) }
    #expect(course.outcome == .known)
    #expect(course.told.contains("notified REFUND.STATE_CHANGE"))
    #expect(course.deliveries.contains("REFUND delivered"))
    #expect(course.deliveries.allSatisfy { $0.hasSuffix(" delivered") })
    #expect(course.subscriptionIsConfirmed)

    let silent = try InProcessAmazonPay()
    let unheard = try await silent.run { try await refundInConsole(silent, wait: .seconds(3_600)) }
    #expect(unheard.outcome == .unknown)
    #expect(unheard.told.isEmpty)
  }

  /// A message that is not Amazon's for us.
  struct Forgery: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var old = ""
    var new = ""
    var topics: Set<String> = [InProcessAmazonPay.topic]
    var isOfOtherAuthority = false
    var reason = NotificationRefusal.unauthenticated

    func applied(to text: String) -> String? {
      guard !old.isEmpty else { return text }
      return text.contains(old) ? text.replacing(old, with: new) : nil
    }

    private static let otherTopic = "arn:aws:sns:ap-northeast-1:000000000000:another"

    static let all = [
      Forgery(testDescription: "other time", old: #""Timestamp":"2026-"#, new: #""Timestamp":"2027-"#),
      Forgery(testDescription: "other id", old: #""MessageId":""#, new: #""MessageId":"0"#),
      Forgery(testDescription: "other content", old: "STATE_CHANGE", new: "ATTRIBUTE_CHANGE"),
      Forgery(testDescription: "other hash", old: #""SignatureVersion":"2""#, new: #""SignatureVersion":"1""#),
      Forgery(
        testDescription: "our topic's name on another's", old: InProcessAmazonPay.topic, new: otherTopic,
        topics: [otherTopic]),
      Forgery(testDescription: "other topic", topics: [otherTopic], reason: .foreignTopic),
      Forgery(testDescription: "other authority", isOfOtherAuthority: true, reason: .untrusted),
    ]
  }

  /// All messages are refused for one reason, and the refund stays unknown.
  private func expectRefusals(
    _ reason: NotificationRefusal, _ world: InProcessAmazonPay,
    forgery: @escaping @Sendable (String) -> String? = { $0 }
  ) async throws {
    let metrics = PrometheusMetrics()
    let course = try await withMetricsFactory(metrics) {
      try await world.runNotified(forgery: forgery) { try await refundInConsole(world, wait: .seconds(3_600)) }
    }
    #expect(course.outcome == .unknown)
    #expect(course.told.isEmpty)
    #expect(course.deliveries.contains("REFUND refused"))
    #expect(course.deliveries.allSatisfy { $0.hasSuffix(" refused") })
    #expect(try await world.store.inbox().isEmpty)
    let counted = metrics.text.split(separator: "\n").filter { $0.hasPrefix("ferry_notifications_total") }
    let labels = #"provider="amazon-pay",mode="test",result="\#(reason.rawValue)""#
    #expect(counted == ["ferry_notifications_total{\(labels)} \(course.deliveries.count).0"])
  }

  @Test(
    "A foreign message is refused, counted by the reason, and changes nothing",
    arguments: Forgery.all)
  func forged(_ forgery: Forgery) async throws {
    let root = forgery.isOfOtherAuthority ? try NotificationAuthority(now: VirtualTime().now).root : nil
    let world = try InProcessAmazonPay(notificationVersion: .two, topics: forgery.topics, notificationRoot: root)
    try await expectRefusals(forgery.reason, world) { forgery.applied(to: $0) }
  }

  @Test("A certificate whose address redirects elsewhere is not trusted", arguments: [301, 302, 307, 308])
  func redirected(_ status: Int) async throws {
    let world = try InProcessAmazonPay(notificationVersion: .two) { transport in
      RedirectedCertificates(transport, HTTPResponse.Status(code: status))
    }
    try await expectRefusals(.unauthenticated, world)
  }
}
