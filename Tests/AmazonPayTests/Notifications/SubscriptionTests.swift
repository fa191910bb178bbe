import AmazonPay
import FerryCore
import FerryProvider
import Testing

@testable import AmazonPayModule

@Suite("Subscriptions to Amazon's topics")
struct SubscriptionTests {
  let sns: TestSNS

  init() throws { sns = try TestSNS() }

  @Test("Confirms no subscription by default: a person gets instructions without the token")
  func unanswered() async throws {
    let read = try await sns.deliver(sns.signed(TestSNS.subscription())).read
    #expect(read.confirmation == nil)
    #expect(read.meaning == .nothing && read.references == [])
    let remark = try #require(read.remark)
    #expect(remark.contains(TestSNS.topic) && !remark.contains("2336412f37fb687f"))
  }

  @Test("Builds the confirmation address itself, on the pinned host")
  func confirmed() async throws {
    var message = TestSNS.subscription()
    message["SubscribeURL"] = "https://sns.ap-northeast-1.amazonaws.com/?Action=DeleteTopic&TopicArn=all"
    let read = try await sns.deliver(sns.signed(message), notifications: sns.notifications(confirms: true)).read
    #expect(
      read.confirmation
        == NeededDocument(
          authority: "sns.ap-northeast-1.amazonaws.com",
          path: "/?Action=ConfirmSubscription&TopicArn=\(TestSNS.topic)&Token=2336412f37fb687f"))
    #expect(read.meaning == .nothing)
  }

  @Test(
    "Visits no address on another host, even if Amazon signed it",
    arguments: [
      "http://sns.ap-northeast-1.amazonaws.com/?Action=ConfirmSubscription", "https://evil.example/",
      "https://sns.ap-northeast-1.amazonaws.com.evil.example/", "https://sns.us-east-1.amazonaws.com/",
      "https://user@sns.ap-northeast-1.amazonaws.com/", "https://sns.ap-northeast-1.amazonaws.com:8443/",
      "https://sns.ap-northeast-1.amazonaws.com", "https://SNS.ap-northeast-1.amazonaws.com/",
    ])
  func elsewhere(address: String) async throws {
    for confirms in [false, true] {
      let message = try sns.signed(TestSNS.subscription().merging(["SubscribeURL": address]) { $1 })
      await #expect(throws: NotificationRefusal.untrusted) {
        try await sns.deliver(message, notifications: sns.notifications(confirms: confirms))
      }
    }
  }

  @Test("Refuses a token with characters of an address", arguments: ["a&Action=Publish", "a b", "", "a#b", "é"])
  func strangeToken(token: String) async throws {
    let message = try sns.signed(TestSNS.subscription().merging(["Token": token]) { $1 })
    await #expect(throws: NotificationRefusal.self) {
      try await sns.deliver(message, notifications: sns.notifications(confirms: true))
    }
  }

  @Test("Confirms no foreign topic and no changed or unsigned message")
  func forged() async throws {
    let notifications = try sns.notifications(confirms: true)
    let foreign = try sns.signed(
      TestSNS.subscription().merging(["TopicArn": "arn:aws:sns:ap-northeast-1:000000000000:x"]) { $1 })
    await #expect(throws: NotificationRefusal.foreignTopic) {
      try await sns.deliver(foreign, notifications: notifications)
    }
    for field in ["Token", "SubscribeURL", "MessageId", "Timestamp", "Message"] {
      var changed = try sns.signed(TestSNS.subscription())
      changed[field, default: ""] += "a"
      await #expect(throws: NotificationRefusal.unauthenticated) {
        try await sns.deliver(changed, notifications: notifications)
      }
    }
  }

  @Test("Keeps an ended subscription for a person, and visits nothing")
  func ended() async throws {
    let message = TestSNS.subscription("UnsubscribeConfirmation")
    let read = try await sns.deliver(sns.signed(message), notifications: sns.notifications(confirms: true)).read
    #expect(read.meaning == .change("UnsubscribeConfirmation") && read.references == [])
    #expect(read.confirmation == nil)
    #expect(read.remark?.contains(TestSNS.topic) == true)
  }
}
