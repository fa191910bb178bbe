/// The position and reason of a syntax error.
package struct JSONSyntaxError: Error, Hashable, CustomStringConvertible {
  package let offset: Int
  package let reason: String

  package var description: String { "\(reason) at byte \(offset)" }
}

extension JSONValue {
  /// Reads one JSON text (RFC 8259) in UTF-8, to a depth of 64.
  package init(parsing bytes: [UInt8]) throws(JSONSyntaxError) {
    var parser = JSONParser(bytes: bytes)
    self = try parser.document()
  }
}

private struct JSONParser {
  let bytes: [UInt8]
  var position = 0

  static let depthLimit = 64

  mutating func document() throws(JSONSyntaxError) -> JSONValue {
    let value = try value(depth: 0)
    skipSpace()
    guard position == bytes.count else { throw error("text after the end") }
    return value
  }

  private func error(_ reason: String) -> JSONSyntaxError { JSONSyntaxError(offset: position, reason: reason) }

  private var current: UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func skipSpace() {
    while let byte = current, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { position += 1 }
  }

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard current == UInt8(ascii: character) else { return false }
    position += 1
    return true
  }

  private mutating func value(depth: Int) throws(JSONSyntaxError) -> JSONValue {
    guard depth <= Self.depthLimit else { throw error("nested too deeply") }
    skipSpace()
    switch current {
    case UInt8(ascii: "{"): return try object(depth: depth)
    case UInt8(ascii: "["): return try array(depth: depth)
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"): return try literal("true", .bool(true))
    case UInt8(ascii: "f"): return try literal("false", .bool(false))
    case UInt8(ascii: "n"): return try literal("null", .null)
    case (UInt8(ascii: "0")...UInt8(ascii: "9"))?, UInt8(ascii: "-"): return try number()
    case nil: throw error("the text ends early")
    default: throw error("unexpected character")
    }
  }

  private mutating func literal(_ word: String, _ value: JSONValue) throws(JSONSyntaxError) -> JSONValue {
    for byte in word.utf8 {
      guard current == byte else { throw error("unexpected character") }
      position += 1
    }
    return value
  }

  private mutating func object(depth: Int) throws(JSONSyntaxError) -> JSONValue {
    position += 1
    var members: [JSONValue.Member] = []
    skipSpace()
    if take("}") { return .object(members) }
    repeat {
      skipSpace()
      guard current == UInt8(ascii: "\"") else { throw error("a member's name is expected") }
      let name = try string()
      skipSpace()
      guard take(":") else { throw error("a colon is expected") }
      members.append(JSONValue.Member(name: name, value: try value(depth: depth + 1)))
      skipSpace()
    } while take(",")
    guard take("}") else { throw error("a closing brace is expected") }
    return .object(members)
  }

  private mutating func array(depth: Int) throws(JSONSyntaxError) -> JSONValue {
    position += 1
    var elements: [JSONValue] = []
    skipSpace()
    if take("]") { return .array(elements) }
    repeat {
      elements.append(try value(depth: depth + 1))
      skipSpace()
    } while take(",")
    guard take("]") else { throw error("a closing bracket is expected") }
    return .array(elements)
  }

  private mutating func digits() -> Int {
    let start = position
    while let byte = current, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { position += 1 }
    return position - start
  }

  private mutating func number() throws(JSONSyntaxError) -> JSONValue {
    let start = position
    _ = take("-")
    if !take("0"), digits() == 0 { throw error("a digit is expected") }
    if take("."), digits() == 0 { throw error("a digit is expected") }
    if take("e") || take("E") {
      if !take("+") { _ = take("-") }
      if digits() == 0 { throw error("a digit is expected") }
    }
    return .number(String(decoding: bytes[start..<position], as: UTF8.self))
  }

  private mutating func string() throws(JSONSyntaxError) -> String {
    position += 1
    let start = position
    // Most strings have no escapes and are taken in one piece.
    while let byte = current, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\"), byte >= 0x20 { position += 1 }
    if current == UInt8(ascii: "\"") {
      let text = try validated(bytes[start..<position])
      position += 1
      return text
    }
    var unescaped = Array(bytes[start..<position])
    while let byte = current {
      switch byte {
      case UInt8(ascii: "\""):
        let text = try validated(unescaped[...])
        position += 1
        return text
      case UInt8(ascii: "\\"):
        position += 1
        try appendEscape(to: &unescaped)
      case 0..<0x20: throw error("a control character in a string")
      default:
        unescaped.append(byte)
        position += 1
      }
    }
    throw error("a string without end")
  }

  private func validated(_ slice: ArraySlice<UInt8>) throws(JSONSyntaxError) -> String {
    guard let text = String(validating: slice, as: UTF8.self) else { throw error("a string that is not UTF-8") }
    return text
  }

  private mutating func appendEscape(to output: inout [UInt8]) throws(JSONSyntaxError) {
    guard let byte = current else { throw error("a string without end") }
    position += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): output.append(byte)
    case UInt8(ascii: "b"): output.append(0x08)
    case UInt8(ascii: "f"): output.append(0x0C)
    case UInt8(ascii: "n"): output.append(0x0A)
    case UInt8(ascii: "r"): output.append(0x0D)
    case UInt8(ascii: "t"): output.append(0x09)
    case UInt8(ascii: "u"):
      let first = try codeUnit()
      var units = [first]
      if UTF16.isLeadSurrogate(first), take("\\"), take("u") { units.append(try codeUnit()) }
      guard let text = String(validating: units, as: UTF16.self) else { throw error("half a surrogate pair") }
      output.append(contentsOf: text.utf8)
    default: throw error("an unknown escape")
    }
  }

  private mutating func codeUnit() throws(JSONSyntaxError) -> UInt16 {
    guard position + 4 <= bytes.count else { throw error("a string without end") }
    var unit: UInt16 = 0
    for byte in bytes[position..<position + 4] {
      guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue else { throw error("four hexadecimal digits") }
      unit = unit << 4 | UInt16(digit)
    }
    position += 4
    return unit
  }
}
