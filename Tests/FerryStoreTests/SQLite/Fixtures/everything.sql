INSERT INTO orders (id, shop, mode, reference, number, live, paid_by, body) VALUES (
  'order-one',
  'books',
  'test',
  'ref-one',
  'F-order-one-test',
  NULL,
  'one',
  '{"content":{"currency":"JPY","lines":[{"name":"Sea charts","quantity":2,"sku":"BOOK-1","unitPrice":{"amount":"2200","currency":"JPY"}}],"tax":{"included":true,"percent":"10","rounding":"down"}},"createdAt":1767225600000,"id":"order-one","mode":"test","number":"F-order-one-test","paidBy":"one","reference":"ref-one","shop":"books"}');
INSERT INTO checkouts (id, order_id, provider, account, mode, phase, is_live, is_final, wake_at, overdue_at, created_at, body, round_trips, return_urls, record, left_at, returned_at) VALUES (
  'one',
  'order-one',
  'amazon-pay',
  'main',
  'test',
  'paid',
  0,
  1,
  NULL,
  NULL,
  1767225600000,
  '{"account":"main","agreed":{"revision":1,"total":{"amount":"4400","currency":"JPY"}},"agreedBefore":[],"capture":"automatic","content":{"currency":"JPY","lines":[{"name":"Sea charts","quantity":2,"sku":"BOOK-1","unitPrice":{"amount":"2200","currency":"JPY"}}],"tax":{"included":true,"percent":"10","rounding":"down"}},"createdAt":1767225600000,"declinedAttempts":[],"discarded":0,"expiresAt":1767229200000,"id":"one","inquiry":{"lastAsked":1767225605000},"isCompleted":true,"isDecisionAwaited":true,"isReviewed":false,"kind":"browser","language":"en","lastCommand":5,"mode":"test","order":"order-one","payment":{"authorized":{"amount":"4400","currency":"JPY"},"captured":{"amount":"4400","currency":"JPY"},"capturedAt":1767225600000,"operations":[{"amount":{"amount":"1000","currency":"JPY"},"before":{"amount":"0","currency":"JPY"},"command":5,"id":"refund-1","isNamed":false,"kind":"refund","requestedAt":1767225605000,"state":{"requested":{"_0":5}}}],"reference":"C-1","refunded":{"amount":"0","currency":"JPY"},"transfers":1,"wasCapturing":false,"wasDecided":true,"wasPending":false,"wasVoided":false},"phase":{"paid":{}},"profile":{"canCancelSession":false,"captures":"several","decisionTime":259200000,"excessRefund":{"none":{}},"journey":"selectThenPay","lifetime":3600000,"namesRefunds":false,"paidChecks":[],"pendingSchedule":[60000],"quietSchedule":[60000],"refunds":{"partial":{}},"settlesOnlyByUs":true},"provider":"amazon-pay","quote":{"shipping":{"amount":"0","currency":"JPY"},"subtotal":{"amount":"4400","currency":"JPY"},"tax":{"amount":"400","currency":"JPY"},"taxes":[{"base":{"amount":"4000","currency":"JPY"},"percent":"10","tax":{"amount":"400","currency":"JPY"}}],"total":{"amount":"4400","currency":"JPY"}},"revision":1,"selection":{"country":"JP","fingerprint":"chosen","region":"Tokyo"},"session":"S-1","shop":"books"}',
  '{"binding":"cookie","claimed":0,"clientTokens":[],"codes":[],"distrustsNewSelections":false,"nonce":"nonce-one","returned":0,"tickets":[{"digest":"ticket-1","expiresAt":1767225720000,"step":{"change":{"_0":"address"}}},{"digest":"ticket-2","expiresAt":1767225720000,"step":{"change":{"_0":"payment"}}},{"digest":"ticket-3","expiresAt":1767225720000,"step":{"pay":{}}}],"trip":1}',
  '[{"cancel":"https://shop.example/cancel","pay":"https://shop.example/pay","select":"https://shop.example/select"}]',
  X'7B226F7061717565223A317D',
  NULL,
  NULL);
INSERT INTO buyer_details (checkout, body, facts) VALUES (
  'one',
  '{"buyer":{"email":"taro@example.com","name":"山田 太郎"},"lastDigits":"1111","paymentDescriptor":"Visa ****1111","shippingAddress":{"city":"千代田区","country":"JP","lines":["丸の内1-1-1","2F"],"name":"山田 太郎","phone":"0312345678","postalCode":"100-0005","region":"東京都"}}',
  '{"document":"1040035097","documentType":"CC","email":"taro@example.com","ipAddress":"192.0.2.7","mobile":"0312345678","name":"Taro","surname":"Yamada","userAgent":"Browser/1"}');
INSERT INTO provider_references (provider, account, mode, value, kind, checkout) VALUES (
  'amazon-pay',
  'main',
  'test',
  'C-1',
  'sample',
  'one');
INSERT INTO provider_references (provider, account, mode, value, kind, checkout) VALUES (
  'amazon-pay',
  'main',
  'test',
  'S-1',
  'sample',
  'one');
INSERT INTO reference_numbers (provider, account, mode, number, checkout) VALUES (
  'amazon-pay',
  'main',
  'test',
  1,
  'one');
INSERT INTO reference_numbers (provider, account, mode, number, checkout) VALUES (
  'amazon-pay',
  'main',
  'test',
  2,
  'one');
INSERT INTO commands (checkout, number, provider, account, mode, not_before, created_at, body, request_content) VALUES (
  'one',
  1,
  'amazon-pay',
  'main',
  'test',
  1767225600000,
  1767225600000,
  '{"account":{"account":"main","mode":"test","provider":"amazon-pay"},"attempts":0,"checkout":"one","command":{"kind":{"read":{}},"number":1},"createdAt":1767225600000,"isStarted":false,"notBefore":1767225600000,"reference":"","referenceAttempt":1,"stage":"","unreadable":0}',
  NULL);
INSERT INTO commands (checkout, number, provider, account, mode, not_before, created_at, body, request_content) VALUES (
  'one',
  2,
  'amazon-pay',
  'main',
  'test',
  1767225601000,
  1767225601000,
  '{"account":{"account":"main","mode":"test","provider":"amazon-pay"},"attempts":0,"checkout":"one","command":{"kind":{"authorize":{"_0":{"amount":"4400","currency":"JPY"}}},"number":2},"createdAt":1767225601000,"isStarted":false,"notBefore":1767225601000,"reference":"","referenceAttempt":1,"stage":"","unreadable":0}',
  NULL);
INSERT INTO commands (checkout, number, provider, account, mode, not_before, created_at, body, request_content) VALUES (
  'one',
  3,
  'amazon-pay',
  'main',
  'test',
  1767225602000,
  1767225602000,
  '{"account":{"account":"main","mode":"test","provider":"amazon-pay"},"attempts":0,"checkout":"one","command":{"kind":{"settle":{"_0":{"amount":"4400","currency":"JPY"}}},"number":3},"createdAt":1767225602000,"isStarted":false,"notBefore":1767225602000,"reference":"","referenceAttempt":1,"stage":"","unreadable":0}',
  NULL);
INSERT INTO commands (checkout, number, provider, account, mode, not_before, created_at, body, request_content) VALUES (
  'one',
  4,
  'amazon-pay',
  'main',
  'test',
  1767225603000,
  1767225603000,
  '{"account":{"account":"main","mode":"test","provider":"amazon-pay"},"attempts":2,"checkout":"one","command":{"kind":{"capture":{"_0":"capture-1","_1":{"amount":"4400","currency":"JPY"}}},"number":4},"createdAt":1767225603000,"isStarted":false,"notBefore":1767225603000,"reference":"","referenceAttempt":1,"request":{"call":"createRefund C-1","content":[],"headers":[{"name":"accept","value":"application/json"}],"method":"POST","repetition":{"safe":{}},"timeoutMilliseconds":30000,"url":"https://provider.example/v2/refunds"},"stage":"charge","unreadable":0}',
  X'7B22616D6F756E74223A2231303030227D');
INSERT INTO commands (checkout, number, provider, account, mode, not_before, created_at, body, request_content) VALUES (
  'one',
  5,
  'amazon-pay',
  'main',
  'test',
  1767225604000,
  1767225604000,
  '{"account":{"account":"main","mode":"test","provider":"amazon-pay"},"attempts":0,"checkout":"one","command":{"kind":{"void":{"_0":"void-1"}},"number":5},"createdAt":1767225604000,"isStarted":false,"notBefore":1767225604000,"reference":"","referenceAttempt":1,"stage":"","unreadable":0}',
  NULL);
INSERT INTO commands (checkout, number, provider, account, mode, not_before, created_at, body, request_content) VALUES (
  'one',
  6,
  'amazon-pay',
  'main',
  'test',
  1767225605000,
  1767225605000,
  '{"account":{"account":"main","mode":"test","provider":"amazon-pay"},"attempts":0,"checkout":"one","command":{"kind":{"refund":{"_0":"refund-1","_1":{"amount":"1000","currency":"JPY"}}},"number":6},"createdAt":1767225605000,"isStarted":false,"notBefore":1767225605000,"reference":"","referenceAttempt":1,"stage":"","unreadable":0}',
  NULL);
INSERT INTO commands (checkout, number, provider, account, mode, not_before, created_at, body, request_content) VALUES (
  'one',
  7,
  'amazon-pay',
  'main',
  'test',
  1767225606000,
  1767225606000,
  '{"account":{"account":"main","mode":"test","provider":"amazon-pay"},"attempts":0,"checkout":"one","command":{"kind":{"cancel":{}},"number":7},"createdAt":1767225606000,"isStarted":true,"notBefore":1767225606000,"reference":"","referenceAttempt":1,"request":{"call":"createRefund C-1","content":[],"headers":[{"name":"accept","value":"application/json"}],"method":"POST","repetition":{"inquireFirst":{"stage":"inquiry"}},"timeoutMilliseconds":30000,"url":"https://provider.example/v2/refunds"},"stage":"","unreadable":0}',
  X'7B22616D6F756E74223A2231303030227D');
INSERT INTO log (position, checkout, at, body) VALUES (
  1,
  'one',
  1767225600000,
  '{"at":1767225600000,"what":{"event":{"_0":"created","phase":"open"}}}');
INSERT INTO log (position, checkout, at, body) VALUES (
  2,
  'one',
  1767225600000,
  '{"at":1767225600000,"what":{"call":{"_0":"settle/charge","milliseconds":321,"result":"answered"}}}');
INSERT INTO log (position, checkout, at, body) VALUES (
  3,
  'one',
  1767225600000,
  '{"at":1767225600000,"what":{"money":{"_0":"capture","_1":{"amount":"4400","currency":"JPY"}}}}');
INSERT INTO log (position, checkout, at, body) VALUES (
  4,
  'one',
  1767225605000,
  '{"at":1767225605000,"what":{"remark":{"_0":"A remark."}}}');
INSERT INTO ledger (position, provider, account, mode, checkout, currency, kind, external_id, debit, credit, amount) VALUES (
  1,
  'amazon-pay',
  'main',
  'test',
  'one',
  'JPY',
  'authorize',
  'C-1=4400',
  'hold.provider',
  'hold.order',
  4400);
INSERT INTO ledger (position, provider, account, mode, checkout, currency, kind, external_id, debit, credit, amount) VALUES (
  2,
  'amazon-pay',
  'main',
  'test',
  'one',
  'JPY',
  'capture',
  'C-1=4400',
  'receivable',
  'sales',
  4400);
INSERT INTO ledger (position, provider, account, mode, checkout, currency, kind, external_id, debit, credit, amount) VALUES (
  3,
  'amazon-pay',
  'main',
  'test',
  'one',
  'JPY',
  'capture',
  'C-1=4400/hold',
  'hold.order',
  'hold.provider',
  4400);
INSERT INTO ledger (position, provider, account, mode, checkout, currency, kind, external_id, debit, credit, amount) VALUES (
  4,
  'amazon-pay',
  'main',
  'test',
  'one',
  'JPY',
  'refund-requested',
  'C-1#refund-1',
  'sales',
  'refund.pending',
  1000);
INSERT INTO creation_keys (shop, mode, key, digest, checkout, created_at) VALUES (
  'books',
  'test',
  'key-1',
  'digest-1',
  'one',
  1767225600000);
INSERT INTO inbox (number, provider, account, mode, identity, is_authenticated, kind, is_recognised, body, received_at, state, attempts, repetitions, due_at, closed_at) VALUES (
  1,
  'amazon-pay',
  'main',
  'test',
  'id:m-1',
  1,
  'CHARGE',
  1,
  NULL,
  1767225600000,
  'handled',
  0,
  0,
  NULL,
  1767225600000);
INSERT INTO inbox (number, provider, account, mode, identity, is_authenticated, kind, is_recognised, body, received_at, state, attempts, repetitions, due_at, closed_at) VALUES (
  2,
  'amazon-pay',
  'main',
  'test',
  'hint:sample:C-1',
  0,
  'CHARGE',
  1,
  NULL,
  1767225600000,
  'new',
  1,
  0,
  1767225660000,
  NULL);
INSERT INTO inbox (number, provider, account, mode, identity, is_authenticated, kind, is_recognised, body, received_at, state, attempts, repetitions, due_at, closed_at) VALUES (
  3,
  'amazon-pay',
  'main',
  'test',
  'id:m-3',
  1,
  'CHARGE',
  0,
  X'726177',
  1767225600000,
  'unmatched',
  1,
  0,
  1767225660000,
  NULL);
INSERT INTO inbox (number, provider, account, mode, identity, is_authenticated, kind, is_recognised, body, received_at, state, attempts, repetitions, due_at, closed_at) VALUES (
  4,
  'amazon-pay',
  'main',
  'test',
  'sha256:abc',
  1,
  'CHARGE',
  1,
  NULL,
  1767225600000,
  'expired',
  1,
  0,
  NULL,
  1767225600000);
INSERT INTO inbox_references (number, place, kind, value) VALUES (
  1,
  0,
  'sample',
  'C-1');
INSERT INTO inbox_references (number, place, kind, value) VALUES (
  1,
  1,
  'sample',
  'S-1');
INSERT INTO inbox_references (number, place, kind, value) VALUES (
  2,
  0,
  'sample',
  'C-1');
INSERT INTO inbox_references (number, place, kind, value) VALUES (
  3,
  0,
  'sample',
  'C-9');
INSERT INTO inbox_references (number, place, kind, value) VALUES (
  4,
  0,
  'sample',
  'C-8');
