#if PostgreSQL
  /// The mark of a database that another one is being copied into. It is no server's yet: part of the orders would be missing.
  extension PostgresTransaction {
    package func hasUnfinishedCopy() throws -> Bool {
      try row("SELECT to_regclass('unfinished_copy') IS NOT NULL")?.bool(0) ?? false
    }

    /// Keeps servers from registering until the transaction ends. Afterwards none registers while a copy is unfinished.
    /// - Returns: The names of those that are alive.
    package func keepServersOut() throws -> [String] {
      try lock("LOCK TABLE servers IN SHARE ROW EXCLUSIVE MODE", [])
      return try rows("SELECT name FROM servers WHERE \(Self.isAlive) ORDER BY id").map { $0.text(0) }
    }

    package func beginCopy() throws { try run("CREATE TABLE unfinished_copy ()") }

    package func endCopy() throws { try run("DROP TABLE unfinished_copy") }
  }
#endif
