-- For the few entries of timelines with a problem of the account. The condition stands in the query, too.
CREATE INDEX account_problems ON log (at) WHERE body LIKE '%"what":{"misconfigured":%';
