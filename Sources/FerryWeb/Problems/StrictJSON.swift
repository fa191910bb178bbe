import FerryCore

/// Reads over JSON text (RFC 8259) before it is decoded, and stops at what decoders let pass or cannot name: a name twice
/// in one object, of which each program would choose another; numbers that are not whole or do not fit 64 bits; half
/// surrogates; depth without end. Bodies of ours hold whole numbers only, for amounts are text.
struct StrictJSON {
  enum Fault: Error, Hashable {
    /// Nothing but blanks.
    case empty
    /// A byte that no character begins with, or the first of one that is not whole.
    case notUTF8(offset: Int)
    /// Not JSON, from this byte on.
    case malformed(offset: Int)
    case tooDeep
    case repeatedName(pointer: String)
    case notWhole(pointer: String)
  }

  private static let depthLimit = 32

  private let bytes: [UInt8]
  private var index = 0
  private var path: [String] = []

  private init(_ bytes: [UInt8]) { self.bytes = bytes }

  static func check(_ bytes: [UInt8]) throws(Fault) {
    let start = characters(bytes)
    guard start == bytes.count else { throw .notUTF8(offset: start) }
    var reader = StrictJSON(bytes)
    reader.whitespace()
    guard reader.byte != nil else { throw .empty }
    try reader.value()
    reader.whitespace()
    guard reader.index == bytes.count else { throw .malformed(offset: reader.index) }
  }

  /// How many bytes from the beginning are characters in UTF-8.
  private static func characters(_ bytes: [UInt8]) -> Int {
    if String(validating: bytes, as: UTF8.self) != nil { return bytes.count }
    var rest = bytes.makeIterator()
    var parser = Unicode.UTF8.ForwardParser()
    var count = 0
    while case .valid(let character) = parser.parseScalar(from: &rest) { count += character.count }
    return count
  }

  private var byte: UInt8? { index < bytes.count ? bytes[index] : nil }

  private var pointer: String { Problem.pointer(path) }

  private var malformed: Fault { .malformed(offset: index) }

  private mutating func whitespace() {
    while let byte, " \t\r\n".utf8.contains(byte) { index += 1 }
  }

  private mutating func take(_ expected: UInt8) -> Bool {
    guard byte == expected else { return false }
    index += 1
    return true
  }

  private mutating func value() throws(Fault) {
    whitespace()
    switch byte {
    case UInt8(ascii: "{"): try object()
    case UInt8(ascii: "["): try list()
    case UInt8(ascii: "\""): _ = try text()
    case UInt8(ascii: "t"): try word("true")
    case UInt8(ascii: "f"): try word("false")
    case UInt8(ascii: "n"): try word("null")
    default: try number()
    }
  }

  private mutating func object() throws(Fault) {
    index += 1
    guard path.count < Self.depthLimit else { throw .tooDeep }
    var names: Set<String> = []
    whitespace()
    if take(UInt8(ascii: "}")) { return }
    repeat {
      whitespace()
      guard byte == UInt8(ascii: "\"") else { throw malformed }
      let name = try text()
      path.append(name)
      guard names.insert(name).inserted else { throw .repeatedName(pointer: pointer) }
      whitespace()
      guard take(UInt8(ascii: ":")) else { throw malformed }
      try value()
      path.removeLast()
      whitespace()
    } while take(UInt8(ascii: ","))
    guard take(UInt8(ascii: "}")) else { throw malformed }
  }

  private mutating func list() throws(Fault) {
    index += 1
    guard path.count < Self.depthLimit else { throw .tooDeep }
    whitespace()
    if take(UInt8(ascii: "]")) { return }
    var position = 0
    repeat {
      path.append(String(position))
      try value()
      path.removeLast()
      position += 1
      whitespace()
    } while take(UInt8(ascii: ","))
    guard take(UInt8(ascii: "]")) else { throw malformed }
  }

  private mutating func word(_ word: StaticString) throws(Fault) {
    let matches = word.withUTF8Buffer { bytes[index...].starts(with: $0) }
    guard matches else { throw malformed }
    index += word.utf8CodeUnitCount
  }

  private mutating func number() throws(Fault) {
    let start = index
    _ = take(UInt8(ascii: "-"))
    let digits = try digits()
    guard digits == 1 || bytes[index - digits] != UInt8(ascii: "0") else { throw malformed }
    var isWhole = Int64(String(decoding: bytes[start..<index], as: UTF8.self)) != nil
    if take(UInt8(ascii: ".")) {
      _ = try self.digits()
      isWhole = false
    }
    if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
      if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
      _ = try self.digits()
      isWhole = false
    }
    guard isWhole else { throw .notWhole(pointer: pointer) }
  }

  private mutating func digits() throws(Fault) -> Int {
    let start = index
    while let byte, (0x30...0x39).contains(byte) { index += 1 }
    guard index > start else { throw malformed }
    return index - start
  }

  /// The text of a string, its escapes resolved.
  private mutating func text() throws(Fault) -> String {
    index += 1
    var units: [UInt8] = []
    while let byte {
      index += 1
      switch byte {
      case UInt8(ascii: "\""): return String(decoding: units, as: UTF8.self)
      case UInt8(ascii: "\\"): units.append(contentsOf: String(try escaped()).utf8)
      case 0..<0x20: throw malformed
      default: units.append(byte)
      }
    }
    throw malformed
  }

  private mutating func escaped() throws(Fault) -> Unicode.Scalar {
    guard let byte else { throw malformed }
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
      guard unit < 0xDC00, take(UInt8(ascii: "\\")), take(UInt8(ascii: "u")) else { throw malformed }
      let low = try hexadecimal()
      guard (0xDC00...0xDFFF).contains(low),
        let scalar = Unicode.Scalar(0x10000 + (UInt32(unit) - 0xD800) << 10 + UInt32(low) - 0xDC00)
      else { throw malformed }
      return scalar
    default: throw malformed
    }
  }

  private mutating func hexadecimal() throws(Fault) -> UInt16 {
    let digits = bytes[index...].prefix(4)
    guard digits.count == 4, !digits.contains(UInt8(ascii: "+")), !digits.contains(UInt8(ascii: "-")),
      let unit = UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
    else { throw malformed }
    index += 4
    return unit
  }
}
