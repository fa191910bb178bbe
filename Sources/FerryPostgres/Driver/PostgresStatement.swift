#if PostgreSQL
  import CPostgres
  import FerryEngine

  /// A statement with its values in binary form.
  struct PostgresStatement {
    /// A connection prepares it under a name that depends on text and types.
    struct Form: Hashable {
      let text: String
      let types: [UInt32]
    }

    let form: Form
    private let values: [[UInt8]?]

    init(_ text: String, _ bytes: [UInt8]...) {
      form = Form(text: text, types: bytes.map { _ in PostgresType.bytes })
      values = bytes
    }

    /// - Throws: `StoreError.inconsistent` for a text with a NUL.
    init(_ text: String, _ values: [StatementValue]) throws(StoreError) {
      form = Form(text: text, types: values.map(\.type))
      self.values = try values.map { value throws(StoreError) in try value.encoded() }
    }

    /// Hands over to libpq; both calls copy everything before they return.
    /// - Returns: False if libpq refuses: the connection is lost.
    func send(as name: String, to connection: OpaquePointer) -> Bool {
      let bytes = values.flatMap { $0 ?? [] }
      let lengths = values.map { Int32($0?.count ?? 0) }
      let formats = [Int32](repeating: 1, count: values.count)
      return bytes.withUnsafeBytes { buffer in
        // A pointer that is nil is a null, even for an empty value: an empty one points anywhere else.
        let start = buffer.baseAddress ?? UnsafeRawPointer(bitPattern: 1)
        var offset = 0
        let pointers = values.map { value -> UnsafePointer<CChar>? in
          guard let value else { return nil }
          defer { offset += value.count }
          return start.map { ($0 + offset).assumingMemoryBound(to: CChar.self) }
        }
        return PQsendQueryPrepared(connection, name, Int32(values.count), pointers, lengths, formats, 1) == 1
      }
    }

    /// Has the statement prepared, under a name.
    func prepare(as name: String, on connection: OpaquePointer) -> Bool {
      PQsendPrepare(connection, name, form.text, Int32(form.types.count), form.types) == 1
    }
  }
#endif
