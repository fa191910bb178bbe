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
  func json<Value: Decodable>(_ column: Int) throws -> Value {
    let data: Data = self[column]
    return try StoredJSON.value(from: data)
  }

  /// The same of a column that may be empty.
  func jsonIfPresent<Value: Decodable>(_ column: Int) throws -> Value? {
    let data: Data? = self[column]
    return try data.map { try StoredJSON.value(from: $0) }
  }
}
