#if PostgreSQL
  import FerryCore
  import Synchronization

  /// The ids of the transactions of one pool. Each is committed with its transaction, in the table
  ///
  ///     changes (id bytea PRIMARY KEY, at timestamptz NOT NULL DEFAULT now(), undone boolean NOT NULL DEFAULT false)
  ///
  /// with an index of `at`, so that the outcome of a COMMIT can be found out after its connection was lost. Ids older than a
  /// day are deleted by and by.
  final class PostgresChanges: Sendable {
    /// Ids of one pool follow each other: they are written to the same page.
    private let prefix: [UInt8]
    private let last = Atomic<UInt64>(0)

    init(_ randomness: any Randomness) { prefix = randomness.bytes(12) }

    func next() -> PostgresChange {
      let number = last.add(1, ordering: .relaxed).newValue
      return PostgresChange(
        id: prefix + withUnsafeBytes(of: number.bigEndian) { Array($0) },
        deletesOld: number % PostgresChange.interval == 0)
    }
  }

  /// One attempt of a transaction.
  struct PostgresChange {
    fileprivate let id: [UInt8]
    fileprivate let deletesOld: Bool

    /// Every so many changes delete twice as many old ones.
    fileprivate static let interval: UInt64 = 16

    /// The statements that are committed with the change. The first fails if the question was quicker: then nothing is
    /// committed, however late it arrives.
    var statements: [PostgresStatement] {
      var statements = [PostgresStatement("INSERT INTO changes (id) VALUES ($1)", id)]
      if deletesOld {
        statements.append(
          PostgresStatement(
            """
            DELETE FROM changes WHERE id IN (
              SELECT id FROM changes WHERE at < now() - interval '1 day' ORDER BY at LIMIT \(2 * Self.interval)
              FOR UPDATE SKIP LOCKED)
            """))
      }
      return statements
    }

    /// Yields true if the change is not committed and never will be, false if it is committed. It waits for one that is
    /// under way. It may be asked again.
    var question: PostgresStatement {
      PostgresStatement(
        """
        INSERT INTO changes (id, undone) VALUES ($1, true)
        ON CONFLICT (id) DO UPDATE SET undone = changes.undone RETURNING undone
        """, id)
    }
  }
#endif
