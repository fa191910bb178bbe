public import FerryCore

/// The fields of a form or query (`application/x-www-form-urlencoded`, WHATWG URL §5), read strictly: every name at most
/// once, and no guess where the encoding is broken. Of two values with one name, some servers take the first and some the
/// last; attackers exploit that difference.
public struct Fields: Sendable, Hashable {
  /// The largest number of fields in a form or query: an order has up to 200 lines.
  public static let limit = 256

  private let values: [String: String]
  private let source: FieldSource

  /// - Throws: `Problem` for a repeated name, a bad percent-encoding, bytes that are not UTF-8, a NUL, or too many
  ///   fields.
  public init(parsing bytes: some Collection<UInt8>, as source: FieldSource = .form) throws(Problem) {
    var values: [String: String] = [:]
    let pairs = bytes.split(separator: UInt8(ascii: "&"), maxSplits: Self.limit)
    guard pairs.count <= Self.limit else { throw Problem(field: "#\(Self.limit + 1)", .tooMany, in: source) }
    for (index, pair) in pairs.enumerated() {
      let equals = pair.firstIndex(of: UInt8(ascii: "=")) ?? pair.endIndex
      let name = try Self.decode(pair[..<equals], of: "#\(index + 1)", source)
      let value = try Self.decode(pair[equals...].dropFirst(), of: name, source)
      guard values.updateValue(value, forKey: name) == nil else { throw Problem(field: name, .repeated, in: source) }
    }
    self.values = values
    self.source = source
  }

  /// The fields of a form that was read already.
  init(_ values: [String: String]) {
    self.values = values
    source = .form
  }

  /// Reads the clear fields of an address's query. Other sites may have added parameters of any number and form to the
  /// query. A field that stands there with two values, or with one that cannot be read, counts as not sent.
  public init(readable query: some Collection<UInt8>) {
    var values: [String: String?] = [:]
    for pair in query.split(separator: UInt8(ascii: "&")) {
      let equals = pair.firstIndex(of: UInt8(ascii: "=")) ?? pair.endIndex
      guard let name = try? PercentEncoding.decodeForm(pair[..<equals]) else { continue }
      let value = try? PercentEncoding.decodeForm(pair[equals...].dropFirst())
      values[name] = .some(values[name, default: value] == value ? value : nil)
    }
    self.values = values.compactMapValues(\.self)
    source = .query
  }

  /// All fields, by name.
  public var all: [(name: String, value: String)] {
    values.sorted { $0.key < $1.key }.map { (name: $0.key, value: $0.value) }
  }

  /// A field's value; nil when it was not sent.
  public subscript(name: String) -> String? { values[name] }

  /// A field's value.
  /// - Throws: `Problem` when it was not sent.
  public func required(_ name: String) throws(Problem) -> String {
    guard let value = values[name] else { throw Problem(field: name, .missing, in: source) }
    return value
  }

  /// A field's value, read as something else: a number, an id, a case.
  /// - Throws: `Problem` when it was not sent, or cannot be read.
  public func required<Value>(_ name: String, as read: (String) -> Value?) throws(Problem) -> Value {
    guard let value = read(try required(name)) else { throw Problem(field: name, .value, in: source) }
    return value
  }

  private static func decode(
    _ encoded: some Collection<UInt8>, of name: String, _ source: FieldSource
  ) throws(Problem) -> String {
    do {
      return try PercentEncoding.decodeForm(encoded)
    } catch {
      let fault: FieldFault =
        switch error {
        case .percentSign: .percentEncoding
        case .notUTF8: .notUTF8
        case .nul: .nul
        }
      throw Problem(field: name, fault, in: source)
    }
  }
}

/// The reason why a field of a form, query or cookie header is not accepted.
public enum FieldFault: Sendable {
  case missing
  case repeated
  case percentEncoding
  case notUTF8
  case nul
  case tooMany
  /// Well formed, but not a value that the field can have.
  case value

  /// The advice for the author of the request.
  fileprivate var advice: String {
    switch self {
    case .missing: "Send this field."
    case .repeated: "Send this field once."
    case .percentEncoding: "Write a percent sign as %25, and every encoded byte as % and two hexadecimal digits."
    case .notUTF8: "Send text in UTF-8."
    case .nul: "Leave out the NUL character."
    case .tooMany: "Send at most \(Fields.limit) fields."
    case .value: "Send a value that this field can have."
    }
  }
}

/// The part of a request that has a field.
public enum FieldSource: String, Sendable {
  case form, query, cookie
}

extension Problem {
  /// - Parameter name: The field's name; its number in the list when the name cannot be read.
  public init(field name: String, _ fault: FieldFault, in source: FieldSource = .form) {
    let name = String(name.prefix(64))
    self.init(
      [.missing, .value].contains(fault) ? .invalidFields : .malformed,
      "The \(source.rawValue) field \"\(name)\" cannot be accepted. \(fault.advice)",
      errors: [FieldError(pointer: Self.pointer([name]), detail: fault.advice)])
  }
}
