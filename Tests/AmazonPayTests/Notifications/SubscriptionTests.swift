import AmazonPay
import FerryCore
import FerryProvider
import Testing

@testable import AmazonPayModule

@Suite("Subscriptions to Amazon's topics")
struct SubscriptionTests {
  let sns: TestSNS

  init() throws { sns = try TestSNS() }

  @Test("Nothing is visited unless a person wants it: he reads what to do, and no token")
  func unanswered() async throws {
    let read = try await sns.deliver(sns.signed(TestSNS.subscription())).read
    #expect(read.confirmation == nil)
    #expect(read.meaning == .nothing && read.references == [])
    let remark = try #require(read.remark)
    #expect(remark.contains(TestSNS.topic) && !remark.contains("2336412f37fb687f"))
  }

  @Test("What is visited is put together here, on the pinned host")
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
    "An address elsewhere is not visited, though Amazon has signed it",
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

  @Test("A token that would be more than a token is refused", arguments: ["a&Action=Publish", "a b", "", "a#b", "é"])
  func strangeToken(token: String) async throws {
    let message = try sns.signed(TestSNS.subscription().merging(["Token": token]) { $1 })
    await #expect(throws: NotificationRefusal.self) {
      try await sns.deliver(message, notifications: sns.notifications(confirms: true))
    }
  }

  @Test("Nobody answers for a topic that is not ours, or for a message that is changed or nobody has signed")
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

  @Test("A subscription that has ended is kept for a person, and nothing is visited")
  func ended() async throws {
    let message = TestSNS.subscription("UnsubscribeConfirmation")
    let read = try await sns.deliver(sns.signed(message), notifications: sns.notifications(confirms: true)).read
    #expect(read.meaning == .change("UnsubscribeConfirmation") && read.references == [])
    #expect(read.confirmation == nil)
    #expect(read.remark?.contains(TestSNS.topic) == true)
  }
}
