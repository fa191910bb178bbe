INSERT INTO orders (id, shop, mode, reference, number, live, paid_by, body) VALUES (
  'order-browser',
  'books',
  'test',
  'ref-browser',
  'F-order-browser-test',
  'browser',
  NULL,
  '{"content":{"currency":"JPY","lines":[{"name":"Sea charts","quantity":2,"sku":"BOOK-1","unitPrice":{"amount":"2200","currency":"JPY"}}],"tax":{"included":true,"percent":"10","rounding":"down"}},"createdAt":1767225600000,"id":"order-browser","live":"browser","mode":"test","number":"F-order-browser-test","reference":"ref-browser","shop":"books"}');
INSERT INTO checkouts (id, order_id, provider, account, mode, phase, is_live, is_final, wake_at, overdue_at, created_at, body, round_trips, return_urls, record, left_at, returned_at) VALUES (
  'browser',
  'order-browser',
  'amazon-pay',
  'main',
  'test',
  'open',
  1,
  0,
  1767229200000,
  NULL,
  1767225600000,
  '{"account":"main","agreedBefore":[],"capture":"automatic","content":{"currency":"JPY","lines":[{"name":"Sea charts","quantity":2,"sku":"BOOK-1","unitPrice":{"amount":"2200","currency":"JPY"}}],"tax":{"included":true,"percent":"10","rounding":"down"}},"createdAt":1767225600000,"declinedAttempts":[],"discarded":0,"expiresAt":1767229200000,"id":"browser","inquiry":{"lastAsked":1767225600000},"isCompleted":false,"isDecisionAwaited":true,"isReviewed":false,"kind":"browser","language":"en","lastCommand":0,"mode":"test","order":"order-browser","phase":{"open":{}},"profile":{"canCancelSession":false,"captures":"several","decisionTime":259200000,"excessRefund":{"none":{}},"journey":"selectThenPay","lifetime":3600000,"namesRefunds":false,"paidChecks":[],"pendingSchedule":[60000],"quietSchedule":[60000],"refunds":{"partial":{}},"settlesOnlyByUs":true},"provider":"amazon-pay","revision":0,"shop":"books"}',
  '{"binding":"jar","claimed":1,"clientTokens":[],"codes":[{"digest":"code-1","expiresAt":1767226200000,"trip":1},{"digest":"code-2","expiresAt":1767226200000,"trip":2}],"distrustsNewSelections":false,"nonce":"nonce-browser","proven":"jar","returned":2,"tickets":[],"trip":2}',
  NULL,
  NULL,
  NULL,
  NULL);
INSERT INTO log (position, checkout, at, body) VALUES (
  1,
  'browser',
  1767225600000,
  '{"at":1767225600000,"what":{"event":{"_0":"created","phase":"open"}}}');
