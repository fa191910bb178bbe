INSERT INTO webhooks (checkout, sequence, endpoint, body, created_at, state, attempts, due_at, closed_at, last_result) VALUES (
  'one',
  1,
  'orders',
  '{"data":{"amount":{"amount":"4400","currency":"JPY"},"checkout":"one","mode":"test","operation":{"amount":{"amount":"4400","currency":"JPY"},"id":"capture-1","kind":"capture","reference":"P-1","requestedAt":1767225600000,"state":"succeeded"},"orderNumber":"F-1","orderReference":"ref-one","payment":{"authorized":{"amount":"4400","currency":"JPY"},"capturable":{"amount":"0","currency":"JPY"},"captured":{"amount":"4400","currency":"JPY"},"reference":"C-1","refunded":{"amount":"0","currency":"JPY"}},"phase":"paid","provider":"amazon-pay","sequence":1},"timestamp":"2026-01-01T00:00:00.000Z","type":"payment.captured"}',
  1767225600000,
  'delivered',
  2,
  NULL,
  1767225609000,
  'answered 204');
INSERT INTO webhooks (checkout, sequence, endpoint, body, created_at, state, attempts, due_at, closed_at, last_result) VALUES (
  'one',
  2,
  'orders',
  '{"data":{"checkout":"one","decline":"refused","mode":"test","orderNumber":"F-1","orderReference":"ref-one","phase":"declined","provider":"amazon-pay","sequence":2},"timestamp":"2026-01-01T00:00:07.000Z","type":"checkout.declined"}',
  1767225607000,
  'waiting',
  1,
  1767225612000,
  NULL,
  'not reached');
INSERT INTO webhooks (checkout, sequence, endpoint, body, created_at, state, attempts, due_at, closed_at, last_result) VALUES (
  'one',
  3,
  'crm',
  '{"data":{"amount":{"amount":"4400","currency":"JPY"},"checkout":"one","mode":"test","operation":{"amount":{"amount":"4400","currency":"JPY"},"id":"capture-1","kind":"capture","reference":"P-1","requestedAt":1767225600000,"state":"succeeded"},"orderNumber":"F-1","orderReference":"ref-one","payment":{"authorized":{"amount":"4400","currency":"JPY"},"capturable":{"amount":"0","currency":"JPY"},"captured":{"amount":"4400","currency":"JPY"},"reference":"C-1","refunded":{"amount":"0","currency":"JPY"}},"phase":"paid","provider":"amazon-pay","sequence":1},"timestamp":"2026-01-01T00:00:00.000Z","type":"payment.captured"}',
  1767225600000,
  'waiting',
  0,
  1767225600000,
  NULL,
  NULL);
INSERT INTO last_messages (checkout, sequence) VALUES (
  'one',
  3);
