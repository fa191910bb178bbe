/// `DoubleByteTable` by code and by character. Both directions together take about 175 kB.
struct Tables: Sendable {
  /// The number of possible second bytes.
  static let cells = 188

  static let shared = Tables()

  /// Characters by first byte from 0x81 and cell; zero for none.
  private var scalars = [UInt16](repeating: 0, count: (0xFC - 0x81 + 1) * cells)
  /// Codes by character of the basic plane; zero for none.
  private var codes = [UInt16](repeating: 0, count: 0x10000)

  private init() {
    for line in DoubleByteTable.text.split(separator: "\n") {
      let fields = line.split(separator: " ", maxSplits: 1)
      guard let start = UInt16(fields[0], radix: 16), let firstCell = Self.cell(UInt8(start & 0xFF)) else {
        preconditionFailure("Each line of the table begins with two bytes.")
      }
      let first = UInt8(start >> 8)
      for (offset, scalar) in fields[1].unicodeScalars.enumerated() where scalar != "." {
        add(UInt16(truncatingIfNeeded: scalar.value), first, cell: firstCell + offset)
      }
    }
  }

  private mutating func add(_ character: UInt16, _ first: UInt8, cell: Int) {
    scalars[Int(first - 0x81) * Self.cells + cell] = character
    // Windows and Java encode a character that has several codes by the first of them. Those that NEC selected of IBM's
    // extensions are an exception: IBM's own codes, which come later, take their place.
    let isSelectedByNEC = [0xED, 0xEE].contains(codes[Int(character)] >> 8)
    if codes[Int(character)] == 0 || isSelectedByNEC {
      codes[Int(character)] = UInt16(first) << 8 | UInt16(Self.second(cell))
    }
  }

  func scalar(_ first: UInt8, cell: Int) -> Unicode.Scalar? {
    guard (0x81...0xFC).contains(first) else { return nil }
    let character = scalars[Int(first - 0x81) * Self.cells + cell]
    return character == 0 ? nil : Unicode.Scalar(character)
  }

  func code(of scalar: Unicode.Scalar) -> UInt16? {
    guard let index = UInt16(exactly: scalar.value) else { return nil }
    let code = codes[Int(index)]
    return code == 0 ? nil : code
  }

  /// The number of a second byte, from 0 to 187; nil for a byte that is none.
  static func cell(_ second: UInt8) -> Int? {
    switch second {
    case 0x40...0x7E: Int(second) - 0x40
    case 0x80...0xFC: Int(second) - 0x41
    default: nil
    }
  }

  static func second(_ cell: Int) -> UInt8 { UInt8(cell < 0x3F ? cell + 0x40 : cell + 0x41) }
}
