-- The constraints are in the database, because the file outlives the program. Moments are milliseconds since 1970, amounts
-- minor units; `body`, `round_trips`, `return_urls` and `facts` are JSON that may gain members but never needs new ones. In
-- `provider_references` the value comes before the kind, so that ids with a common prefix are found together.

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

-- Checkouts with money, so that a search for them need not read all.
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

-- `due_at` is set as long as a notification is open.
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

-- `due_at` is set as long as a message is to be sent. `last_messages` has only checkouts with messages, so that others cost
-- nothing.
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

-- The one process that may write, by its token.
CREATE TABLE owner (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  token TEXT NOT NULL
) STRICT;
