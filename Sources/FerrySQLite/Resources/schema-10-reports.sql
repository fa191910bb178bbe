-- Settlement reports, and their lines. A line that several reports have is stored once, with the first of them. Amounts count for
-- the shop: fees are below zero.
CREATE TABLE reports (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  provider TEXT NOT NULL,
  account TEXT NOT NULL,
  mode TEXT NOT NULL CHECK (mode IN ('test', 'live')),
  digest TEXT NOT NULL,
  name TEXT NOT NULL,
  lines INTEGER NOT NULL,
  from_at INTEGER,
  until_at INTEGER,
  imported_at INTEGER NOT NULL,
  person TEXT NOT NULL,
  UNIQUE (provider, account, mode, digest)
) STRICT;

CREATE TABLE settlement_lines (
  position INTEGER PRIMARY KEY AUTOINCREMENT,
  provider TEXT NOT NULL,
  account TEXT NOT NULL,
  mode TEXT NOT NULL CHECK (mode IN ('test', 'live')),
  identity TEXT NOT NULL,
  report INTEGER NOT NULL REFERENCES reports (number),
  line INTEGER NOT NULL,
  payout TEXT,
  kind TEXT NOT NULL,
  id TEXT,
  group_id TEXT,
  order_name TEXT,
  currency TEXT NOT NULL,
  gross INTEGER NOT NULL,
  fee INTEGER NOT NULL,
  at INTEGER NOT NULL,
  UNIQUE (provider, account, mode, identity)
) STRICT;

CREATE INDEX settlement_lines_by_report ON settlement_lines (report);
CREATE INDEX settlement_lines_by_payout ON settlement_lines (provider, account, mode, payout, currency);
CREATE INDEX settlement_lines_by_group ON settlement_lines (provider, account, mode, group_id);
CREATE INDEX settlement_lines_by_time ON settlement_lines (provider, account, mode, at);

CREATE TABLE payouts (
  provider TEXT NOT NULL,
  account TEXT NOT NULL,
  mode TEXT NOT NULL CHECK (mode IN ('test', 'live')),
  id TEXT NOT NULL,
  currency TEXT NOT NULL,
  at INTEGER NOT NULL,
  PRIMARY KEY (provider, account, mode, id, currency)
) STRICT, WITHOUT ROWID;

CREATE INDEX payouts_by_time ON payouts (provider, account, mode, at, currency, id);
