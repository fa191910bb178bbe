public import FerryCore

public import struct Foundation.TimeZone

/// A record of a report or a list, whose fields have names: a row of a CSV file, or an element of an XML file. Only a field that is
/// read can be wrong. Problems name the line and the field.
public struct NamedRecord: Hashable, Sendable {
  /// From 1.
  public let line: Int
  private let fields: [String]
  private let places: [String: Int]
  /// "column" or "attribute".
  private let kind: String

  init(_ record: CSVRecord, _ columns: [String: Int]) {
    line = record.line
    fields = record.fields
    places = columns
    kind = "column"
  }

  /// An element of an XML file.
  /// - Parameter line: The line of its end.
  public init(line: Int, attributes: [String: String]) {
    self.line = line
    let sorted = attributes.sorted { $0.key < $1.key }
    fields = sorted.map(\.value)
    places = Dictionary(sorted.enumerated().map { ($1.key.lowercased(), $0) }) { first, _ in first }
    kind = "attribute"
  }

  /// The text of a field; nil if it is empty, or does not exist. It may contain U+FFFD.
  public subscript(name: String) -> String? {
    places[name.lowercased()].map { fields[$0] }.flatMap { $0.isEmpty ? nil : $0 }
  }

  public func problem(_ name: String, _ what: String) -> CSVProblem {
    CSVProblem(line: line, field: name, "The \(kind) \(name) \(what)")
  }

  /// - Throws: `CSVProblem` for an empty field, and for one with bytes of an unknown encoding.
  public func needed(_ name: String) throws(CSVProblem) -> String {
    guard let text = self[name] else { throw problem(name, "is empty.") }
    guard !text.unicodeScalars.contains("\u{FFFD}") else {
      throw problem(name, "has characters of an unknown encoding. Export the file in UTF-8.")
    }
    return text
  }

  /// The longest id in bytes: stores index ids.
  private static let longestID = 256

  /// An id of the provider; nil if the field is empty.
  /// - Throws: `CSVProblem` for a text that is too long for an id.
  public func id(_ name: String) throws(CSVProblem) -> String? {
    guard let text = self[name] else { return nil }
    guard text.utf8.count <= Self.longestID else { throw problem(name, "is longer than \(Self.longestID) bytes.") }
    return text
  }

  /// - Throws: `CSVProblem`, as `needed` and `id`.
  public func neededID(_ name: String) throws(CSVProblem) -> String {
    _ = try id(name)
    return try needed(name)
  }

  public func currency(_ name: String) throws(CSVProblem) -> Currency {
    guard let currency = Currency(try needed(name)) else {
      throw problem(name, "must be an ISO 4217 code in capitals, such as JPY.")
    }
    return currency
  }

  /// The largest amount in minor units: a million of them add up without overflow.
  private static let largestAmount: UInt64 = 1_000_000_000_000

  /// An amount, as `Money(written:)` reads it; nil if the field is empty.
  public func amount(_ name: String, _ currency: Currency) throws(CSVProblem) -> Money? {
    guard let text = self[name] else { return nil }
    do {
      let amount = try Money(written: text, currency)
      guard amount.minorUnits.magnitude <= Self.largestAmount else { throw MoneyError.overflow }
      return amount
    } catch {
      throw problem(name, "is not an amount. \((error as? MoneyError)?.description ?? "")")
    }
  }

  /// A time, as `Moment(written:)` reads it; nil if the field is empty.
  /// - Parameter zone: Of a time without a zone; nil if it must have one.
  public func moment(_ name: String, in zone: TimeZone? = nil) throws(CSVProblem) -> Moment? {
    guard let text = self[name] else { return nil }
    guard let moment = Moment(written: text, in: zone) else {
      throw problem(name, "takes a time with its zone, such as 2026-01-31T12:00:00+09:00.")
    }
    return moment
  }
}
