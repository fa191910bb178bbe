import GRDB

extension DatabaseMigrator {
  /// All changes of the schema, in their order. A released change is never edited; new ones are appended.
  static var ferry: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("1 accounts") { database in
      for schema in [checkouts, payments, inbox, webhooks, owner] { try database.execute(sql: schema) }
    }
    migrator.registerMigration("2 counts") { try $0.execute(sql: counts) }
    migrator.registerMigration("3 search") { database in try database.execute(sql: search) }
    migrator.registerMigration("4 operator sessions") { try $0.execute(sql: operatorSessions) }
    migrator.registerMigration("5 account problems") { try $0.execute(sql: accountProblems) }
    return migrator
  }

  /// The first change in the schema of the builds before the first release.
  private static let earlier = "1 checkouts"

  /// Checks that this version can read a file. A new and empty file passes.
  /// - Throws: `SQLiteStoreError.earlier`, `SQLiteStoreError.newer`.
  static func requireReadable(_ database: Database, _ path: String) throws {
    guard try !ferry.appliedIdentifiers(database).contains(earlier) else { throw SQLiteStoreError.earlier(path) }
    guard try !ferry.hasBeenSuperseded(database) else { throw SQLiteStoreError.newer(path) }
  }

  /// Checks that a file has tables of Ferry.
  /// - Throws: `SQLiteStoreError.noTables`.
  static func requireTables(_ database: Database, _ path: String) throws {
    guard try !ferry.appliedIdentifiers(database).isEmpty else { throw SQLiteStoreError.noTables(path) }
  }

  /// Checks that a file has the present schema, for a reader, which cannot change it.
  /// - Throws: `SQLiteStoreError.noTables`, `SQLiteStoreError.earlier`, `SQLiteStoreError.newer`,
  ///   `SQLiteStoreError.outdated`.
  static func requireCurrent(_ database: Database, _ path: String) throws {
    try requireReadable(database, path)
    try requireTables(database, path)
    guard try ferry.hasCompletedMigrations(database) else { throw SQLiteStoreError.outdated(path) }
  }

  /// The constraints are in the database, because the file outlives the program. Moments are milliseconds since 1970,
  /// amounts minor units; `body`, `round_trips`, `return_urls` and `facts` are JSON that may gain members but never needs
  /// new ones. In `provider_references` the value comes before the kind, so that ids with a common prefix are found
  /// together.
  private static let checkouts = """
    CREATE TABLE orders (
      id TEXT NOT NULL PRIMARY KEY,
      shop TEXT NOT NULL,
      mode TEXT NOT NULL CHECK (mode IN ('test', 'live')),
      reference TEXT NOT NULL,
      number TEXT NOT NULL UNIQUE,
      live TEXT,
      paid_by TEXT,
      body TEXT NOT NULL,
      UNIQUE (shop, mode, reference)
    ) STRICT;

    CREATE TRIGGER orders_are_paid_once BEFORE UPDATE OF paid_by ON orders
    WHEN OLD.paid_by IS NOT NULL AND NEW.paid_by IS NOT OLD.paid_by
    BEGIN
      SELECT RAISE(ABORT, 'an order is paid once');
    END;

    CREATE TABLE checkouts (
      id TEXT NOT NULL PRIMARY KEY,
      order_id TEXT NOT NULL REFERENCES orders (id),
      provider TEXT NOT NULL,
      account TEXT NOT NULL,
      mode TEXT NOT NULL CHECK (mode IN ('test', 'live')),
      phase TEXT NOT NULL,
      is_live INTEGER NOT NULL CHECK (is_live IN (0, 1)),
      is_final INTEGER NOT NULL CHECK (is_final IN (0, 1)),
      wake_at INTEGER,
      overdue_at INTEGER,
      created_at INTEGER NOT NULL,
      body TEXT NOT NULL,
      round_trips TEXT NOT NULL,
      return_urls TEXT,
      record BLOB
    ) STRICT;

    CREATE INDEX checkouts_by_order ON checkouts (order_id);
    CREATE UNIQUE INDEX live_attempts ON checkouts (order_id) WHERE is_live;
    CREATE INDEX checkouts_by_age ON checkouts (created_at, id);
    CREATE INDEX unfinished_checkouts ON checkouts (created_at, id) WHERE NOT is_final;
    CREATE INDEX waking_checkouts ON checkouts (wake_at, id) WHERE wake_at IS NOT NULL;
    CREATE INDEX held_checkouts ON checkouts (created_at, id) WHERE phase = 'held';
    CREATE INDEX overdue_checkouts ON checkouts (overdue_at) WHERE overdue_at IS NOT NULL;

    CREATE TABLE buyer_details (
      checkout TEXT NOT NULL PRIMARY KEY REFERENCES checkouts (id),
      body TEXT,
      facts TEXT CHECK (body IS NOT NULL OR facts IS NOT NULL)
    ) STRICT;

    CREATE TABLE provider_references (
      provider TEXT NOT NULL,
      account TEXT NOT NULL,
      mode TEXT NOT NULL CHECK (mode IN ('test', 'live')),
      value TEXT NOT NULL,
      kind TEXT NOT NULL,
      checkout TEXT NOT NULL REFERENCES checkouts (id),
      PRIMARY KEY (provider, account, mode, value, kind)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE reference_numbers (
      provider TEXT NOT NULL,
      account TEXT NOT NULL,
      mode TEXT NOT NULL CHECK (mode IN ('test', 'live')),
      number INTEGER NOT NULL CHECK (number > 0),
      checkout TEXT NOT NULL REFERENCES checkouts (id),
      PRIMARY KEY (provider, account, mode, number)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE commands (
      checkout TEXT NOT NULL REFERENCES checkouts (id),
      number INTEGER NOT NULL CHECK (number > 0),
      provider TEXT NOT NULL,
      account TEXT NOT NULL,
      mode TEXT NOT NULL CHECK (mode IN ('test', 'live')),
      not_before INTEGER NOT NULL,
      created_at INTEGER NOT NULL,
      body TEXT NOT NULL,
      request_content BLOB,
      PRIMARY KEY (checkout, number)
    ) STRICT;

    CREATE INDEX commands_by_time ON commands (provider, account, mode, not_before, created_at, checkout, number);

    CREATE TABLE log (
      position INTEGER PRIMARY KEY AUTOINCREMENT,
      checkout TEXT NOT NULL REFERENCES checkouts (id),
      at INTEGER NOT NULL,
      body TEXT NOT NULL
    ) STRICT;

    CREATE INDEX log_by_checkout ON log (checkout);

    CREATE TABLE ledger (
      position INTEGER PRIMARY KEY AUTOINCREMENT,
      provider TEXT NOT NULL,
      account TEXT NOT NULL,
      mode TEXT NOT NULL CHECK (mode IN ('test', 'live')),
      checkout TEXT NOT NULL REFERENCES checkouts (id),
      currency TEXT NOT NULL,
      kind TEXT NOT NULL,
      external_id TEXT NOT NULL,
      debit TEXT NOT NULL,
      credit TEXT NOT NULL CHECK (credit <> debit),
      amount INTEGER NOT NULL CHECK (amount > 0),
      UNIQUE (provider, account, mode, external_id, kind)
    ) STRICT;

    CREATE INDEX ledger_by_checkout ON ledger (checkout);

    CREATE TRIGGER ledger_is_not_changed BEFORE UPDATE ON ledger
    BEGIN
      SELECT RAISE(ABORT, 'ledger entries are only added');
    END;

    CREATE TRIGGER ledger_is_not_cut BEFORE DELETE ON ledger
    BEGIN
      SELECT RAISE(ABORT, 'ledger entries are only added');
    END;

    CREATE TABLE creation_keys (
      shop TEXT NOT NULL,
      mode TEXT NOT NULL CHECK (mode IN ('test', 'live')),
      key TEXT NOT NULL,
      digest TEXT NOT NULL,
      checkout TEXT NOT NULL REFERENCES checkouts (id),
      created_at INTEGER NOT NULL,
      PRIMARY KEY (shop, mode, key)
    ) STRICT, WITHOUT ROWID;
    """

  /// Checkouts with money, so that a search for them need not read all.
  private static let payments = """
    CREATE TABLE payments (
      checkout TEXT NOT NULL PRIMARY KEY REFERENCES checkouts (id),
      shop TEXT NOT NULL,
      mode TEXT NOT NULL CHECK (mode IN ('test', 'live')),
      created_at INTEGER NOT NULL,
      is_capturable INTEGER NOT NULL CHECK (is_capturable IN (0, 1)),
      is_pending INTEGER NOT NULL CHECK (is_pending IN (0, 1))
    ) STRICT, WITHOUT ROWID;

    CREATE INDEX payments_by_age ON payments (created_at, checkout);
    CREATE INDEX payments_by_shop ON payments (shop, mode, created_at, checkout);
    CREATE INDEX capturable_payments ON payments (shop, mode, created_at, checkout) WHERE is_capturable;
    CREATE INDEX pending_payments ON payments (shop, mode, created_at, checkout) WHERE is_pending;
    """

  /// `due_at` is set as long as a notification is open.
  private static let inbox = """
    CREATE TABLE inbox (
      number INTEGER PRIMARY KEY AUTOINCREMENT,
      provider TEXT NOT NULL,
      account TEXT NOT NULL,
      mode TEXT NOT NULL CHECK (mode IN ('test', 'live')),
      identity TEXT NOT NULL,
      is_authenticated INTEGER NOT NULL CHECK (is_authenticated IN (0, 1)),
      kind TEXT NOT NULL,
      is_recognised INTEGER NOT NULL CHECK (is_recognised IN (0, 1)),
      body BLOB,
      received_at INTEGER NOT NULL,
      state TEXT NOT NULL CHECK (state IN ('new', 'unmatched', 'handled', 'expired')),
      attempts INTEGER NOT NULL,
      repetitions INTEGER NOT NULL,
      due_at INTEGER CHECK ((due_at IS NULL) = (state IN ('handled', 'expired'))),
      closed_at INTEGER,
      UNIQUE (provider, account, mode, identity)
    ) STRICT;

    CREATE INDEX open_inbox ON inbox (provider, account, mode, due_at, number) WHERE due_at IS NOT NULL;
    CREATE INDEX unmatched_inbox ON inbox (provider, account, mode, number) WHERE state = 'unmatched';
    CREATE INDEX closed_inbox ON inbox (closed_at) WHERE due_at IS NULL;

    CREATE TABLE inbox_references (
      number INTEGER NOT NULL REFERENCES inbox (number) ON DELETE CASCADE,
      place INTEGER NOT NULL,
      kind TEXT NOT NULL,
      value TEXT NOT NULL,
      PRIMARY KEY (number, place)
    ) STRICT, WITHOUT ROWID;

    CREATE INDEX inbox_by_reference ON inbox_references (value, kind, number);
    """

  /// `due_at` is set as long as a message is to be sent. `last_messages` has only checkouts with messages, so that others
  /// cost nothing.
  private static let webhooks = """
    CREATE TABLE webhooks (
      checkout TEXT NOT NULL REFERENCES checkouts (id),
      sequence INTEGER NOT NULL CHECK (sequence > 0),
      endpoint TEXT NOT NULL,
      body TEXT NOT NULL,
      created_at INTEGER NOT NULL,
      state TEXT NOT NULL CHECK (state IN ('waiting', 'delivered', 'parked')),
      attempts INTEGER NOT NULL,
      due_at INTEGER CHECK ((due_at IS NULL) = (state <> 'waiting')),
      closed_at INTEGER,
      last_result TEXT,
      PRIMARY KEY (checkout, sequence, endpoint)
    ) STRICT, WITHOUT ROWID;

    CREATE INDEX waiting_webhooks ON webhooks (endpoint, due_at) WHERE due_at IS NOT NULL;
    CREATE INDEX undelivered_webhooks ON webhooks (endpoint, state, created_at) WHERE state <> 'delivered';
    CREATE INDEX closed_webhooks ON webhooks (closed_at) WHERE due_at IS NULL;
    CREATE INDEX webhooks_by_age ON webhooks (created_at);

    CREATE TABLE last_messages (
      checkout TEXT NOT NULL PRIMARY KEY REFERENCES checkouts (id),
      sequence INTEGER NOT NULL CHECK (sequence > 0)
    ) STRICT, WITHOUT ROWID;
    """

  /// For the numbers of a day, which are read from the index alone.
  private static let counts = """
    ALTER TABLE checkouts ADD COLUMN left_at INTEGER;
    ALTER TABLE checkouts ADD COLUMN returned_at INTEGER CHECK (returned_at IS NULL OR left_at IS NOT NULL);

    CREATE INDEX checkouts_counted ON checkouts (created_at, provider, mode, phase, left_at, returned_at);
    """

  /// For the few entries of timelines with a problem of the account. The condition stands in the query, too.
  private static let accountProblems = """
    CREATE INDEX account_problems ON log (at) WHERE body LIKE '%"what":{"misconfigured":%';
    """

  /// The operators' sign-ins, by the digests of their tokens.
  private static let operatorSessions = """
    CREATE TABLE operator_sessions (
      digest TEXT NOT NULL PRIMARY KEY,
      name TEXT NOT NULL,
      fingerprint TEXT NOT NULL,
      started_at INTEGER NOT NULL,
      used_at INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    """

  /// The one process that may write, by its token.
  private static let owner = """
    CREATE TABLE owner (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      token TEXT NOT NULL
    ) STRICT;
    """
}
