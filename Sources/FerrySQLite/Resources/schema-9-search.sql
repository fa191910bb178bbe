-- The search index, what lists are filtered by, the numbers of days, and the acts of operators.
--
-- `search_postings` has a row for each term of a checkout. `search_words` has the words among them: `^tanaka`, and each end of
-- one with the word, `naka tanaka`. Erasing a buyer deletes their rows; a word is deleted with its last checkout.

CREATE TABLE search_words (part TEXT NOT NULL PRIMARY KEY) STRICT, WITHOUT ROWID;

CREATE TABLE search_postings (
  term TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  checkout TEXT NOT NULL REFERENCES checkouts (id),
  PRIMARY KEY (term, created_at, checkout)
) STRICT, WITHOUT ROWID;

DROP INDEX buyers_by_email;
DROP INDEX buyers_by_stated_email;
ALTER TABLE buyer_details DROP COLUMN email;
ALTER TABLE buyer_details DROP COLUMN stated_email;

-- `payment` has 8 more if money was refunded. `total` is missing while it may tell where the buyer lives. The migration enters all rows again.
DROP TABLE listed_checkouts;

CREATE TABLE listed_checkouts (
  shop TEXT NOT NULL,
  mode TEXT NOT NULL CHECK (mode IN ('test', 'live')),
  provider TEXT NOT NULL,
  phase TEXT NOT NULL,
  payment INTEGER NOT NULL CHECK (payment BETWEEN 0 AND 16),
  created_at INTEGER NOT NULL,
  checkout TEXT NOT NULL REFERENCES checkouts (id),
  currency TEXT,
  total INTEGER,
  PRIMARY KEY (shop, mode, provider, phase, payment, created_at, checkout)
) STRICT, WITHOUT ROWID;

CREATE TABLE figures (
  mode TEXT NOT NULL CHECK (mode IN ('test', 'live')),
  at INTEGER NOT NULL,
  kind TEXT NOT NULL,
  checkout TEXT NOT NULL REFERENCES checkouts (id),
  shop TEXT NOT NULL,
  provider TEXT NOT NULL,
  currency TEXT NOT NULL,
  amount INTEGER NOT NULL,
  seconds INTEGER,
  PRIMARY KEY (mode, at, kind, checkout)
) STRICT, WITHOUT ROWID;

CREATE TABLE journal (
  position INTEGER PRIMARY KEY AUTOINCREMENT,
  at INTEGER NOT NULL,
  person TEXT NOT NULL,
  act TEXT NOT NULL,
  checkout TEXT REFERENCES checkouts (id),
  shop TEXT,
  address TEXT
) STRICT;

CREATE INDEX journal_by_person ON journal (person, position);

CREATE TABLE operator_views (
  person TEXT NOT NULL,
  name TEXT NOT NULL,
  query TEXT NOT NULL,
  PRIMARY KEY (person, name)
) STRICT, WITHOUT ROWID;
