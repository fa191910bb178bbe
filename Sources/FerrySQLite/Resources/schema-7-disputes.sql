-- In lists a payment has 4 more if a dispute of it is open. The command that asks about a dispute is new in stored checkouts.

CREATE TABLE listed (
  shop TEXT NOT NULL,
  mode TEXT NOT NULL CHECK (mode IN ('test', 'live')),
  provider TEXT NOT NULL,
  phase TEXT NOT NULL,
  payment INTEGER NOT NULL CHECK (payment BETWEEN 0 AND 8),
  created_at INTEGER NOT NULL,
  checkout TEXT NOT NULL REFERENCES checkouts (id),
  PRIMARY KEY (shop, mode, provider, phase, payment, created_at, checkout)
) STRICT, WITHOUT ROWID;

INSERT INTO listed SELECT shop, mode, provider, phase, payment, created_at, checkout FROM listed_checkouts;

DROP TABLE listed_checkouts;

ALTER TABLE listed RENAME TO listed_checkouts;
