-- In lists a payment has 4 more if a dispute of it is open. The command that asks about a dispute is new in stored checkouts.
ALTER TABLE listed_checkouts DROP CONSTRAINT listed_checkouts_payment_check;

ALTER TABLE listed_checkouts ADD CONSTRAINT listed_checkouts_payment_check CHECK (payment BETWEEN 0 AND 8);
