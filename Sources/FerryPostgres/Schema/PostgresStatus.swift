#if PostgreSQL
  public import FerryCore
  import FerryEngine

  /// The state of a PostgreSQL database with tables of Ferry.
  public struct PostgresStatus: Hashable, Sendable {
    public var schema: Schema
    /// The size of everything.
    public var bytes: Int64
    public var tables: [Table]
    public var servers: [Server]

    public struct Schema: Encodable, Hashable, Sendable {
      /// The number of the last change of the schema that was made.
      public var version: Int
      /// The oldest version of the schema whose servers can use this one.
      public var oldest: Int
      /// The number of the last change that this program knows.
      public var current: Int
    }

    public struct Table: Encodable, Hashable, Sendable {
      public var name: String
      /// As PostgreSQL has last estimated it; nil if it never has.
      public var rows: Int64?
      /// The size with indexes.
      public var bytes: Int64
    }

    /// A server that has a lease.
    public struct Server: Encodable, Hashable, Sendable {
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
        SELECT name, (extract(epoch FROM started_at) * 1000)::bigint FROM servers
        WHERE until > clock_timestamp() ORDER BY id
        """)
      return PostgresStatus(
        schema: PostgresStatus.Schema(
          version: version.number, oldest: version.oldest, current: PostgresMigration.current), bytes: size,
        tables: tables.map { row in
          PostgresStatus.Table(
            name: row.text(0), rows: row.int(1) < 0 ? nil : row.int(1), bytes: row.int(2))
        },
        servers: servers.map { PostgresStatus.Server(name: $0.text(0), startedAt: $0.moment(1)) })
    }
  }
#endif
