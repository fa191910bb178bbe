import Crypto
import FerryCore
import Foundation
import NIOConcurrencyHelpers
import NIOPosix

/// The shop's orders as Ferry's webhooks report them, each in a file. Disk access runs on NIO's thread pool, one operation at
/// a time.
public struct OrderBook: Sendable {
  private let folder: PrivateFolder?
  /// The orders if there is no folder. Its lock also serialises the operations.
  private let records = NIOLockedValueBox<[String: OrderRecord]>([:])

  /// - Parameter directory: Created if missing; nil stores orders in memory.
  public init(directory: String? = nil) { folder = directory.map { PrivateFolder(path: $0) } }

  /// The order with one of the shop's references; nil before the first webhook.
  func record(_ reference: String) async throws -> OrderRecord? {
    try await NIOThreadPool.singleton.runIfActive { records.withLockedValue { load(reference, $0) } }
  }

  /// Changes an order atomically. When this returns, the change is on the disk.
  func update<Result: Sendable>(
    _ reference: String, _ change: @escaping @Sendable (inout OrderRecord) -> Result
  ) async throws -> Result {
    try await NIOThreadPool.singleton.runIfActive {
      try records.withLockedValue { records in
        let before = load(reference, records)
        var record = before ?? OrderRecord(reference: reference)
        let result = change(&record)
        guard record != before else { return result }
        if let folder { try folder.write(record, to: Self.name(reference)) } else { records[reference] = record }
        return result
      }
    }
  }

  func all() async throws -> [OrderRecord] {
    try await NIOThreadPool.singleton.runIfActive {
      records.withLockedValue { records in
        guard let folder else { return Array(records.values) }
        return ((try? folder.names()) ?? []).compactMap { folder.read($0) }
      }.sorted { $0.reference < $1.reference }
    }
  }

  private func load(_ reference: String, _ records: [String: OrderRecord]) -> OrderRecord? {
    guard let folder else { return records[reference] }
    return folder.read(Self.name(reference))
  }

  private static func name(_ reference: String) -> String {
    Hexadecimal.text(SHA256.hash(data: Data(reference.utf8))) + ".json"
  }
}

struct OrderRecord: Codable, Sendable, Hashable {
  struct Attempt: Codable, Sendable, Hashable {
    var sequence = 0
    var phase = PhaseName.open
    var orderNumber = ""
    var payment: PaymentBody?
    var changedAt: String?
    var seen: [String] = []
  }

  /// The number of message ids that are stored for each attempt: more than an attempt has messages.
  private static let mostSeen = 256

  let reference: String
  /// The time of the first event.
  private(set) var createdAt: String?
  private(set) var attempts: [String: Attempt] = [:]
  /// Nil for an order that costs something.
  var free: FreeOrder?

  init(reference: String) { self.reference = reference }

  /// Applies a genuine message. It may arrive more than once, and after later messages.
  /// - Parameter id: `webhook-id`.
  /// - Returns: True for a new message.
  mutating func apply(_ message: WebhookBody, id: String) -> Bool {
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
    // The timestamps have one format, so that their text order is their order in time.
    createdAt = createdAt.map { min($0, message.timestamp) } ?? message.timestamp
    attempts[data.checkout] = attempt
    return true
  }

  var receipt: Receipt? {
    attempts.first { $0.value.phase == .paid }.map { checkout, paid in
      let total = paid.payment.map { $0.authorized.isPositive ? $0.authorized : $0.captured }
      return Receipt(orderNumber: paid.orderNumber, total: total, paid.payment, checkout: checkout)
    }
  }
}
