-- The evidence of answers to disputes, until it is sent. Stored notices have one word for disputes.

CREATE TABLE evidence (
  checkout TEXT NOT NULL,
  number INTEGER NOT NULL,
  place INTEGER NOT NULL,
  part TEXT NOT NULL,
  content BLOB NOT NULL,
  PRIMARY KEY (checkout, number, place),
  FOREIGN KEY (checkout, number) REFERENCES commands (checkout, number) ON DELETE CASCADE
) STRICT;

UPDATE inbox_references SET kind = 'dispute' WHERE kind = 'chargeback';
