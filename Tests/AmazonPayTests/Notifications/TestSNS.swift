import AmazonPay
import Crypto
import CryptoExtras
import FerryCore
import FerryProvider
import Foundation
import HTTPTypes
import SwiftASN1
import X509

@testable import AmazonPayModule

/// Amazon SNS for tests: authorities, certificates and signed messages, made from the documentation, not by the code
/// that verifies them.
struct TestSNS {
  static let topic = "arn:aws:sns:ap-northeast-1:291180941288:A1B2C3D4E5F6G7"
  static let address = "https://sns.ap-northeast-1.amazonaws.com/SimpleNotificationService-0123456789abcdef.pem"
  static let place = NeededDocument(
    authority: "sns.ap-northeast-1.amazonaws.com", path: "/SimpleNotificationService-0123456789abcdef.pem")
  static let issuerAddress = "http://crt.r2m01.amazontrust.com/r2m01.cer"
  static let issuerPlace = NeededDocument(
    scheme: .http, authority: "crt.r2m01.amazontrust.com", path: "/r2m01.cer")
  /// 2026-01-01.
  static let now = Moment(milliseconds: 1_767_225_600_000)
  static let day: Duration = .seconds(86_400)
  static let account = Result { try TestAccount.make() }

  /// Generating such a key is slow.
  private static let signingKey = Result { try _RSA.Signing.PrivateKey(keySize: .bits2048) }

  let root: Certificate
  let intermediate: Certificate
  let rootKey = P256.Signing.PrivateKey()
  let intermediateKey = P256.Signing.PrivateKey()
  let key: _RSA.Signing.PrivateKey

  init() throws {
    key = try Self.signingKey.get()
    root = try Self.authority("Test Root", rootKey, by: rootKey, named: "Test Root")
    intermediate = try Self.authority("Test RSA 2048 M01", intermediateKey, by: rootKey, named: "Test Root")
  }

  // MARK: Certificates

  private static func date(_ moment: Moment) -> Date {
    Date(timeIntervalSince1970: Double(moment.milliseconds) / 1000)
  }

  static func name(_ common: String) throws -> DistinguishedName {
    try DistinguishedName {
      OrganizationName("Test")
      CommonName(common)
    }
  }

  static func authority(
    _ name: String, _ key: P256.Signing.PrivateKey, by issuer: P256.Signing.PrivateKey, named issuerName: String
  ) throws -> Certificate {
    try Certificate(
      version: .v3, serialNumber: .init(bytes: [1, 2, 3]), publicKey: .init(key.publicKey),
      notValidBefore: date(now - day), notValidAfter: date(now + day + day + day), issuer: Self.name(issuerName),
      subject: Self.name(name),
      extensions: try Certificate.Extensions {
        Critical(BasicConstraints.isCertificateAuthority(maxPathLength: nil))
        Critical(KeyUsage(keyCertSign: true))
      },
      issuerPrivateKey: .init(issuer))
  }

  struct LeafOptions {
    var names = ["sns.amazonaws.com"]
    var from = TestSNS.now - TestSNS.day
    var until = TestSNS.now + TestSNS.day
    var issuer = "Test RSA 2048 M01"
    var issuerKey: Certificate.PrivateKey?
    var key: Certificate.PublicKey?
    var issuerAddress: String? = TestSNS.issuerAddress
    var isAuthority = false
    var usage = KeyUsage(digitalSignature: true, keyEncipherment: true)
  }

  func leaf(_ change: (inout LeafOptions) throws -> Void = { _ in }) throws -> Certificate {
    var options = LeafOptions()
    try change(&options)
    return try Certificate(
      version: .v3, serialNumber: .init(bytes: [4, 5, 6]), publicKey: options.key ?? .init(key.publicKey),
      notValidBefore: Self.date(options.from), notValidAfter: Self.date(options.until),
      issuer: Self.name(options.issuer), subject: Self.name(options.names.first ?? "none"),
      extensions: try Certificate.Extensions {
        Critical(
          options.isAuthority
            ? BasicConstraints.isCertificateAuthority(maxPathLength: nil) : .notCertificateAuthority)
        Critical(options.usage)
        SubjectAlternativeNames(options.names.map { .dnsName($0) })
        if let address = options.issuerAddress {
          AuthorityInformationAccess([.init(method: .issuingCA, location: .uniformResourceIdentifier(address))])
        }
      },
      issuerPrivateKey: options.issuerKey ?? .init(intermediateKey))
  }

  static func pem(_ certificates: Certificate...) throws -> [UInt8] {
    Array(try certificates.map { try $0.serializeAsPEM().pemString }.joined(separator: "\n").utf8)
  }

  static func der(_ certificate: Certificate) throws -> [UInt8] {
    var serializer = DER.Serializer()
    try serializer.serialize(certificate)
    return serializer.serializedBytes
  }

  /// The content at an address of Amazon's.
  func documents(_ leaf: Certificate? = nil) throws -> [NeededDocument: [UInt8]] {
    [Self.place: try Self.pem(leaf ?? self.leaf()), Self.issuerPlace: try Self.der(intermediate)]
  }

  // MARK: Messages

  static let notice: [String: String] = [
    "MerchantID": "A1B2C3D4E5F6G7", "ObjectType": "CHARGE", "ObjectId": "S03-1234567-1234567-C123456",
    "ChargePermissionId": "S03-1234567-1234567", "NotificationType": "STATE_CHANGE", "NotificationId": "n-1",
    "NotificationVersion": "V2",
  ]

  static func text(_ members: [String: String]) throws -> String {
    String(decoding: try JSONSerialization.data(withJSONObject: members, options: .sortedKeys), as: UTF8.self)
  }

  static func notification(_ change: (inout [String: String]) -> Void = { _ in }) throws -> [String: String] {
    var notice = Self.notice
    change(&notice)
    return [
      "Type": "Notification", "MessageId": "26858270-545e-5848-82a2-e05566af3dcf", "TopicArn": topic,
      "Message": try text(notice), "Timestamp": "2026-01-01T00:00:00.000Z", "SignatureVersion": "1",
      "SigningCertURL": address, "UnsubscribeURL": "https://sns.ap-northeast-1.amazonaws.com/?Action=Unsubscribe",
    ]
  }

  static func subscription(_ type: String = "SubscriptionConfirmation") -> [String: String] {
    [
      "Type": type, "MessageId": "f3f2fc87-c426-4c2f-9044-b55890c0939c", "TopicArn": topic, "Token": "2336412f37fb687f",
      "Message": "You have chosen to subscribe to the topic.\nTo confirm, visit the address.",
      "SubscribeURL":
        "https://sns.ap-northeast-1.amazonaws.com/?Action=ConfirmSubscription&TopicArn=\(topic)&Token=2336412f37fb687f",
      "Timestamp": "2026-01-01T00:00:00.000Z", "SignatureVersion": "1", "SigningCertURL": address,
    ]
  }

  static let orders = [
    "Notification": ["Message", "MessageId", "Subject", "Timestamp", "TopicArn", "Type"],
    "SubscriptionConfirmation": [
      "Message", "MessageId", "SubscribeURL", "Timestamp", "Token", "TopicArn", "Type",
    ],
  ]

  /// The message with its signature.
  func signed(_ message: [String: String], key: _RSA.Signing.PrivateKey? = nil) throws -> [String: String] {
    let order = Self.orders[message["Type"] == "Notification" ? "Notification" : "SubscriptionConfirmation"] ?? []
    let text = order.compactMap { name in message[name].map { "\(name)\n\($0)\n" } }.joined()
    let key = key ?? self.key
    let bytes = Data(text.utf8)
    let signature =
      message["SignatureVersion"] == "2"
      ? try key.signature(for: SHA256.hash(data: bytes), padding: .insecurePKCS1v1_5)
      : try key.signature(for: Insecure.SHA1.hash(data: bytes), padding: .insecurePKCS1v1_5)
    return message.merging(["Signature": signature.rawRepresentation.base64EncodedString()]) { $1 }
  }

  // MARK: Reading

  func notifications(confirms: Bool = false) throws -> AmazonPayNotifications {
    var notifications = try AmazonPayNotifications(
      topics: [Self.topic], certificates: .amazon, confirmsSubscriptions: confirms)
    notifications.amazonRoots = [try Self.der(root)]
    return notifications
  }

  /// The result of a whole delivery: each requested document is provided.
  /// - Returns: The notification, and the requested documents.
  func deliver(
    _ message: [String: String], _ documents: [NeededDocument: [UInt8]]? = nil,
    notifications: AmazonPayNotifications? = nil, at moment: Moment = now
  ) async throws -> Delivery {
    try await deliver(Array(Self.text(message).utf8), documents, notifications: notifications, at: moment)
  }

  struct Delivery {
    var read: ProviderNotification
    var asked: [NeededDocument]
  }

  struct NotThere: Error, Hashable { let document: NeededDocument }

  func deliver(
    _ body: [UInt8], _ documents: [NeededDocument: [UInt8]]? = nil, notifications: AmazonPayNotifications? = nil,
    at moment: Moment = now
  ) async throws -> Delivery {
    let documents = try documents ?? self.documents()
    let provider = try AmazonPayProvider(
      try Self.account.get(), .init(notifications: notifications ?? self.notifications()))
    var notification = IncomingNotification(headers: HTTPFields(), body: body, receivedAt: moment)
    var asked: [NeededDocument] = []
    while true {
      switch try await provider.read(notification) {
      case .read(let read): return Delivery(read: read, asked: asked)
      case .needs(let document):
        guard !asked.contains(document), let bytes = documents[document] else { throw NotThere(document: document) }
        asked.append(document)
        notification.documents[document] = bytes
      }
    }
  }

  func refusal(
    _ message: [String: String], _ documents: [NeededDocument: [UInt8]]? = nil, at moment: Moment = now
  ) async throws -> NotificationRefusal? {
    do {
      _ = try await deliver(message, documents, at: moment)
      return nil
    } catch let refusal as NotificationRefusal {
      return refusal
    }
  }
}
