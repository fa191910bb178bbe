#if PostgreSQL
  public import FerryCore
  import FerryEngine

  /// The state of a PostgreSQL database with tables of Ferry.
  public struct PostgresStatus: Hashable, Sendable {
    /// The number of the last change of the schema that was made.
    public var version: Int
    /// The oldest version of the schema whose servers can use this one.
    public var oldest: Int
    /// The number of the last change that this program knows.
    public var current: Int
    /// In bytes, with everything.
    public var size: Int64
    public var tables: [Table]
    public var servers: [Server]

    public struct Table: Hashable, Sendable {
      public var name: String
      /// As PostgreSQL has last estimated it; nil if it never has.
      public var rows: Int64?
      /// In bytes, with indexes.
      public var size: Int64
    }

    /// A server that has a lease.
    public struct Server: Hashable, Sendable {
      public var id: Int64
      public var name: String
      public var startedAt: Moment
    }
  }

  extension PostgresTransaction {
    func status(_ version: PostgresSchemaVersion) throws -> PostgresStatus {
      let size = try row("SELECT pg_database_size(current_database())")?.int(0) ?? 0
      let tables = try rows(
        """
        SELECT relname, reltuples::bigint, pg_total_relation_size(oid) FROM pg_class
        WHERE relkind = 'r' AND relnamespace = (SELECT relnamespace FROM pg_class WHERE oid = 'migrations'::regclass)
        ORDER BY relname
        """)
      let servers = try rows(
        """
        SELECT id, name, (extract(epoch FROM started_at) * 1000)::bigint FROM servers
        WHERE until > clock_timestamp() ORDER BY id
        """)
      return PostgresStatus(
        version: version.number, oldest: version.oldest, current: PostgresMigration.current, size: size,
        tables: tables.map { row in
          PostgresStatus.Table(
            name: row.text(0), rows: row.int(1) < 0 ? nil : row.int(1), size: row.int(2))
        },
        servers: servers.map { PostgresStatus.Server(id: $0.int(0), name: $0.text(1), startedAt: $0.moment(2)) })
    }
  }
#endif
