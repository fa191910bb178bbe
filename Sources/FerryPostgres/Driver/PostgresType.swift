#if PostgreSQL
  import FerryEngine

  /// Types by the numbers that PostgreSQL's catalogue has for them (`pg_type.dat`).
  enum PostgresType {
    static let bool: UInt32 = 16
    static let bytes: UInt32 = 17
    static let name: UInt32 = 19
    static let int8: UInt32 = 20
    static let int2: UInt32 = 21
    static let int4: UInt32 = 23
    static let text: UInt32 = 25
    static let oid: UInt32 = 26
    static let json: UInt32 = 114
    static let texts: UInt32 = 1009
    static let ints: UInt32 = 1016
    static let varchar: UInt32 = 1043
    static let xid8: UInt32 = 5069
  }

  /// The form on the wire.
  extension StatementValue {
    var type: UInt32 {
      switch self {
      case .int: PostgresType.int8
      case .text: PostgresType.text
      case .bytes: PostgresType.bytes
      case .bool: PostgresType.bool
      case .ints: PostgresType.ints
      case .texts: PostgresType.texts
      }
    }

    /// The binary form; nil for null.
    /// - Throws: `StoreError.inconsistent` for a text with a NUL, which PostgreSQL cannot hold.
    func encoded() throws(StoreError) -> [UInt8]? {
      switch self {
      case .int(let value): value.map { Self.bigEndian($0) }
      case .text(let value): if let value { try Self.utf8(value) } else { nil }
      case .bytes(let value): value
      case .bool(let value): value.map { [$0 ? 1 : 0] }
      case .ints(let values): Self.array(values.map { Self.bigEndian($0) }, of: PostgresType.int8)
      case .texts(let values):
        Self.array(try values.map { value throws(StoreError) in try Self.utf8(value) }, of: PostgresType.text)
      }
    }

    private static func utf8(_ text: String) throws(StoreError) -> [UInt8] {
      let bytes = Array(text.utf8)
      guard !bytes.contains(0) else { throw .inconsistent("a text with a NUL") }
      return bytes
    }

    private static func bigEndian(_ value: some FixedWidthInteger) -> [UInt8] {
      withUnsafeBytes(of: value.bigEndian) { Array($0) }
    }

    /// One dimension, no nulls, numbered from 1 (`array_recv` in PostgreSQL's `arrayfuncs.c`).
    private static func array(_ elements: [[UInt8]], of type: UInt32) -> [UInt8] {
      let dimensions: Int32 = elements.isEmpty ? 0 : 1
      var bytes = bigEndian(dimensions) + bigEndian(Int32(0)) + bigEndian(type)
      if !elements.isEmpty { bytes += bigEndian(Int32(elements.count)) + bigEndian(Int32(1)) }
      for element in elements { bytes += bigEndian(Int32(element.count)) + element }
      return bytes
    }
  }
#endif
