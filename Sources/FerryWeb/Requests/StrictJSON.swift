package import FerryCore

/// Checks JSON text (RFC 8259) before it is decoded. It refuses faults that decoders let pass or cannot name: a repeated name
/// in one object, because programs take different values of it; numbers that are not whole or do not fit 64 bits; lone
/// surrogates; unlimited depth. Our own bodies hold whole numbers only, because amounts are text.
package struct StrictJSON {
  private static let depthLimit = 32

  private var cursor: JSONCursor
  private var path: [String] = []

  private let allowsFractions: Bool

  private init(_ bytes: [UInt8], allowsFractions: Bool) {
    cursor = JSONCursor(bytes)
    self.allowsFractions = allowsFractions
  }

  /// - Throws: `Problem` with the byte or the pointer of the first fault.
  package static func check(_ bytes: [UInt8], allowsFractions: Bool = false) throws(Problem) {
    let start = characters(bytes)
    guard start == bytes.count else { throw Problem(.malformed, "The body is not in UTF-8; see byte \(start).") }
    var reader = StrictJSON(bytes, allowsFractions: allowsFractions)
    reader.cursor.skipBlanks()
    guard reader.cursor.byte != nil else {
      throw Problem(.malformed, "The body is empty; send the request's fields in JSON.")
    }
    try reader.value()
    reader.cursor.skipBlanks()
    guard reader.cursor.byte == nil else { throw reader.malformed }
  }

  /// The number of bytes from the beginning that are valid UTF-8.
  private static func characters(_ bytes: [UInt8]) -> Int {
    if String(validating: bytes, as: UTF8.self) != nil { return bytes.count }
    var rest = bytes.makeIterator()
    var parser = Unicode.UTF8.ForwardParser()
    var count = 0
    while case .valid(let character) = parser.parseScalar(from: &rest) { count += character.count }
    return count
  }

  private var pointer: String { Problem.pointer(path) }
  private var malformed: Problem {
    Problem(.malformed, "The body is not well-formed JSON; see byte \(cursor.index).")
  }

  private func requireDepth() throws(Problem) {
    guard path.count < Self.depthLimit else { throw Problem(.malformed, "The body is nested too deeply.") }
  }

  private mutating func value() throws(Problem) {
    cursor.skipBlanks()
    switch cursor.byte {
    case UInt8(ascii: "{"): try object()
    case UInt8(ascii: "["): try list()
    case UInt8(ascii: "\""): _ = try text()
    case UInt8(ascii: "t"): try word("true")
    case UInt8(ascii: "f"): try word("false")
    case UInt8(ascii: "n"): try word("null")
    default: try number()
    }
  }

  private mutating func object() throws(Problem) {
    cursor.index += 1
    try requireDepth()
    var names: Set<String> = []
    cursor.skipBlanks()
    if cursor.skip(UInt8(ascii: "}")) { return }
    repeat {
      cursor.skipBlanks()
      let name = try text()
      path.append(name)
      guard names.insert(name).inserted else {
        let detail = "This name stands in its object twice; send it once."
        throw Problem(.malformed, "\(pointer): \(detail)", errors: [.init(pointer: pointer, detail: detail)])
      }
      cursor.skipBlanks()
      guard cursor.skip(UInt8(ascii: ":")) else { throw malformed }
      try value()
      path.removeLast()
      cursor.skipBlanks()
    } while cursor.skip(UInt8(ascii: ","))
    guard cursor.skip(UInt8(ascii: "}")) else { throw malformed }
  }

  private mutating func list() throws(Problem) {
    cursor.index += 1
    try requireDepth()
    cursor.skipBlanks()
    if cursor.skip(UInt8(ascii: "]")) { return }
    var position = 0
    repeat {
      path.append(String(position))
      try value()
      path.removeLast()
      position += 1
      cursor.skipBlanks()
    } while cursor.skip(UInt8(ascii: ","))
    guard cursor.skip(UInt8(ascii: "]")) else { throw malformed }
  }

  private mutating func word(_ word: StaticString) throws(Problem) {
    let matches = word.withUTF8Buffer { cursor.bytes[cursor.index...].starts(with: $0) }
    guard matches else { throw malformed }
    cursor.index += word.utf8CodeUnitCount
  }

  private mutating func number() throws(Problem) {
    let start = cursor.index
    _ = cursor.skip(UInt8(ascii: "-"))
    let digits = try digits()
    guard digits == 1 || cursor.bytes[cursor.index - digits] != UInt8(ascii: "0") else { throw malformed }
    let fits = Int64(String(decoding: cursor.bytes[start..<cursor.index], as: UTF8.self)) != nil
    var isWhole = true
    if cursor.skip(UInt8(ascii: ".")) {
      _ = try self.digits()
      isWhole = false
    }
    if cursor.skip(UInt8(ascii: "e")) || cursor.skip(UInt8(ascii: "E")) {
      if !cursor.skip(UInt8(ascii: "+")) { _ = cursor.skip(UInt8(ascii: "-")) }
      _ = try self.digits()
      isWhole = false
    }
    guard !allowsFractions else { return }
    guard isWhole else {
      throw Problem(
        pointer: pointer, "Write an amount as text in quotes, such as \"12.50\". All numbers without quotes are whole.")
    }
    guard fits else {
      throw Problem(pointer: pointer, "Write a whole number of at most 64 bits. An amount is text in quotes.")
    }
  }

  private mutating func digits() throws(Problem) -> Int {
    let start = cursor.index
    while let byte = cursor.byte, (0x30...0x39).contains(byte) { cursor.index += 1 }
    guard cursor.index > start else { throw malformed }
    return cursor.index - start
  }

  private mutating func text() throws(Problem) -> String {
    do { return try cursor.string() } catch { throw malformed }
  }
}

/// A position in JSON text (RFC 8259), for readers that check more than decoders do. After a failure it is where reading
/// stopped.
package struct JSONCursor {
  package struct Malformed: Error {}

  /// UTF-8. The caller checks that first: strings have replacement characters for invalid bytes.
  package let bytes: [UInt8]
  package var index = 0

  package init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Nil at the end.
  package var byte: UInt8? { index < bytes.count ? bytes[index] : nil }

  package mutating func skipBlanks() {
    while let byte, byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D { index += 1 }
  }

  /// Skips the next byte if it is the expected one, and returns true then.
  package mutating func skip(_ expected: UInt8) -> Bool {
    guard byte == expected else { return false }
    index += 1
    return true
  }

  /// The text of a string without escapes.
  /// - Throws: `Malformed`, also for a lone surrogate.
  package mutating func string() throws(Malformed) -> String {
    guard skip(UInt8(ascii: "\"")) else { throw Malformed() }
    var units: [UInt8] = []
    while let byte {
      index += 1
      switch byte {
      case UInt8(ascii: "\""): return String(decoding: units, as: UTF8.self)
      case UInt8(ascii: "\\"): units.append(contentsOf: String(try escaped()).utf8)
      case 0..<0x20: throw Malformed()
      default: units.append(byte)
      }
    }
    throw Malformed()
  }

  private mutating func escaped() throws(Malformed) -> Unicode.Scalar {
    guard let byte else { throw Malformed() }
    index += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"):
      let unit = try hexadecimal()
      if let scalar = Unicode.Scalar(unit) { return scalar }
      // A character beyond U+FFFF comes as two halves, the high one first.
      guard unit < 0xDC00, skip(UInt8(ascii: "\\")), skip(UInt8(ascii: "u")) else { throw Malformed() }
      let low = try hexadecimal()
      guard (0xDC00...0xDFFF).contains(low),
        let scalar = Unicode.Scalar(0x10000 + (UInt32(unit) - 0xD800) << 10 + UInt32(low) - 0xDC00)
      else { throw Malformed() }
      return scalar
    default: throw Malformed()
    }
  }

  private mutating func hexadecimal() throws(Malformed) -> UInt16 {
    let digits = bytes[index...].prefix(4)
    guard digits.count == 4, !digits.contains(UInt8(ascii: "+")), !digits.contains(UInt8(ascii: "-")),
      let unit = UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
    else { throw Malformed() }
    index += 4
    return unit
  }
}
