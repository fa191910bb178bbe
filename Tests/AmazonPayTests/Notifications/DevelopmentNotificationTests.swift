import AmazonPay
import FerryCore
import FerryHTTP
import FerryProvider
import Testing
import X509

@testable import AmazonPayModule

@Suite("Notifications of a sandbox")
struct DevelopmentNotificationTests {
  let sns: TestSNS

  init() throws { sns = try TestSNS() }

  private static let origin = "http://127.0.0.1:3081"

  private func notifications(_ origin: String = origin) throws -> AmazonPayNotifications {
    try AmazonPayNotifications(
      topics: [TestSNS.topic], certificates: .development(origin: origin, root: TestSNS.der(sns.root)))
  }

  @Test("Trusts the sandbox's own root, and fetches its certificate from the sandbox only")
  func read() async throws {
    let leaf = try sns.leaf {
      $0.issuer = "Test Root"
      $0.issuerKey = .init(sns.rootKey)
      $0.issuerAddress = nil
    }
    let place = NeededDocument(
      scheme: .http, authority: "127.0.0.1:3081", path: "/sns/SimpleNotificationService-ab12.pem")
    var message = try TestSNS.notification()
    message["SigningCertURL"] = "\(Self.origin)/sns/SimpleNotificationService-ab12.pem"
    let signed = try sns.signed(message)
    let delivery = try await sns.deliver(signed, [place: TestSNS.pem(leaf)], notifications: notifications())
    #expect(delivery.asked == [place])
    #expect(delivery.read.meaning == .change("CHARGE.STATE_CHANGE"))
    for elsewhere in [
      TestSNS.address, "http://127.0.0.1:30810/sns/a.pem", "http://127.0.0.1:3081.evil.example/a.pem",
      "http://127.0.0.1:3081@evil.example/a.pem", "https://127.0.0.1:3081/sns/a.pem",
    ] {
      message["SigningCertURL"] = elsewhere
      let signed = try sns.signed(message)
      await #expect(throws: NotificationRefusal.untrusted) {
        try await sns.deliver(signed, [:], notifications: notifications())
      }
    }
  }

  @Test("Fetches no issuers' certificates")
  func issuers() async throws {
    var message = try TestSNS.notification()
    message["SigningCertURL"] = "\(Self.origin)/a.pem"
    let place = NeededDocument(scheme: .http, authority: "127.0.0.1:3081", path: "/a.pem")
    let signed = try sns.signed(message)
    await #expect(throws: NotificationRefusal.untrusted) {
      try await sns.deliver(signed, [place: TestSNS.pem(sns.leaf())], notifications: notifications())
    }
  }

  @Test(
    "The sandbox has to be on this machine",
    arguments: [
      ("http://127.0.0.1:3081", true), ("https://127.0.0.1:3445", true), ("http://localhost:3081", true),
      ("http://[::1]:3081", true), ("http://127.0.0.1", true), ("http://10.0.0.1:3081", false),
      ("https://sandbox.example", false), ("http://127.0.0.1.evil.example", false), ("http://127.0.0.1:3081/", false),
      ("http://127.0.0.1@evil.example", false), ("http://evil@127.0.0.1", false), ("ftp://127.0.0.1", false),
      ("http://127.0.0.1:0", false), ("http://127.0.0.1:99999", false), ("http://localhost.evil.example", false),
      ("", false),
      ("http://127.1", false), ("http://127.0.0.256", false),
    ])
  func local(origin: String, isRight: Bool) {
    let isTaken = (try? notifications(origin)) != nil
    #expect(isTaken == isRight)
  }

  @Test("Refused for live payments")
  func live() throws {
    let account = try TestAccount.make(mode: .live, publicKeyId: "LIVE-AHEXAMPLEKEYID0000000000000")
    #expect(throws: InvalidField(field: "notifications.certificates", .sandboxOnly)) {
      try AmazonPayProvider(account, .init(notifications: notifications()))
    }
    _ = try AmazonPayProvider(account, .init(notifications: sns.notifications()))
  }

  @Test(
    "Topics have their full names",
    arguments: [
      "", "topic", "arn:aws:sns:ap-northeast-1:291180941288", "arn:aws:sns::291180941288:a",
      "arn:aws:sns:ap-northeast-1:29118094128:a", "arn:aws:sqs:ap-northeast-1:291180941288:a",
      "arn:aws:sns:AP-northeast-1:291180941288:a", "arn:aws:sns:evil.example/x:291180941288:a",
      "arn:aws-cn:sns:cn-north-1:291180941288:a", "arn:aws:sns:ap-northeast-1:291180941288:a b",
      "arn:aws:sns:ap-northeast-1:291180941288:a:b", "arn:aws:sns:-a-:291180941288:a",
    ])
  func topics(text: String) {
    #expect(throws: AmazonPayNotificationsProblem.topicMalformed) {
      try AmazonPayNotifications(topics: [TestSNS.topic, text], certificates: .amazon)
    }
  }

  @Test("Without a topic, or with an invalid root, the settings are refused")
  func nothing() {
    #expect(throws: AmazonPayNotificationsProblem.topicsMissing) {
      try AmazonPayNotifications(topics: [], certificates: .amazon)
    }
    #expect(throws: AmazonPayNotificationsProblem.rootUnreadable) {
      try AmazonPayNotifications(
        topics: [TestSNS.topic], certificates: .development(origin: Self.origin, root: [1, 2, 3]))
    }
  }
}
