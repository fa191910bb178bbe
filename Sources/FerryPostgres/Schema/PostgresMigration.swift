#if PostgreSQL
  import FerryEngine

  /// A change of the schema. A released one is never edited; new ones are appended.
  struct PostgresMigration {
    /// From 1, without gaps.
    let number: Int
    /// The oldest version of the schema whose programs can go on with this one: an additive change keeps that of the one
    /// before, so that the schema is migrated first and the servers are replaced one by one.
    let oldest: Int
    let statements: [String]

    static let all = [
      PostgresMigration(
        number: 1, oldest: 1,
        statements: checkouts + money + inbox + webhooks + operators + servers + reconciliations),
      // For the few entries of timelines with a problem of the account. The condition stands in the query, too.
      PostgresMigration(
        number: 2, oldest: 1,
        statements: [
          #"CREATE INDEX account_problems ON log (at) WHERE body LIKE '%"what":{"misconfigured":%'"#
        ]),
      // The column `owner` is ambiguous for earlier programs, and they miss a member of the checkouts that are stored now.
      PostgresMigration(number: 3, oldest: 3, statements: ownersOfRows),
    ]

    /// The owners of commands and messages. By the owner, a server finds its own rows behind thousands of another's. Rows that
    /// are there already begin with 0, and the owner of the checkout counts.
    private static let ownersOfRows = [
      "ALTER TABLE commands ADD COLUMN owner bigint NOT NULL DEFAULT 0",
      """
      CREATE INDEX commands_by_owner
      ON commands (provider, account, mode, owner, not_before, created_at, checkout, number)
      """,
      "DROP INDEX commands_by_time",
      "ALTER TABLE webhooks ADD COLUMN owner bigint NOT NULL DEFAULT 0",
      """
      CREATE OR REPLACE FUNCTION enter_shop() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        SELECT orders.shop, orders.mode, coalesce(checkouts.owner, 0) INTO NEW.shop, NEW.mode, NEW.owner
        FROM checkouts JOIN orders ON orders.id = checkouts.order_id WHERE checkouts.id = NEW.checkout;
        RETURN NEW;
      END $$
      """,
      """
      CREATE INDEX webhooks_by_owner ON webhooks (endpoint, owner, due_at, checkout, sequence) WHERE due_at IS NOT NULL
      """,
      "DROP INDEX waiting_webhooks",
    ]

    /// The version of the schema that this program has been written for.
    static var current: Int { all.count }
  }

  struct PostgresSchemaVersion: Equatable {
    /// The last change that was made.
    var number: Int
    /// The oldest version whose programs can use it.
    var oldest: Int

    /// - Returns: Nil if a program of this version can use the database.
    func problem(for current: Int = PostgresMigration.current, _ address: String) -> PostgresStoreError? {
      if number < current { return .outdated(address) }
      return oldest > current ? .newer(address) : nil
    }
  }

  extension PostgresTransaction {
    func make(_ migration: PostgresMigration) throws {
      for statement in migration.statements { try run(statement) }
      try run(
        "INSERT INTO migrations (number, oldest) VALUES ($1, $2)", [.int(migration.number), .int(migration.oldest)])
    }

    /// The version of the schema; nil if there are no tables of Ferry.
    /// - Parameter locked: True to keep others from changing it until the transaction ends.
    func schemaVersion(locked: Bool = false) throws -> PostgresSchemaVersion? {
      if locked { try lock(.schema) }
      guard try row("SELECT to_regclass('migrations') IS NOT NULL")?.bool(0) == true,
        let row = try row("SELECT max(number), max(oldest) FROM migrations"), let number = row.intIfPresent(0)
      else { return nil }
      return PostgresSchemaVersion(number: Int(number), oldest: Int(row.int(1)))
    }
  }
#endif
