#if PostgreSQL
  import DemoShop
  import FerryCore
  import FerryEngine
  import FerryPostgres
  import Logging

  /// Fills a database with copies of its finished checkouts, by SQL. Each copy has ids, an order number, references and an age
  /// of its own. It also has rows in every table that has rows of a finished checkout.
  struct CheckoutCopies: Sendable {
    private let pool: PostgresPool

    static func with(_ address: String, _ work: (CheckoutCopies) async throws -> Void) async throws {
      var deadlines = PostgresDeadlines()
      deadlines.statement = .seconds(600)
      let pool = PostgresPool(
        try PostgresAddress(address), connections: 1, name: "benchmark", deadlines: deadlines,
        logger: Logger(label: "benchmark") { _ in SwiftLogNoOpLogHandler() })
      let result: Swift.Result<Void, any Error>
      do { result = .success(try await work(CheckoutCopies(pool: pool))) } catch { result = .failure(error) }
      await pool.close()
      try result.get()
    }

    /// Makes all checkouts of the database the originals, with the texts that are theirs alone. The shorter reference comes
    /// first: a longer one may begin with it.
    func keepOriginals(_ count: Int) async throws {
      try await pool.write { transaction in
        try transaction.run("CREATE SCHEMA benchmark")
        try transaction.run(
          """
          CREATE TABLE benchmark.originals AS
          SELECT row_number() OVER (ORDER BY checkouts.id) AS place, checkouts.id AS checkout, order_id, created_at,
            ARRAY[checkouts.id, order_id, number, reference, split_part(coalesce(buyer_details.body::json -> 'buyer' ->> 'email', ''), '@', 1)]
              || ARRAY(SELECT value FROM provider_references WHERE checkout = checkouts.id ORDER BY length(value))
              AS texts
          FROM checkouts JOIN orders ON orders.id = order_id
            LEFT JOIN buyer_details ON buyer_details.checkout = checkouts.id
          WHERE is_final AND NOT EXISTS (SELECT 1 FROM commands WHERE commands.checkout = checkouts.id)
          """)
        guard try transaction.row("SELECT count(*) FROM benchmark.originals")?.int(0) == Int64(count) else {
          throw Unexpected("Not every checkout that was paid to be copied is finished.")
        }
      }
    }

    /// The bytes of the search index, with its own indexes.
    func searchIndexBytes() async throws -> Int {
      try await pool.read {
        Int(
          try $0.row(
            "SELECT pg_total_relation_size('search_postings') + pg_total_relation_size('search_words')")?.int(0) ?? 0)
      }
    }

    /// Copies the originals.
    /// - Parameter numbers: The numbers of the copies: each is made once in a database.
    func copy(_ numbers: Range<Int>) async throws {
      let tables = try await pool.read { try CopiedTable.all($0) }
      for first in stride(from: numbers.lowerBound, to: numbers.upperBound, by: 100) {
        let last = min(first + 100, numbers.upperBound) - 1
        try await pool.write { transaction in
          // Without the checks of foreign keys: copies are whole.
          try transaction.run("SET LOCAL session_replication_role = replica")
          try transaction.run(Self.copies, [.int(first), .int(last)])
          for table in tables { try transaction.run(table.insertion) }
        }
      }
      // The terms of a copy are not parts of its texts.
      try await pool.write { try $0.indexAll() }
      try await pool.write { try $0.run("CHECKPOINT") }
    }

    /// The copies, each with an age in milliseconds, and with the texts to be replaced and their replacements.
    private static let copies = """
      CREATE TEMP TABLE copies ON COMMIT DROP AS
      SELECT number, checkout, order_id, age, texts || created_at::text AS olds,
        ARRAY(
          SELECT left(text, 3) || md5(text || ':' || number) FROM unnest(texts) WITH ORDINALITY AS own (text, place)
          ORDER BY own.place) || (created_at - age)::text AS news
      FROM benchmark.originals CROSS JOIN generate_series($1, $2) AS number
        CROSS JOIN LATERAL (SELECT number * 3000000 + place * 30000 AS age) AS aged
      """
  }

  /// A table with rows of checkouts.
  private struct CopiedTable: Sendable {
    let name: String
    var columns: [(name: String, type: String)] = []
    /// The texts that a copy replaces.
    let texts: Int

    /// All of them, by their columns.
    static func all(_ transaction: PostgresTransaction) throws -> [CopiedTable] {
      let texts = try transaction.row("SELECT max(cardinality(texts)) + 1 FROM benchmark.originals")?.int(0) ?? 0
      var tables: [CopiedTable] = []
      let columns = try transaction.rows(
        """
        SELECT table_name::text, column_name::text, data_type::text FROM information_schema.columns
        WHERE table_schema = 'public' AND is_identity = 'NO' AND table_name <> 'search_postings' AND (
          table_name IN ('orders', 'checkouts') OR table_name IN (
            SELECT table_name FROM information_schema.columns WHERE table_schema = 'public' AND column_name = 'checkout'))
        ORDER BY table_name, ordinal_position
        """)
      for column in columns {
        let name = column.text(0)
        if tables.last?.name != name { tables.append(CopiedTable(name: name, texts: Int(texts))) }
        tables[tables.count - 1].columns.append((column.text(1), column.text(2)))
      }
      return tables
    }

    /// Rows of one copy stay together, as those of one checkout do.
    var insertion: String {
      """
      INSERT INTO \(name) (\(columns.map(\.name).joined(separator: ", ")))
      SELECT \(columns.map(copied).joined(separator: ", "))
      FROM \(name) AS original JOIN copies ON \(key) ORDER BY copies.number, copies.checkout, original.ctid
      """
    }

    private var key: String {
      switch name {
      case "checkouts": "original.id = copies.checkout"
      case "orders": "original.id = copies.order_id"
      default: "original.checkout = copies.checkout"
      }
    }

    private func copied(_ column: (name: String, type: String)) -> String {
      let value = "original.\(column.name)"
      switch (column.type, column.name) {
      case ("text", _): return replaced(value)
      case ("bytea", _): return "convert_to(\(replaced("convert_from(\(value), 'UTF8')")), 'UTF8')"
      case (_, "at"), (_, "created_at"), (_, "left_at"), (_, "returned_at"), (_, "closed_at"): return "\(value) - age"
      // A timer that has not fired stays later than now.
      case (_, "wake_at"): return "\(value) + age"
      default: return value
      }
    }

    private func replaced(_ text: String) -> String {
      (1...texts).reduce(text) { "replace(\($0), olds[\($1)], news[\($1)])" }
    }
  }
#endif
