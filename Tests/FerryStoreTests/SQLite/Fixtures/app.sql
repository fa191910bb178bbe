INSERT INTO orders (id, shop, mode, reference, number, live, paid_by, body) VALUES (
  'order-app',
  'books',
  'test',
  'ref-app',
  'F-order-app-test',
  'app',
  NULL,
  '{"content":{"currency":"JPY","lines":[{"name":"Sea charts","quantity":2,"sku":"BOOK-1","unitPrice":{"amount":"2200","currency":"JPY"}}],"tax":{"included":true,"percent":"10","rounding":"down"}},"createdAt":1767225600000,"id":"order-app","live":"app","mode":"test","number":"F-order-app-test","reference":"ref-app","shop":"books"}');
INSERT INTO checkouts (id, order_id, provider, account, mode, phase, is_live, is_final, wake_at, overdue_at, created_at, body, round_trips, return_urls, record, left_at, returned_at) VALUES (
  'app',
  'order-app',
  'amazon-pay',
  'main',
  'test',
  'selecting',
  1,
  0,
  1767229200000,
  NULL,
  1767225600000,
  '{"account":"main","agreedBefore":[],"app":{"challenge":"E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM","id":"shop-ios","review":"browser"},"capture":"automatic","content":{"currency":"JPY","lines":[{"name":"Sea charts","quantity":2,"sku":"BOOK-1","unitPrice":{"amount":"2200","currency":"JPY"}}],"tax":{"included":true,"percent":"10","rounding":"down"}},"createdAt":1767225600000,"declinedAttempts":[],"discarded":1,"expiresAt":1767229200000,"id":"app","inquiry":{"lastAsked":1767225600000},"isCompleted":false,"isDecisionAwaited":true,"isReviewed":false,"kind":"app","language":"en","lastCommand":2,"mode":"test","order":"order-app","phase":{"selecting":{"_0":{"mustRestart":false,"question":2}}},"profile":{"canCancelSession":false,"captures":"several","decisionTime":259200000,"excessRefund":{"none":{}},"journey":"selectThenPay","lifetime":3600000,"namesRefunds":false,"paidChecks":[],"pendingSchedule":[60000],"quietSchedule":[60000],"refunds":{"partial":{}},"settlesOnlyByUs":true},"provider":"amazon-pay","revision":0,"session":"S-2","shop":"books"}',
  '{"binding":"two","claimed":0,"clientTokens":["token-1","token-2"],"codes":[{"digest":"code-2","expiresAt":1767226200000,"trip":2}],"distrustsNewSelections":false,"formerNonce":"nonce-app","nonce":"nonce-2","returned":2,"tickets":[{"digest":"again","expiresAt":1767225720000}],"trip":2}',
  NULL,
  NULL,
  NULL,
  NULL);
INSERT INTO log (position, checkout, at, body) VALUES (
  1,
  'app',
  1767225600000,
  '{"at":1767225600000,"what":{"event":{"_0":"created","phase":"open"}}}');
