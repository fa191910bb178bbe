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
