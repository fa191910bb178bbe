import GRDB

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Values as JSON in a text column: the same value is the same text.
enum StoredJSON {
  private static let encoder: JSONEncoder = {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return encoder
  }()
  private static let decoder = JSONDecoder()

  static func text(_ value: some Encodable) throws -> String {
    String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  static func value<Value: Decodable>(_ type: Value.Type = Value.self, from data: Data) throws -> Value {
    try decoder.decode(type, from: data)
  }
}

extension Row {
  /// The value that a column's JSON stands for.
  /// - Throws: `DamagedRow`.
  func json<Value: Decodable>(_ column: Int) throws -> Value {
    guard let value: Value = try jsonIfPresent(column) else { throw DamagedRow("no \(Value.self)") }
    return value
  }

  /// The same of a column that may be empty.
  /// - Throws: `DamagedRow`.
  func jsonIfPresent<Value: Decodable>(_ column: Int) throws -> Value? {
    let data: Data? = self[column]
    do {
      return try data.map { try StoredJSON.value(from: $0) }
    } catch {
      // What the decoder says may hold data.
      throw DamagedRow("no \(Value.self)")
    }
  }
}
