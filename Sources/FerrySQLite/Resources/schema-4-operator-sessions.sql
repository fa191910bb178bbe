-- The operators' sign-ins, by the digests of their tokens.
CREATE TABLE operator_sessions (
  digest TEXT NOT NULL PRIMARY KEY,
  name TEXT NOT NULL,
  fingerprint TEXT NOT NULL,
  started_at INTEGER NOT NULL,
  used_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
