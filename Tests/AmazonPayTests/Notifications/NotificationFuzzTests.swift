import AmazonPay
import FerryCore
import FerryProvider
import FerryTesting
import Foundation
import HTTPTypes
import Testing

@testable import AmazonPayModule

@Suite("Arbitrary bytes as a notification", .serialized)
struct NotificationFuzzTests {
  private static let fuzzing = Fuzzing(pieces: [
    "\\n", "\\u0000", "\\uD83D", "https://", "@", "%2e", "arn:aws:sns:", "\"Type\":\"Notification\"",
    "\"MessageId\":\"x\"", ".pem", "\"Subject\":\"s\"", "SignatureVersion", "MessageId\\n", "2",
  ])

  /// The accepted fields of a message, byte by byte.
  private struct Believed: Hashable {
    let meaning: ProviderNotification.Meaning
    let id: String?
    let references: [String]
    let confirmation: NeededDocument?

    init(_ read: ProviderNotification) {
      meaning = read.meaning
      id = read.messageID
      references = read.references.map(\.value)
      confirmation = read.confirmation
    }
  }

  @Test("A changed message is refused or has the same content, and no other host is contacted")
  func messages() async throws {
    let sns = try TestSNS()
    var subject = try TestSNS.notification()
    subject["Subject"] = "S"
    subject["SignatureVersion"] = "2"
    let notifications = try sns.notifications(confirms: true)
    let samples = try [TestSNS.notification(), subject, TestSNS.subscription()].map {
      Array(try TestSNS.text(sns.signed($0)).utf8)
    }
    var originals: Set<Believed> = []
    for sample in samples {
      originals.insert(Believed(try await sns.deliver(sample, notifications: notifications).read))
    }
    let documents = try sns.documents()
    let provider = try AmazonPayProvider(try TestSNS.account.get(), .init(notifications: notifications))
    var believed = 0
    await Self.fuzzing.run("notifications") { generator in
      let body = Self.fuzzing.mutated(samples[Int.random(in: 0..<samples.count, using: &generator)], &generator)
      var notification = IncomingNotification(
        headers: HTTPFields(), body: body, receivedAt: TestSNS.now, documents: documents)
      let text = String(decoding: body, as: UTF8.self)
      do throws(NotificationRefusal) {
        switch try await provider.read(notification) {
        case .read(let read):
          believed += 1
          #expect(originals.contains(Believed(read)), "\(text)")
        case .needs(let document):
          #expect(document.scheme == .https && document.authority == TestSNS.place.authority, "\(text)")
        }
      } catch {
        notification.documents = [:]
        #expect(error != .notSetUp && error != .unavailable)
        _ = provider.remark(on: notification, refused: error)
      }
    }
    // Some changes do not alter the signed content: blanks, and unsigned members.
    #expect(believed > 0)
  }

  @Test("Refuses any bytes that are not the certificate")
  func certificates() async throws {
    let sns = try TestSNS()
    let message = try sns.signed(try TestSNS.notification())
    let leaf = try TestSNS.pem(sns.leaf())
    let issuer = try TestSNS.der(sns.intermediate)
    try await Self.fuzzing.run("certificates", atLeast: 16) { generator in
      let isLeaf = Bool.random(using: &generator)
      let documents = [
        TestSNS.place: isLeaf ? Self.fuzzing.mutated(leaf, &generator) : leaf,
        TestSNS.issuerPlace: isLeaf ? issuer : Self.fuzzing.mutated(issuer, &generator),
      ]
      do {
        let read = try await sns.deliver(message, documents).read
        #expect(read.meaning == .change("CHARGE.STATE_CHANGE"))
      } catch let refusal as NotificationRefusal {
        #expect(refusal == .untrusted || refusal == .unauthenticated)
      } catch let missing as TestSNS.NotThere {
        #expect(missing.document.authority.hasSuffix(".amazontrust.com"))
      }
    }
  }
}
