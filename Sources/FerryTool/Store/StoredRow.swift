#if PostgreSQL
  import Crypto

  /// A table that is copied, as the SQLite database describes it.
  struct StoredTable: Hashable, Sendable {
    let name: String
    let columns: [String]
    /// The columns of the primary key, in its order.
    let key: [String]

    /// The places of the key's columns.
    var keyPlaces: [Int] { key.compactMap { columns.firstIndex(of: $0) } }

    /// The names of columns in a statement. Some are words of SQL.
    static func list(_ names: [String]) -> String { names.map { "\"\($0)\"" }.joined(separator: ", ") }
  }

  /// A value of a column. Truth values are 0 and 1. Values are compared by their bytes, for equal texts of Swift may have
  /// different ones.
  enum StoredValue: Sendable {
    case null
    case int(Int64)
    case text(String)
    case bytes([UInt8])

    /// The value with its kind and length before it, so that no two lists of values have the same bytes.
    fileprivate var encoded: [UInt8] {
      let (kind, content): (Character, [UInt8]) =
        switch self {
        case .null: ("n", [])
        case .int(let value): ("i", Array("\(value)".utf8))
        case .text(let value): ("t", Array(value.utf8))
        case .bytes(let value): ("b", value)
        }
      return Array("\(kind)\(content.count):".utf8) + content
    }
  }

  /// A row of a table.
  struct StoredRow: Sendable {
    /// In the order of the table's columns.
    let values: [StoredValue]

    func key(_ table: StoredTable) -> [StoredValue] { table.keyPlaces.map { values[$0] } }

    /// The bytes of the key's values. They identify the same row in two stores.
    func identity(_ table: StoredTable) -> [UInt8] { key(table).flatMap(\.encoded) }

    /// SHA-256 of all values.
    var digest: [UInt8] { Array(SHA256.hash(data: values.flatMap(\.encoded))) }
  }
#endif
