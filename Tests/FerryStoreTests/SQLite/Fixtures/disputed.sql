INSERT INTO orders (id, shop, mode, reference, number, live, paid_by, body) VALUES (
  'order-disputed',
  'books',
  'test',
  'ref-disputed',
  'F-order-disputed-test',
  NULL,
  'disputed',
  '{"content":{"currency":"JPY","lines":[{"name":"Sea charts","quantity":2,"sku":"BOOK-1","unitPrice":{"amount":"2200","currency":"JPY"}}],"tax":{"included":true,"percent":"10","rounding":"down"}},"createdAt":1767225600000,"id":"order-disputed","mode":"test","number":"F-order-disputed-test","paidBy":"disputed","reference":"ref-disputed","shop":"books"}');
INSERT INTO checkouts (id, order_id, provider, account, mode, phase, is_live, is_final, wake_at, overdue_at, created_at, body, round_trips, return_urls, record, left_at, returned_at) VALUES (
  'disputed',
  'order-disputed',
  'amazon-pay',
  'main',
  'test',
  'paid',
  0,
  1,
  1767312000000,
  NULL,
  1767225600000,
  '{"account":"main","agreed":{"revision":1,"total":{"amount":"4400","currency":"JPY"}},"agreedBefore":[],"capture":"automatic","content":{"currency":"JPY","lines":[{"name":"Sea charts","quantity":2,"sku":"BOOK-1","unitPrice":{"amount":"2200","currency":"JPY"}}],"tax":{"included":true,"percent":"10","rounding":"down"}},"createdAt":1767225600000,"declinedAttempts":[],"discarded":0,"expiresAt":1767229200000,"id":"disputed","inquiry":{"lastAsked":1767225600000},"isCompleted":true,"isDecisionAwaited":true,"isReviewed":false,"kind":"browser","language":"en","lastCommand":8,"mode":"test","order":"order-disputed","payment":{"authorized":{"amount":"4400","currency":"JPY"},"captured":{"amount":"4400","currency":"JPY"},"capturedAt":1767225600000,"disputes":[{"amount":{"amount":"7","currency":"JPY"},"changes":1,"id":"case","isOverruled":false,"isRead":false,"openedAt":1767225600000,"reason":"other","source":"report","state":"lost"},{"amount":{"amount":"1000","currency":"JPY"},"answers":[{"at":1767225600000,"command":6,"digest":"digest","id":"a","parts":[{"type":"trackingNumber"},{"file":"pdf","type":"receipt"}],"state":"refused"},{"at":1767225600000,"command":8,"digest":"digest","id":"b","parts":[{"type":"trackingNumber"},{"file":"pdf","type":"receipt"}],"state":"sending"}],"askedAt":1767225600000,"changedAt":1767225600000,"changes":1,"id":"D-1","isOverruled":false,"isRead":true,"openedAt":1767225600000,"reason":"notReceived","respondBy":1767225600000,"source":"provider","state":"needsResponse"}],"operations":[],"reference":"C-D","refunded":{"amount":"0","currency":"JPY"},"transfers":1,"wasCapturing":false,"wasDecided":true,"wasPending":false,"wasVoided":false},"phase":{"paid":{}},"profile":{"canCancelSession":false,"captures":"several","decisionTime":259200000,"excessRefund":{"none":{}},"journey":"selectThenPay","lifetime":3600000,"namesRefunds":false,"paidChecks":[],"pendingSchedule":[60000],"quietSchedule":[60000],"refunds":{"partial":{}},"settlesOnlyByUs":true},"provider":"amazon-pay","quote":{"shipping":{"amount":"0","currency":"JPY"},"subtotal":{"amount":"4400","currency":"JPY"},"tax":{"amount":"400","currency":"JPY"},"taxes":[{"base":{"amount":"4000","currency":"JPY"},"percent":"10","tax":{"amount":"400","currency":"JPY"}}],"total":{"amount":"4400","currency":"JPY"}},"revision":1,"selection":{"country":"JP","fingerprint":"chosen","region":"Tokyo"},"session":"S-1","shop":"books"}',
  '{"claimed":0,"clientTokens":[],"codes":[],"distrustsNewSelections":false,"nonce":"nonce-disputed","returned":0,"tickets":[],"trip":0}',
  NULL,
  NULL,
  NULL,
  NULL);
INSERT INTO commands (checkout, number, provider, account, mode, not_before, created_at, body, request_content) VALUES (
  'disputed',
  8,
  'amazon-pay',
  'main',
  'test',
  1767225600000,
  1767225600000,
  '{"account":{"account":"main","mode":"test","provider":"amazon-pay"},"attempts":0,"checkout":"disputed","command":{"kind":{"answerDispute":{"_0":"D-1"}},"number":8},"createdAt":1767225600000,"isStarted":false,"notBefore":1767225600000,"reference":"","referenceAttempt":1,"stage":"","unreadable":0}',
  NULL);
INSERT INTO log (position, checkout, at, body) VALUES (
  1,
  'disputed',
  1767225600000,
  '{"at":1767225600000,"what":{"event":{"_0":"created","phase":"open"}}}');
INSERT INTO ledger (position, provider, account, mode, checkout, currency, kind, external_id, debit, credit, amount) VALUES (
  1,
  'amazon-pay',
  'main',
  'test',
  'disputed',
  'JPY',
  'authorize',
  'C-D=4400',
  'hold.provider',
  'hold.order',
  4400);
INSERT INTO ledger (position, provider, account, mode, checkout, currency, kind, external_id, debit, credit, amount) VALUES (
  2,
  'amazon-pay',
  'main',
  'test',
  'disputed',
  'JPY',
  'capture',
  'C-D=4400',
  'receivable',
  'sales',
  4400);
INSERT INTO ledger (position, provider, account, mode, checkout, currency, kind, external_id, debit, credit, amount) VALUES (
  3,
  'amazon-pay',
  'main',
  'test',
  'disputed',
  'JPY',
  'capture',
  'C-D=4400/hold',
  'hold.order',
  'hold.provider',
  4400);
INSERT INTO ledger (position, provider, account, mode, checkout, currency, kind, external_id, debit, credit, amount) VALUES (
  4,
  'amazon-pay',
  'main',
  'test',
  'disputed',
  'JPY',
  'dispute-lost',
  'C-D!case/1',
  'disputes',
  'receivable',
  7);
INSERT INTO evidence (checkout, number, place, part, content) VALUES (
  'disputed',
  8,
  0,
  '{"type":"trackingNumber"}',
  X'315A');
INSERT INTO evidence (checkout, number, place, part, content) VALUES (
  'disputed',
  8,
  1,
  '{"file":"pdf","type":"receipt"}',
  X'00FF');
