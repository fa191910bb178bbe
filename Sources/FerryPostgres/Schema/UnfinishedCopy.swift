#if PostgreSQL
  /// The mark of a database into which another one is being copied. It is no server's yet: part of the orders would be missing.
  extension PostgresTransaction {
    package func hasUnfinishedCopy() throws -> Bool {
      try row("SELECT to_regclass('unfinished_copy') IS NOT NULL")?.bool(0) ?? false
    }

    package func beginCopy() throws { try run("CREATE TABLE unfinished_copy ()") }

    package func endCopy() throws { try run("DROP TABLE unfinished_copy") }
  }
#endif
