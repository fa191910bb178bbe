#if PostgreSQL
  package import FerryCheckout
  import FerryCore
  package import FerryEngine
  package import FerryProvider

  /// Locks that are held until the transaction ends. A transaction takes them in this order: order, account, references, then
  /// rows of the inbox, then words. Each is queued: the statement after it sees everything that was committed before the lock.
  extension PostgresTransaction {
    /// Things that are locked before there is a row of theirs.
    enum LockedName: String {
      case order, account, reference, schema, reconciliation, words

      fileprivate func name(_ parts: [String]) -> StatementValue {
        .text(([rawValue] + parts).joined(separator: "\n"))
      }
    }

    /// The number of a name's lock. It is negative; those of the log are positive.
    fileprivate static let lockNumber = "hashtextextended($1, 0) | (1::bigint << 63)"

    func lock(_ kind: LockedName, _ parts: [String] = []) throws {
      try lock("SELECT pg_advisory_xact_lock(\(Self.lockNumber))", [kind.name(parts)])
    }

    package func lock(_ reference: OrderReference) throws {
      try lock(.order, [reference.shop.text, reference.mode.rawValue, reference.reference])
      try lock(
        "SELECT 1 FROM orders WHERE shop = $1 AND mode = $2 AND reference = $3 FOR NO KEY UPDATE",
        reference.columns.values)
    }

    /// Locks the order of a checkout: all attempts to pay it change one after the other.
    func lockOrder(of id: CheckoutID) throws {
      try lock(
        "SELECT 1 FROM orders WHERE id = (SELECT order_id FROM checkouts WHERE id = $1) FOR NO KEY UPDATE",
        [.text(id.text)])
    }

    func lock(_ account: ProviderAccountID) throws { try lock(.account, account.parts) }

    /// Locks references, always in the same order.
    package func lock(_ references: [ProviderReference], _ account: ProviderAccountID) throws {
      for reference in references.sorted(by: { ($0.value, $0.kind) < ($1.value, $1.kind) }) {
        try lock(.reference, account.parts + [reference.value, reference.kind])
      }
    }

    /// Tells readers of the log, before the first position is taken, that none at or after this one may be passed over until
    /// the transaction has ended. See `positionsInUse`.
    package func lockLog() throws {
      try lock("SELECT pg_advisory_xact_lock_shared((SELECT last_value FROM log_position_seq))", [])
    }

    /// The first position of the log that a transaction may still fill, as far as one has begun to. Positions are taken in
    /// another order than transactions are committed: a reader of all checkouts that read on would miss an entry for good. To
    /// be read in a transaction before the one that reads the log.
    package func firstOpenPosition() throws -> Int64 {
      // The last position is read before the locks: who takes a lock later takes later positions.
      let row = try row(
        """
        SELECT last_value + 1, (
          SELECT min(classid::bigint << 32 | objid::bigint) FROM pg_locks
          WHERE locktype = 'advisory' AND objsubid = 1 AND classid::bigint < 1::bigint << 31 AND last_value > 0
            AND database = (SELECT oid FROM pg_database WHERE datname = current_database()))
        FROM log_position_seq
        """)
      guard let row else { return 0 }
      return min(row.int(0), row.intIfPresent(1) ?? .max)
    }
  }

  // MARK: The search index

  extension PostgresTransaction {
    /// A word goes with its last checkout: nobody may enter the word for another one then.
    package func lockWords(toRemove: Bool) throws {
      try lock(
        "SELECT pg_advisory_xact_lock\(toRemove ? "" : "_shared")(\(Self.lockNumber))", [LockedName.words.name([])])
    }
  }

  // MARK: The lock of a connection

  extension PostgresTransaction {
    /// Takes the lock of an account's comparison. It stays with the connection until that ends, even if the transaction is
    /// undone.
    /// - Returns: False if another connection has it.
    func lockReconciliation(of account: ProviderAccountID) throws -> Bool {
      try isTrue("SELECT pg_try_advisory_lock(\(Self.lockNumber))", [LockedName.reconciliation.name(account.parts)])
    }

    /// Returns true if this connection has the lock.
    func hasLockedReconciliation(of account: ProviderAccountID) throws -> Bool {
      try isTrue(
        """
        SELECT count(*) > 0 FROM pg_locks
        WHERE locktype = 'advisory' AND objsubid = 1 AND granted AND pid = pg_backend_pid()
          AND (classid::bigint << 32 | objid::bigint) = (\(Self.lockNumber))
        """, [LockedName.reconciliation.name(account.parts)])
    }
  }

  extension ProviderAccountID {
    fileprivate var parts: [String] { [provider.text, account.text, mode.rawValue] }
  }
#endif
