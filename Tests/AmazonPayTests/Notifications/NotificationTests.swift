import AmazonPay
import FerryCore
import FerryProvider
import Foundation
import HTTPTypes
import Testing

@testable import AmazonPayModule

@Suite("Notifications of Amazon Pay")
struct NotificationTests {
  let sns: TestSNS

  init() throws { sns = try TestSNS() }

  @Test("A signed notification names the changed object and its checkout", arguments: ["1", "2"])
  func read(version: String) async throws {
    var message = try TestSNS.notification()
    message["SignatureVersion"] = version
    let delivery = try await sns.deliver(sns.signed(message))
    #expect(delivery.asked == [TestSNS.place, TestSNS.issuerPlace])
    #expect(delivery.read.sender == .authenticated)
    #expect(delivery.read.meaning == .change("CHARGE.STATE_CHANGE"))
    #expect(delivery.read.messageID == "26858270-545e-5848-82a2-e05566af3dcf")
    #expect(
      delivery.read.references == [
        ProviderReference("charge", "S03-1234567-1234567-C123456"),
        ProviderReference("charge-permission", "S03-1234567-1234567"),
      ])
    #expect(delivery.read.remark == nil && delivery.read.confirmation == nil)
  }

  @Test("The signature covers the subject if there is one")
  func subject() async throws {
    var message = try TestSNS.notification()
    message["Subject"] = "A subject"
    let signed = try sns.signed(message)
    #expect(try await sns.refusal(signed) == nil)
    #expect(try await sns.refusal(signed.merging(["Subject": "Another"]) { $1 }) == .unauthenticated)
    #expect(try await sns.refusal(signed.filter { $0.key != "Subject" }) == .unauthenticated)
    let without = try sns.signed(try TestSNS.notification())
    #expect(try await sns.refusal(without.merging(["Subject": "Added"]) { $1 }) == .unauthenticated)
  }

  @Test(
    "Refuses any change of the signed text",
    arguments: [
      ("Message", "{\"MerchantID\":\"A1B2C3D4E5F6G7\",\"ObjectType\":\"REFUND\"}"), ("MessageId", "another"),
      ("Timestamp", "2026-01-01T00:00:01.000Z"), ("Type", "SubscriptionConfirmation"),
      ("Signature", "AAAA"), ("Signature", ""), ("SignatureVersion", "2"),
    ])
  func changed(field: String, value: String) async throws {
    var message = try sns.signed(try TestSNS.notification())
    message[field] = value
    // The message has all members of the other type.
    message["Token"] = "2336412f37fb687f"
    message["SubscribeURL"] = "https://sns.ap-northeast-1.amazonaws.com/"
    #expect(try await sns.refusal(message) == .unauthenticated)
  }

  @Test("Refuses a changed topic, also if it is another one of ours")
  func changedTopic() async throws {
    let other = TestSNS.topic + "X"
    let message = try sns.signed(try TestSNS.notification()).merging(["TopicArn": other]) { $1 }
    #expect(try await sns.refusal(message) == .foreignTopic)
    var notifications = try AmazonPayNotifications(topics: [TestSNS.topic, other], certificates: .amazon)
    notifications.amazonRoots = [try TestSNS.der(sns.root)]
    await #expect(throws: NotificationRefusal.unauthenticated) {
      try await sns.deliver(message, notifications: notifications)
    }
  }

  @Test("Fetches nothing for a foreign topic, and reports its name to a person")
  func foreignTopic() async throws {
    var message = try TestSNS.notification()
    message["TopicArn"] = "arn:aws:sns:ap-northeast-1:291180941288:OTHER"
    let body = Array(try TestSNS.text(sns.signed(message)).utf8)
    await #expect(throws: NotificationRefusal.foreignTopic) { try await sns.deliver(body, [:]) }
    let provider = try AmazonPayProvider(try TestSNS.account.get(), .init(notifications: sns.notifications()))
    let notification = IncomingNotification(headers: HTTPFields(), body: body, receivedAt: TestSNS.now)
    let remark = try #require(provider.remark(on: notification, refused: .foreignTopic))
    #expect(remark.contains("arn:aws:sns:ap-northeast-1:291180941288:OTHER"))
    #expect(provider.remark(on: notification, refused: .unauthenticated) == nil)
  }

  @Test("A notification for another merchant is refused")
  func foreignMerchant() async throws {
    for merchant in ["A1B2C3D4E5F6G8", "", "a1b2c3d4e5f6g7", "A1B2C3D4E5F6G7 "] {
      let message = try TestSNS.notification { $0["MerchantID"] = merchant }
      #expect(try await sns.refusal(sns.signed(message)) == .foreignAccount, "\(merchant)")
    }
  }

  @Test("Refuses unknown signature versions", arguments: ["3", "0", "", "1.0", "01"])
  func version(text: String) async throws {
    var message = try sns.signed(try TestSNS.notification())
    message["SignatureVersion"] = text
    #expect(try await sns.refusal(message) == .unauthenticated)
  }

  @Test(
    "Refuses a message with a missing member",
    arguments: [
      "Type", "MessageId", "TopicArn", "Message", "Timestamp", "SignatureVersion", "Signature", "SigningCertURL",
    ])
  func missing(field: String) async throws {
    let message = try sns.signed(try TestSNS.notification()).filter { $0.key != field }
    #expect(try await sns.refusal(message) == .malformed)
  }

  @Test("Members other than the message have one line, so the signed text is unambiguous")
  func oneReading() async throws {
    let text = try TestSNS.notification()["Message"] ?? ""
    let id = try TestSNS.notification()["MessageId"] ?? ""
    // The same signed text, split at another place.
    var message = try TestSNS.notification()
    message["Message"] = "\(text)\nMessageId\n\(id)"
    message["MessageId"] = "m"
    let signed = try sns.signed(message)
    let shifted = signed.merging(["Message": text, "MessageId": "\(id)\nMessageId\nm"]) { $1 }
    #expect(try await sns.refusal(shifted) == .malformed)
    for (field, value) in [
      ("MessageId", "a b"), ("Timestamp", "2026\n"), ("Subject", "a\nb"),
      ("MessageId", String(repeating: "a", count: 129)),
    ] {
      var message = try TestSNS.notification()
      message[field] = value
      #expect(try await sns.refusal(sns.signed(message)) == .malformed, "\(field)")
    }
  }

  @Test(
    "Refuses anything but one JSON object with unique names",
    arguments: [
      "", "{", "{}", "[]", "null", "\"text\"", "{\"Type\":\"Notification\"}", "{\"Type\":1}", "{} {}",
    ])
  func unreadable(text: String) async throws {
    await #expect(throws: NotificationRefusal.malformed) { try await sns.deliver(Array(text.utf8)) }
  }

  @Test("Refuses duplicate names, also escaped ones and those of the inner message")
  func repeated() async throws {
    let text = try TestSNS.text(sns.signed(try TestSNS.notification()))
    for more in ["\"MessageId\":\"other\"", "\"Message\\u0049d\":\"other\"", "\"MessageId\":null"] {
      let body = Array((text.dropLast() + "," + more + "}").utf8)
      await #expect(throws: NotificationRefusal.malformed) { try await sns.deliver(body) }
    }
    let harmless = Array((text.dropLast() + ",\"More\":{\"a\":[1,-2.5e3,true,null,{}]}}").utf8)
    #expect(try await sns.deliver(harmless).read.meaning == .change("CHARGE.STATE_CHANGE"))
    for twice in ["\"MerchantID\":\"B\"", "\"merchantId\":\"B\""] {
      var message = try TestSNS.notification()
      message["Message"] = (message["Message"] ?? "").dropLast() + "," + twice + "}"
      let read = try await sns.deliver(sns.signed(message)).read
      #expect(read.meaning == .unrecognised("unreadable") && read.references == [])
    }
  }

  @Test("Refuses invalid UTF-8, lone surrogates, excessive depth and a second byte order mark")
  func hostile() async throws {
    let text = try TestSNS.text(sns.signed(try TestSNS.notification()))
    for more in [
      "\"x\":\"\\uD83D\"", "\"x\":\"\\uDE00\\uD83D\"", "\"x\":\"\\u12\"", "\"x\":\"\u{1}\"", "\"x\":01x", "\"x\":",
      "\"x\":" + String(repeating: "[", count: 30_000), "\"x\":nul", "\"x\":+1", "x:1",
    ] {
      let body = Array((text.dropLast() + "," + more + "}").utf8)
      await #expect(throws: NotificationRefusal.malformed) { try await sns.deliver(body) }
    }
    // The server has ignored one byte order mark already.
    await #expect(throws: NotificationRefusal.malformed) { try await sns.deliver(Array(("\u{FEFF}" + text).utf8)) }
    var bytes = Array(text.utf8)
    bytes.insert(0xFF, at: 5)
    await #expect(throws: NotificationRefusal.malformed) { try await sns.deliver(bytes) }
  }

  @Test(
    "An unknown type is not a state; the provider asks Amazon",
    arguments: [
      ("ObjectType", "SUBSCRIPTION", "SUBSCRIPTION.STATE_CHANGE"), ("NotificationType", "OTHER", "CHARGE.OTHER"),
      ("NotificationVersion", "V3", "CHARGE.STATE_CHANGE"),
    ])
  func unknownWords(field: String, value: String, kind: String) async throws {
    let message = try TestSNS.notification { $0[field] = value }
    let read = try await sns.deliver(sns.signed(message)).read
    #expect(read.meaning == .unrecognised(kind))
    #expect(
      read.references == [
        ProviderReference(field == "ObjectType" ? "subscription" : "charge", "S03-1234567-1234567-C123456"),
        ProviderReference("charge-permission", "S03-1234567-1234567"),
      ])
  }

  @Test(
    "A chargeback's notification names its dispute, by a charge's id too, as the documentation once said",
    arguments: ["S03-1234567-1234567-B123456", "S03-1234567-1234567-C123456"])
  func chargeback(_ id: String) async throws {
    let message = try TestSNS.notification {
      $0["ObjectType"] = "CHARGEBACK"
      $0["ObjectId"] = id
    }
    let read = try await sns.deliver(sns.signed(message)).read
    #expect(read.meaning == .change("CHARGEBACK.STATE_CHANGE") && read.sender == .authenticated)
    #expect(
      read.references == [
        ProviderReference(ProviderReference.disputeKind, id),
        ProviderReference("charge-permission", "S03-1234567-1234567"),
      ])
    #expect(read.remark?.contains("a dispute was opened or has changed (\(id), S03-1234567-1234567)") == true)
  }

  @Test("Accepts names with a small first letter, as in the documentation's table")
  func smallLetters() async throws {
    var message = try TestSNS.notification()
    message["Message"] =
      #"{"merchantId":"A1B2C3D4E5F6G7","objectType":"REFUND","objectId":"S03-1-1-R1","#
      + #""chargePermissionId":"S03-1-1","notificationType":"STATE_CHANGE"}"#
    let read = try await sns.deliver(sns.signed(message)).read
    #expect(read.meaning == .change("REFUND.STATE_CHANGE"))
    #expect(read.references.map(\.value) == ["S03-1-1-R1", "S03-1-1"])
  }

  @Test("Keeps a signed but unreadable notification for a person")
  func unreadableMessage() async throws {
    for text in ["A test of the connection", "{}", "[]", "{\"ObjectId\":\"S03-1-1-C1\"}"] {
      var message = try TestSNS.notification()
      message["Message"] = text
      let read = try await sns.deliver(sns.signed(message)).read
      #expect(read.meaning == .unrecognised("unreadable") && read.references == [], "\(text)")
    }
  }

  @Test("Leaves out malformed ids")
  func strangeIds() async throws {
    let message = try TestSNS.notification {
      $0["ObjectId"] = "../../v2/charges"
      $0["ChargePermissionId"] = "S03-1234567-1234567"
    }
    #expect(try await sns.deliver(sns.signed(message)).read.references.map(\.value) == ["S03-1234567-1234567"])
  }

  @Test("Accepts no notification without settings")
  func notSetUp() async throws {
    let provider = try AmazonPayProvider(try TestSNS.account.get())
    #expect(provider.notificationRules == nil)
    let body = Array(try TestSNS.text(sns.signed(try TestSNS.notification())).utf8)
    await #expect(throws: NotificationRefusal.notSetUp) {
      try await provider.read(IncomingNotification(headers: HTTPFields(), body: body, receivedAt: TestSNS.now))
    }
  }
}
