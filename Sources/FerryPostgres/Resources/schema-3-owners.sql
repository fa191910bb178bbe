-- The owners of commands and messages. By the owner, a server finds its own rows behind thousands of another's. Rows that are
-- there already begin with 0, and the owner of the checkout counts.
ALTER TABLE commands ADD COLUMN owner bigint NOT NULL DEFAULT 0;

CREATE INDEX commands_by_owner
ON commands (provider, account, mode, owner, not_before, created_at, checkout, number);

DROP INDEX commands_by_time;

ALTER TABLE webhooks ADD COLUMN owner bigint NOT NULL DEFAULT 0;

CREATE OR REPLACE FUNCTION enter_shop() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT orders.shop, orders.mode, coalesce(checkouts.owner, 0) INTO NEW.shop, NEW.mode, NEW.owner
  FROM checkouts JOIN orders ON orders.id = checkouts.order_id WHERE checkouts.id = NEW.checkout;
  RETURN NEW;
END $$;

CREATE INDEX webhooks_by_owner ON webhooks (endpoint, owner, due_at, checkout, sequence) WHERE due_at IS NOT NULL;

DROP INDEX waiting_webhooks;
