#if PostgreSQL
  import CPostgres
  package import FerryEngine

  /// A row of a result, valid in the transaction that read it. Columns count from 0.
  ///
  /// A column of another type, or a null where there is none by the schema, ends the process: it is a mistake in the
  /// statement.
  package struct PostgresRow: StoredRow {
    /// Other servers write, too: no checkout can be remembered as committed.
    package static let decoded: DecodedState? = DecodedState(limit: 512)

    let result: PostgresResult
    let row: Int32

    package func int(_ column: Int) -> Int64 { required(intIfPresent(column), column) }

    /// A `bigint`, a shorter integer, or an `xid8`.
    package func intIfPresent(_ column: Int) -> Int64? {
      value(column, PostgresType.int8, PostgresType.int4, PostgresType.int2, PostgresType.oid, PostgresType.xid8).map {
        bytes in
        // The sign is in the first byte; a number without a sign (`oid`) is never that large.
        bytes.reduce(bytes.first.map { $0 & 0x80 == 0 } ?? true ? 0 : -1) { $0 << 8 | Int64($1) }
      }
    }

    package func text(_ column: Int) -> String { required(textIfPresent(column), column) }

    package func textIfPresent(_ column: Int) -> String? {
      value(column, PostgresType.text, PostgresType.varchar, PostgresType.name, PostgresType.json)
        .map { String(decoding: $0, as: UTF8.self) }
    }

    package func bytes(_ column: Int) -> [UInt8] { required(bytesIfPresent(column), column) }

    /// A `bytea`, or the UTF-8 of a text: for JSON that is to be decoded.
    package func bytesIfPresent(_ column: Int) -> [UInt8]? {
      value(column, PostgresType.bytes, PostgresType.text).map { Array($0) }
    }

    package func bool(_ column: Int) -> Bool {
      required(value(column, PostgresType.bool), column).first != 0
    }

    private func required<Value>(_ value: Value?, _ column: Int) -> Value {
      guard let value else { preconditionFailure("The column \(result.name(column)) is null.") }
      return value
    }

    /// The bytes of a value of one of these types; nil for null.
    private func value(_ column: Int, _ types: UInt32...) -> UnsafeRawBufferPointer? {
      precondition(
        types.contains(result.type(column)), "The column \(result.name(column)) has the type \(result.type(column)).")
      return result.value(row, column)
    }
  }

  /// The answer to one statement. The memory is libpq's, and freed with this.
  final class PostgresResult {
    private let result: OpaquePointer

    init(_ result: OpaquePointer) { self.result = result }

    deinit { PQclear(result) }

    var isSuccess: Bool { PQresultStatus(result) == PGRES_COMMAND_OK || PQresultStatus(result) == PGRES_TUPLES_OK }

    /// True for the answer to a statement after one that failed.
    var isSkipped: Bool { PQresultStatus(result) == PGRES_PIPELINE_ABORTED }

    /// True for the answer that ends a round trip.
    var isEnd: Bool { PQresultStatus(result) == PGRES_PIPELINE_SYNC }

    var rows: [PostgresRow] { (0..<PQntuples(result)).map { PostgresRow(result: self, row: $0) } }

    /// The command and its number of rows, for instance `UPDATE 1`.
    var tag: String { String(cString: PQcmdStatus(result)) }

    /// The rows that the statement inserted, changed, deleted or read.
    var count: Int { Int(String(cString: PQcmdTuples(result))) ?? 0 }

    func name(_ column: Int) -> String { PQfname(result, Int32(column)).map { String(cString: $0) } ?? "\(column)" }

    func type(_ column: Int) -> UInt32 { PQftype(result, Int32(column)) }

    func value(_ row: Int32, _ column: Int) -> UnsafeRawBufferPointer? {
      guard PQgetisnull(result, row, Int32(column)) == 0 else { return nil }
      return UnsafeRawBufferPointer(
        start: PQgetvalue(result, row, Int32(column)), count: Int(PQgetlength(result, row, Int32(column))))
    }

    /// The error that the database reported; nil for one of libpq's own.
    var error: PostgresError? {
      field("C").map { PostgresError(state: $0, message: field("M") ?? "no message", constraint: field("n")) }
    }

    /// True if the database closes the connection after this error.
    var endsConnection: Bool { field("V").map { ["FATAL", "PANIC"].contains($0) } ?? false }

    /// A part of an error by its letter (`PG_DIAG_SQLSTATE` and its like).
    private func field(_ code: Unicode.Scalar) -> String? {
      PQresultErrorField(result, Int32(code.value)).map { String(cString: $0) }
    }
  }
#endif
