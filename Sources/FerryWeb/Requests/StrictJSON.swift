import FerryCore

/// Checks JSON text (RFC 8259) before it is decoded. It refuses faults that decoders let pass or cannot name: a repeated name
/// in one object, because programs take different values of it; numbers that are not whole or do not fit 64 bits; lone
/// surrogates; unlimited depth. Our own bodies hold whole numbers only, because amounts are text.
package struct StrictJSON {
  package enum Fault: Error, Hashable {
    /// Only white space.
    case empty
    /// The offset is that of the first byte that is not UTF-8.
    case notUTF8(offset: Int)
    /// The offset is that of the first byte that is not JSON.
    case malformed(offset: Int)
    case tooDeep
    case repeatedName(pointer: String)
    case fraction(pointer: String)
    /// A whole number of more than 64 bits.
    case tooLarge(pointer: String)
  }

  private static let depthLimit = 32

  private var cursor: JSONCursor
  private var path: [String] = []

  private let allowsFractions: Bool

  private init(_ bytes: [UInt8], allowsFractions: Bool) {
    cursor = JSONCursor(bytes)
    self.allowsFractions = allowsFractions
  }

  package static func check(_ bytes: [UInt8], allowsFractions: Bool = false) throws(Fault) {
    let start = characters(bytes)
    guard start == bytes.count else { throw .notUTF8(offset: start) }
    var reader = StrictJSON(bytes, allowsFractions: allowsFractions)
    reader.cursor.skipBlanks()
    guard reader.cursor.byte != nil else { throw .empty }
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
  private var malformed: Fault { .malformed(offset: cursor.index) }

  private mutating func value() throws(Fault) {
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

  private mutating func object() throws(Fault) {
    cursor.index += 1
    guard path.count < Self.depthLimit else { throw .tooDeep }
    var names: Set<String> = []
    cursor.skipBlanks()
    if cursor.take(UInt8(ascii: "}")) { return }
    repeat {
      cursor.skipBlanks()
      let name = try text()
      path.append(name)
      guard names.insert(name).inserted else { throw .repeatedName(pointer: pointer) }
      cursor.skipBlanks()
      guard cursor.take(UInt8(ascii: ":")) else { throw malformed }
      try value()
      path.removeLast()
      cursor.skipBlanks()
    } while cursor.take(UInt8(ascii: ","))
    guard cursor.take(UInt8(ascii: "}")) else { throw malformed }
  }

  private mutating func list() throws(Fault) {
    cursor.index += 1
    guard path.count < Self.depthLimit else { throw .tooDeep }
    cursor.skipBlanks()
    if cursor.take(UInt8(ascii: "]")) { return }
    var position = 0
    repeat {
      path.append(String(position))
      try value()
      path.removeLast()
      position += 1
      cursor.skipBlanks()
    } while cursor.take(UInt8(ascii: ","))
    guard cursor.take(UInt8(ascii: "]")) else { throw malformed }
  }

  private mutating func word(_ word: StaticString) throws(Fault) {
    let matches = word.withUTF8Buffer { cursor.bytes[cursor.index...].starts(with: $0) }
    guard matches else { throw malformed }
    cursor.index += word.utf8CodeUnitCount
  }

  private mutating func number() throws(Fault) {
    let start = cursor.index
    _ = cursor.take(UInt8(ascii: "-"))
    let digits = try digits()
    guard digits == 1 || cursor.bytes[cursor.index - digits] != UInt8(ascii: "0") else { throw malformed }
    let fits = Int64(String(decoding: cursor.bytes[start..<cursor.index], as: UTF8.self)) != nil
    var isWhole = true
    if cursor.take(UInt8(ascii: ".")) {
      _ = try self.digits()
      isWhole = false
    }
    if cursor.take(UInt8(ascii: "e")) || cursor.take(UInt8(ascii: "E")) {
      if !cursor.take(UInt8(ascii: "+")) { _ = cursor.take(UInt8(ascii: "-")) }
      _ = try self.digits()
      isWhole = false
    }
    guard !allowsFractions else { return }
    guard isWhole else { throw .fraction(pointer: pointer) }
    guard fits else { throw .tooLarge(pointer: pointer) }
  }

  private mutating func digits() throws(Fault) -> Int {
    let start = cursor.index
    while let byte = cursor.byte, (0x30...0x39).contains(byte) { cursor.index += 1 }
    guard cursor.index > start else { throw malformed }
    return cursor.index - start
  }

  private mutating func text() throws(Fault) -> String {
    do { return try cursor.string() } catch { throw malformed }
  }
}
