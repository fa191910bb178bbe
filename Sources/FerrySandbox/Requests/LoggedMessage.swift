/// A request or an answer in the log, without secrets and personal data.
package struct LoggedMessage: Hashable, Sendable {
  package var headers: [LoggedField] = []
  /// Nil for an empty body.
  package var body: LoggedBody?
}

/// A header, or a field of a query or form.
package struct LoggedField: Hashable, Sendable {
  package let name: String
  /// Nil for a hidden value.
  package let text: String?
  /// The bytes as they came, if the text is not ASCII and nothing in it is hidden.
  package var bytes: [UInt8]?
}

package struct LoggedBody: Hashable, Sendable {
  package enum Content: Hashable, Sendable {
    /// With line breaks and indentation.
    case json(String)
    case fields([LoggedField])
    /// A page, a script, or a text whose secrets the log cannot find by their names.
    case omitted
  }

  package let content: Content
  /// Nil if the message declares none.
  package let mediaType: String?
  /// In bytes, as it came.
  package let size: Int
  /// True if the end of the body is not stored.
  package let isCut: Bool

  /// The longest stored text of a body, in bytes of UTF-8.
  package static let limit = 16_384
  /// The largest number of stored headers or fields.
  package static let fieldLimit = 64
  /// The longest stored value of a field, in bytes of UTF-8.
  package static let valueLimit = 2_048
}

/// A body that the log can read, before it hides anything.
enum ReadBody {
  case json(JSONValue)
  case fields([(name: String, value: [UInt8])])
  case unreadable

  /// The texts and numbers of the body with their names, in their order.
  func values(_ decode: ([UInt8]) -> String) -> [(name: String, value: String)] {
    switch self {
    case .json(let value): value.values(named: "")
    case .fields(let fields): fields.map { ($0.name, decode($0.value)) }
    case .unreadable: []
    }
  }
}

extension JSONValue {
  /// - Parameter name: The name of the next member outside.
  fileprivate func values(named name: String) -> [(name: String, value: String)] {
    switch self {
    case .null, .bool: []
    case .number(let text), .string(let text): [(name, text)]
    case .array(let elements): elements.flatMap { $0.values(named: name) }
    case .object(let members): members.flatMap { $0.value.values(named: $0.name) }
    }
  }
}

extension String {
  /// The beginning of the text, in at most so many bytes of UTF-8.
  func cut(to limit: Int) -> String {
    guard utf8.count > limit else { return self }
    var start = String(decoding: utf8.prefix(limit), as: UTF8.self)
    // The last character may be in pieces.
    while start.unicodeScalars.last == "\u{FFFD}" { start.unicodeScalars.removeLast() }
    return start
  }
}

/// A form or query as bytes (`application/x-www-form-urlencoded`), read as servers do that accept everything.
package enum FormBytes {
  /// The pairs in their order, without those that have no name. A broken escape stays as it is.
  package static func pairs(_ bytes: some Collection<UInt8>) -> [(name: [UInt8], value: [UInt8])] {
    bytes.split(separator: UInt8(ascii: "&")).compactMap { pair in
      let equals = pair.firstIndex(of: UInt8(ascii: "=")) ?? pair.endIndex
      let name = decoded(pair[..<equals])
      return name.isEmpty ? nil : (name, decoded(pair[equals...].dropFirst()))
    }
  }

  private static func decoded(_ encoded: some Collection<UInt8>) -> [UInt8] {
    let bytes = Array(encoded)
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      index += 1
      let digits = bytes[index...].prefix(2).compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
      switch byte {
      case UInt8(ascii: "+"): result.append(UInt8(ascii: " "))
      case UInt8(ascii: "%") where digits.count == 2:
        result.append(UInt8(digits[0] << 4 | digits[1]))
        index += 2
      default: result.append(byte)
      }
    }
    return result
  }
}
