import Crypto
import FerryCore
import NIOConcurrencyHelpers
import NIOPosix

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The shop's orders as Ferry has told of them, each in a small file of its own. Everything that touches the disk runs on
/// NIO's thread pool, one piece of work at a time.
public struct OrderBook: Sendable {
  private let directory: String?
  /// The orders, where there is no directory; also what lets one piece of work in at a time.
  private let records = NIOLockedValueBox<[String: OrderRecord]>([:])

  /// - Parameter directory: Made when it is not there; nil keeps orders until the program ends.
  public init(directory: String? = nil) { self.directory = directory }

  /// The order with one of the shop's own names; nil when nothing was told of it.
  func record(_ reference: String) async throws -> OrderRecord? {
    try await NIOThreadPool.singleton.runIfActive { records.withLockedValue { load(reference, $0) } }
  }

  /// Changes an order, by itself. When this returns the change is on the disk.
  func update<Result: Sendable>(
    _ reference: String, _ change: @escaping @Sendable (inout OrderRecord) -> Result
  ) async throws -> Result {
    try await NIOThreadPool.singleton.runIfActive {
      try records.withLockedValue { records in
        let before = load(reference, records)
        var record = before ?? OrderRecord()
        let result = change(&record)
        guard record != before else { return result }
        guard let path = path(reference) else {
          records[reference] = record
          return result
        }
        try write(record, to: path)
        return result
      }
    }
  }

  /// All orders that anything was told of, by their names.
  func all() async throws -> [OrderRecord] {
    try await NIOThreadPool.singleton.runIfActive {
      records.withLockedValue { records in
        guard let directory else { return Array(records.values) }
        let files = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
        return files.filter { $0.hasSuffix(".json") }.compactMap { load(at: "\(directory)/\($0)") }
      }.sorted { ($0.reference ?? "") < ($1.reference ?? "") }
    }
  }

  private func load(_ reference: String, _ records: [String: OrderRecord]) -> OrderRecord? {
    guard let path = path(reference) else { return records[reference] }
    return load(at: path)
  }

  private func load(at path: String) -> OrderRecord? {
    FileManager.default.contents(atPath: path).flatMap { try? JSONDecoder().decode(OrderRecord.self, from: $0) }
  }

  private func write(_ record: OrderRecord, to path: String) throws {
    try FileManager.default.createDirectory(
      atPath: directory ?? "", withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    // Foundation writes an atomic file under a temporary name that only the owner can read.
    guard
      FileManager.default.createFile(
        atPath: path, contents: try JSONEncoder().encode(record), attributes: [.posixPermissions: 0o600])
    else { throw SessionFileError(path: path) }
  }

  /// A name that is safe whatever the reference is.
  private func path(_ reference: String) -> String? {
    directory.map { directory in
      "\(directory)/\(Hexadecimal.text(SHA256.hash(data: Data(reference.utf8)))).json"
    }
  }
}

/// What Ferry has told of an order by webhooks.
struct OrderRecord: Codable, Sendable, Hashable {
  /// One attempt to pay for it.
  struct Attempt: Codable, Sendable, Hashable {
    /// Of the message that says how it stands.
    var sequence = 0
    var phase = PhaseName.open
    var orderNumber = ""
    var payment: PaymentBody?
    /// When that happened, as the message has it.
    var changedAt: String?
    /// Ids of messages that were taken in, the latest ones.
    var seen: [String] = []
  }

  /// How many messages are remembered for each attempt: more than there ever are of one.
  private static let mostSeen = 256

  /// The shop's own name of the order; nil for what an earlier version has written and nothing was told of since.
  private(set) var reference: String?
  /// When the first thing was told of it, as the message has it.
  private(set) var createdAt: String?
  /// By the checkout's id.
  private(set) var attempts: [String: Attempt] = [:]

  /// Takes in a message that is genuine. It may come more than once, and later than one that was sent after it.
  /// - Parameter id: `webhook-id`.
  /// - Returns: Whether it was new.
  mutating func take(_ message: WebhookBody, id: String) -> Bool {
    let data = message.data
    var attempt = attempts[data.checkout] ?? Attempt()
    guard !attempt.seen.contains(id) else { return false }
    attempt.seen = (attempt.seen + [id]).suffix(Self.mostSeen)
    if data.sequence > attempt.sequence {
      attempt.sequence = data.sequence
      attempt.phase = data.phase
      attempt.orderNumber = data.orderNumber
      attempt.payment = data.payment
      attempt.changedAt = message.timestamp
    }
    reference = data.orderReference
    // Times of one form are in the order of their characters.
    createdAt = createdAt.map { min($0, message.timestamp) } ?? message.timestamp
    attempts[data.checkout] = attempt
    return true
  }

  /// What the buyer may be shown, once the order is paid.
  var receipt: Receipt? {
    attempts.values.first { $0.phase == .paid }.map { paid in
      let total = paid.payment.map { $0.authorized.isPositive ? $0.authorized : $0.captured }
      return Receipt(orderNumber: paid.orderNumber, total: total)
    }
  }
}
