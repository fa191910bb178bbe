import FerryCore
import FerryProvider
import FerryTesting
import Foundation
import HTTPTypes
import Testing

@testable import AmazonPay

/// A second of it each time; `FERRY_FUZZ_SECONDS=60` for longer, and `FERRY_FUZZ_SEED` for another course or one that failed.
@Suite("Anything in place of a notification", .serialized)
struct NotificationFuzzTests {
  private static let environment = ProcessInfo.processInfo.environment
  private static let seconds = environment["FERRY_FUZZ_SECONDS"].flatMap(Double.init) ?? 1
  private static let seed = environment["FERRY_FUZZ_SEED"].flatMap(UInt64.init) ?? 1

  private static let pieces: [String] = [
    "\"", "{", "}", "[", "]", ":", ",", "\\", "\\n", "\\u0000", "\\uD83D", "null", "1e999", "\u{0}", "\r\n", "\n", "é",
    "https://", "@", "%2e", "../", "arn:aws:sns:", "\"Type\":\"Notification\"", "\"MessageId\":\"x\"", ".pem", "=",
    "\"Subject\":\"s\"", "SignatureVersion", "MessageId\\n", "2", "💳",
  ]

  private static func mutated(_ sample: [UInt8], _ generator: inout SplitMix64) -> [UInt8] {
    var bytes = sample
    for _ in 0..<Int.random(in: 1...4, using: &generator) {
      let index = Int.random(in: 0...bytes.count, using: &generator)
      switch Int.random(in: 0..<7, using: &generator) {
      case 0: bytes = Array(bytes.prefix(index))
      case 1: bytes.insert(contentsOf: Array((pieces.randomElement(using: &generator) ?? "").utf8), at: index)
      case 2 where index < bytes.count: bytes[index] = UInt8.random(in: 0...255, using: &generator)
      case 3 where index < bytes.count: bytes[index] ^= 1 << UInt8.random(in: 0...7, using: &generator)
      case 4 where index < bytes.count: bytes.remove(at: index)
      case 5: bytes.insert(contentsOf: bytes.suffix(from: index).prefix(60), at: index)
      default: bytes.append(UInt8.random(in: 0...255, using: &generator))
      }
    }
    return bytes
  }

  /// What is believed, byte by byte.
  private struct Believed: Hashable {
    let meaning: ProviderNotification.Meaning
    let id: String?
    let references: [String]
    let confirmation: NeededDocument?

    init(_ read: ProviderNotification) {
      meaning = read.meaning
      id = read.messageID
      references = read.references
      confirmation = read.confirmation
    }
  }

  @Test("Whatever is done to a message, it is refused or says what it said; and nothing is asked of another host")
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
    let provider = try AmazonPayProvider(try TestSNS.account.get(), notifications: notifications)
    var generator = SplitMix64(seed: Self.seed)
    let end = Date(timeIntervalSinceNow: Self.seconds)
    var (count, believed) = (0, 0)
    while !count.isMultiple(of: 64) || Date.now < end {
      count += 1
      let body = Self.mutated(samples[Int.random(in: 0..<samples.count, using: &generator)], &generator)
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
    #expect(count > 50)
    // Much may be changed without changing what is said: blanks, and what is not signed.
    #expect(believed > 0)
  }

  @Test("Whatever is in place of a certificate, it is refused, or is the certificate")
  func certificates() async throws {
    let sns = try TestSNS()
    let message = try sns.signed(try TestSNS.notification())
    let leaf = try TestSNS.pem(sns.leaf())
    let issuer = try TestSNS.der(sns.intermediate)
    var generator = SplitMix64(seed: Self.seed)
    let end = Date(timeIntervalSinceNow: Self.seconds)
    var count = 0
    while !count.isMultiple(of: 16) || Date.now < end {
      count += 1
      let isLeaf = Bool.random(using: &generator)
      let documents = [
        TestSNS.place: isLeaf ? Self.mutated(leaf, &generator) : leaf,
        TestSNS.issuerPlace: isLeaf ? issuer : Self.mutated(issuer, &generator),
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
    #expect(count > 10)
  }
}
