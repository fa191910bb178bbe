-- The evidence of answers to disputes, until it is sent. Stored notices have one word for disputes.
CREATE TABLE evidence (
  checkout text COLLATE "C" NOT NULL,
  number bigint NOT NULL,
  place bigint NOT NULL,
  part text NOT NULL,
  content bytea NOT NULL,
  PRIMARY KEY (checkout, number, place),
  FOREIGN KEY (checkout, number) REFERENCES commands (checkout, number) ON DELETE CASCADE
);

UPDATE inbox_references SET kind = 'dispute' WHERE kind = 'chargeback';
