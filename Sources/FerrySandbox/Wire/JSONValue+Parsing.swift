import FerryWeb

/// The position and reason of a syntax error.
package struct JSONSyntaxError: Error, Hashable, CustomStringConvertible {
  package let offset: Int
  package let reason: String

  package var description: String { "\(reason) at byte \(offset)" }
}

extension JSONValue {
  /// Reads one JSON text (RFC 8259) in UTF-8, to a depth of 64.
  package init(parsing bytes: [UInt8]) throws(JSONSyntaxError) {
    var parser = JSONParser(cursor: JSONCursor(bytes))
    self = try parser.document()
  }
}

private struct JSONParser {
  var cursor: JSONCursor

  static let depthLimit = 64

  mutating func document() throws(JSONSyntaxError) -> JSONValue {
    guard String(validating: cursor.bytes, as: UTF8.self) != nil else { throw error("a text that is not UTF-8") }
    let value = try value(depth: 0)
    cursor.skipBlanks()
    guard cursor.byte == nil else { throw error("text after the end") }
    return value
  }

  private func error(_ reason: String) -> JSONSyntaxError { JSONSyntaxError(offset: cursor.index, reason: reason) }

  private mutating func take(_ character: Unicode.Scalar) -> Bool { cursor.skip(UInt8(ascii: character)) }

  private mutating func value(depth: Int) throws(JSONSyntaxError) -> JSONValue {
    guard depth <= Self.depthLimit else { throw error("nested too deeply") }
    cursor.skipBlanks()
    switch cursor.byte {
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
    guard cursor.bytes[cursor.index...].starts(with: word.utf8) else { throw error("unexpected character") }
    cursor.index += word.utf8.count
    return value
  }

  private mutating func object(depth: Int) throws(JSONSyntaxError) -> JSONValue {
    cursor.index += 1
    var members: [JSONValue.Member] = []
    cursor.skipBlanks()
    if take("}") { return .object(members) }
    repeat {
      cursor.skipBlanks()
      guard cursor.byte == UInt8(ascii: "\"") else { throw error("a member's name is expected") }
      let name = try string()
      cursor.skipBlanks()
      guard take(":") else { throw error("a colon is expected") }
      members.append(JSONValue.Member(name: name, value: try value(depth: depth + 1)))
      cursor.skipBlanks()
    } while take(",")
    guard take("}") else { throw error("a closing brace is expected") }
    return .object(members)
  }

  private mutating func array(depth: Int) throws(JSONSyntaxError) -> JSONValue {
    cursor.index += 1
    var elements: [JSONValue] = []
    cursor.skipBlanks()
    if take("]") { return .array(elements) }
    repeat {
      elements.append(try value(depth: depth + 1))
      cursor.skipBlanks()
    } while take(",")
    guard take("]") else { throw error("a closing bracket is expected") }
    return .array(elements)
  }

  private mutating func digits() -> Int {
    let start = cursor.index
    while let byte = cursor.byte, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { cursor.index += 1 }
    return cursor.index - start
  }

  private mutating func number() throws(JSONSyntaxError) -> JSONValue {
    let start = cursor.index
    _ = take("-")
    if !take("0"), digits() == 0 { throw error("a digit is expected") }
    if take("."), digits() == 0 { throw error("a digit is expected") }
    if take("e") || take("E") {
      if !take("+") { _ = take("-") }
      if digits() == 0 { throw error("a digit is expected") }
    }
    return .number(String(decoding: cursor.bytes[start..<cursor.index], as: UTF8.self))
  }

  private mutating func string() throws(JSONSyntaxError) -> String {
    do throws(JSONCursor.Malformed) {
      return try cursor.string()
    } catch {
      throw self.error(
        "a string without end, or with a control character, an unknown escape or half a surrogate pair")
    }
  }
}
