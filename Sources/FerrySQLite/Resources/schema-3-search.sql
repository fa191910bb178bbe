-- Lists and look-ups.
--
-- `listed_checkouts` is the only index of lists: its rows up to `payment` name a group of checkouts, and a list is merged from
-- the groups that it includes. So a page costs the same in a large file, by whatever it is filtered. `payment` is 0 without a
-- payment, else 1, plus 1 if it is capturable, plus 2 if an operation is pending.
--
-- E-mail addresses are in `buyer_details` and its own indexes alone: they are erased with the row.

CREATE TABLE listed_checkouts (
  shop TEXT NOT NULL,
  mode TEXT NOT NULL CHECK (mode IN ('test', 'live')),
  provider TEXT NOT NULL,
  phase TEXT NOT NULL,
  payment INTEGER NOT NULL CHECK (payment BETWEEN 0 AND 4),
  created_at INTEGER NOT NULL,
  checkout TEXT NOT NULL REFERENCES checkouts (id),
  PRIMARY KEY (shop, mode, provider, phase, payment, created_at, checkout)
) STRICT, WITHOUT ROWID;

INSERT INTO listed_checkouts (shop, mode, provider, phase, payment, created_at, checkout)
SELECT orders.shop, checkouts.mode, provider, phase, coalesce(1 + is_capturable + 2 * is_pending, 0),
  checkouts.created_at, checkouts.id
FROM checkouts JOIN orders ON orders.id = order_id LEFT JOIN payments ON checkout = checkouts.id;

DROP TABLE payments;
DROP INDEX checkouts_by_age;
DROP INDEX unfinished_checkouts;

CREATE INDEX orders_by_reference ON orders (reference);
CREATE INDEX commands_by_age ON commands (created_at, checkout);

ALTER TABLE buyer_details ADD COLUMN email TEXT COLLATE NOCASE
  AS (CASE WHEN json_valid(body) THEN CAST(body ->> '$.buyer.email' AS TEXT) END);
ALTER TABLE buyer_details ADD COLUMN stated_email TEXT COLLATE NOCASE
  AS (CASE WHEN json_valid(facts) THEN CAST(facts ->> '$.email' AS TEXT) END);
CREATE INDEX buyers_by_email ON buyer_details (email) WHERE email IS NOT NULL;
CREATE INDEX buyers_by_stated_email ON buyer_details (stated_email) WHERE stated_email IS NOT NULL;
