#if PostgreSQL
  public import FerryCheckout
  public import FerryCore
  import FerryEngine
  public import Logging

  /// A comparison of the books of an account. There is one at a time, whatever machine it runs on.
  ///
  /// It has a lock of the database on a connection of its own. The database frees the lock when that connection ends:
  /// with the process, or when the network is lost. Then `keep` refuses the report.
  public final class PostgresReconciliation: Sendable {
    private let account: ProviderAccountID
    /// Has one connection, the one with the lock.
    private let pool: PostgresPool
    private let databaseTime = DatabaseTime()

    private init(_ account: ProviderAccountID, _ pool: PostgresPool) {
      self.account = account
      self.pool = pool
    }

    /// The database's clock.
    public var time: any Timekeeper { databaseTime }

    /// Begins a comparison, which ends with `end`, or when nobody refers to it any more.
    /// - Returns: Nil if another one of the account is under way.
    /// - Throws: `PostgresStoreError`, also for a standby, which does not know the locks of the primary;
    ///   `StoreError.unavailable`.
    public static func begin(
      of account: ProviderAccountID, in address: PostgresAddress, logger: Logger
    ) async throws -> PostgresReconciliation? {
      let pool = PostgresPool(address, connections: 1, name: "ferry reconcile", logger: logger)
      try await pool.requireCurrentSchema()
      let comparison = PostgresReconciliation(account, pool)
      try await comparison.databaseTime.learn(from: pool)
      let isAlone = try await pool.writeOnce { transaction in
        // The database notices within half a minute that the machine of a connection is gone.
        for setting in ["idle = 10", "interval = 5", "count = 3"] {
          try transaction.run("SET tcp_keepalives_\(setting)")
        }
        return try transaction.lockReconciliation(of: account)
      }
      return isAlone ? comparison : nil
    }

    /// Keeps the report in place of the account's earlier one.
    /// - Throws: `PostgresStoreError.comparisonLost` if another comparison may have begun meanwhile; `StoreError`.
    public func keep(_ report: ReconciliationReport) async throws {
      let text = try StoredJSON.text(report)
      try await pool.write { [account, pool] transaction in
        guard try transaction.hasLockedReconciliation(of: account) else {
          throw PostgresStoreError.comparisonLost("\(pool.address)")
        }
        try transaction.run(
          """
          INSERT INTO reconciliations (provider, account, mode, made_at, report) VALUES ($1, $2, $3, now(), $4)
          ON CONFLICT (provider, account, mode) DO UPDATE SET made_at = now(), report = EXCLUDED.report
          """, account.columns.values + [.text(text)])
      }
    }

    /// Lets the next one begin.
    public func end() async { await pool.close() }
  }

  extension PostgresStore {
    /// The last report of each account, in the order of their names. Those that this version cannot read are left out.
    public func reconciliations() async throws -> [ReconciliationReport] {
      try await read { transaction in
        try transaction.rows("SELECT report FROM reconciliations ORDER BY provider, account, mode")
          .compactMap { row in try? row.json(0) as ReconciliationReport }
      }
    }
  }

  extension PostgresTransaction {
    fileprivate func lockReconciliation(of account: ProviderAccountID) throws -> Bool {
      try lockForConnection(.reconciliation, account.provider.text, account.account.text, account.mode.rawValue)
    }

    fileprivate func hasLockedReconciliation(of account: ProviderAccountID) throws -> Bool {
      try isLockedForConnection(.reconciliation, account.provider.text, account.account.text, account.mode.rawValue)
    }
  }
#endif
