package import FerryCheckout
package import FerryCore
import Foundation

/// A row of a database, read by the numbers of its columns from 0. A store in a database conforms its own type, and decodes
/// its rows by the same code as every other.
package protocol StoredRow {
  /// State that is not decoded again; nil if the store remembers whole checkouts.
  static var decoded: DecodedState? { get }

  func int(_ column: Int) -> Int64
  func intIfPresent(_ column: Int) -> Int64?
  func text(_ column: Int) -> String
  func textIfPresent(_ column: Int) -> String?
  /// The bytes of a column, or the UTF-8 of a text.
  func bytesIfPresent(_ column: Int) -> [UInt8]?
  func bool(_ column: Int) -> Bool
}

extension StoredRow {
  package static var decoded: DecodedState? { nil }

  package func moment(_ column: Int) -> Moment { Moment(milliseconds: int(column)) }

  package func momentIfPresent(_ column: Int) -> Moment? { intIfPresent(column).map(Moment.init(milliseconds:)) }

  /// The value of a JSON column.
  /// - Throws: `DamagedRow`.
  package func json<Value: Decodable>(_ column: Int) throws(DamagedRow) -> Value {
    guard let value: Value = try jsonIfPresent(column) else { throw DamagedRow("no \(Value.self)") }
    return value
  }

  /// The value of a JSON column, or nil.
  /// - Throws: `DamagedRow`.
  package func jsonIfPresent<Value: Decodable>(_ column: Int) throws(DamagedRow) -> Value? {
    try bytesIfPresent(column).map { bytes throws(DamagedRow) in try StoredJSON.value(bytes) }
  }

  /// State of a JSON column: see `DecodedState`.
  /// - Throws: `DamagedRow`.
  package func state<Value: Decodable & Sendable>(_ column: Int) throws(DamagedRow) -> Value {
    guard let value: Value = try stateIfPresent(column) else { throw DamagedRow("no \(Value.self)") }
    return value
  }

  /// State of a JSON column, or nil.
  /// - Throws: `DamagedRow`.
  package func stateIfPresent<Value: Decodable & Sendable>(_ column: Int) throws(DamagedRow) -> Value? {
    guard let bytes = bytesIfPresent(column) else { return nil }
    if let value: Value = Self.decoded?.value(of: bytes) { return value }
    let value: Value = try StoredJSON.value(bytes)
    Self.decoded?.keep(value, as: bytes)
    return value
  }

  /// A value of an enumeration.
  /// - Parameter what: Names the value in the error.
  /// - Throws: `DamagedRow`.
  package func one<Value: RawRepresentable<String>>(_ column: Int, _ what: String) throws(DamagedRow) -> Value {
    guard let value = Value(rawValue: text(column)) else { throw DamagedRow("an unknown \(what)") }
    return value
  }
}

extension ProviderAccountID {
  /// Reads the columns `provider`, `account` and `mode`.
  /// - Parameter first: The number of `provider`.
  /// - Throws: `DamagedRow`.
  package init(_ row: some StoredRow, from first: Int = 0) throws(DamagedRow) {
    self.init(
      provider: ProviderID(row.text(first)), account: AccountName(row.text(first + 1)),
      mode: try row.one(first + 2, "mode"))
  }
}

/// Values as JSON in a text column: equal values give equal text.
package enum StoredJSON {
  private static let decoder = JSONDecoder()

  fileprivate static func value<Value: Decodable>(_ bytes: [UInt8]) throws(DamagedRow) -> Value {
    do {
      return try decoder.decode(Value.self, from: Data(bytes))
    } catch {
      // The decoder's message may hold data.
      throw DamagedRow("no \(Value.self)")
    }
  }

  package static func text(_ value: some Encodable) throws -> String {
    String(decoding: try JSONEncoder.sorted.encode(value), as: UTF8.self)
  }
}
