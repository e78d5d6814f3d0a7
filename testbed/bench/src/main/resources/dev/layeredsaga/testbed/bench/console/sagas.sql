-- Order sagas of the last 29 days, as the orchestrator would have written them, each with its payment. Half of the newest are
-- unfinished; every so often one of the others is stuck. What is unfinished is due in half a day.
WITH kind (name, status, direction, step, attempt, sent, reason, waits_for, sequence, version, paid) AS (VALUES
  ('completed', 'COMPLETED', 'FORWARD', NULL, 1, false, NULL, NULL, 4, 3, true),
  ('compensated', 'COMPENSATED', 'BACKWARD', NULL, 1, false,
    '{"code":"PAYMENT_DECLINED","message":"the payment was declined: card_declined"}', NULL, 5, 3, false),
  ('running', 'RUNNING', 'FORWARD', 'pay', 1, true, NULL, NULL, 2, 1, false),
  ('queued', 'RUNNING', 'FORWARD', 'reserve', 1, true, NULL,
    'waits in line for item-17, 2 ahead, which is held until 2026-11-25T10:00:00Z at the latest', 1, 1, false),
  ('waiting', 'RUNNING', 'FORWARD', 'pay', 5, false, NULL, 'the gateway could not be reached: ConnectException', 2, 9, false),
  ('compensating', 'COMPENSATING', 'BACKWARD', 'pay', 3, false,
    '{"code":"PAYMENT_UNAVAILABLE","message":"the payment could not be made in time"}', 'the gateway answered 503', 3, 7, false),
  ('stuck 0', 'STUCK', 'BACKWARD', 'pay', 40, false,
    '{"code":"CANCELLED_BY_CUSTOMER","message":"cancelled by the customer"}',
    'the gateway could not be reached: ConnectException', 5, 82, true),
  ('stuck 1', 'STUCK', 'BACKWARD', 'pay', 1, false,
    '{"code":"CANCELLED_BY_CUSTOMER","message":"cancelled by the customer"}',
    'the gateway refuses the refund: charge_disputed', 5, 6, true),
  ('stuck 2', 'STUCK', 'BACKWARD', 'reserve', 12, false,
    '{"code":"PAYMENT_DECLINED","message":"the payment was declined: card_declined"}', 'no answer from inventory', 4, 26, false),
  ('stuck 3', 'STUCK', 'FORWARD', 'pay', 1, false, NULL,
    'Money[amount=2000, currency=KRW] was captured for an order of Money[amount=3000, currency=KRW]', 3, 3, false)),
numbered AS (
  SELECT i, uuidv7(make_interval(secs => 86400.0 * 29 * (i - :sagas) / :sagas)) AS id, CASE
    WHEN i > :sagas - :unfinished * 8 / 5 AND i % 2 = 0
      THEN (ARRAY['running', 'running', 'running', 'running', 'waiting', 'waiting', 'queued', 'compensating'])[1 + i / 2 % 8]
    WHEN i % rare = 0 THEN 'stuck ' || i / rare % 4
    WHEN i % 14 = 0 THEN 'compensated' ELSE 'completed' END AS name
  FROM (SELECT :sagas / (:unfinished / 5) AS rare) AS stuck, generate_series(1, :sagas) AS i)
INSERT INTO saga (id, definition, definition_version, status, direction, step, attempt, step_since, sent_at, due_at, wake_at,
  deadline, data, reason, waits_for, sequence, published_by, trace_parent, created_at, updated_at, version)
SELECT id, 'order', 1, status, direction, step, attempt, begun + interval '60 ms',
  CASE WHEN sent THEN begun + interval '90 ms' END, due, due, begun + interval '2 min',
  format('{"customerId":"customer-%s","lines":[{"sku":"item-%s","quantity":1},{"sku":"item-%s","quantity":2}],'
    '"total":{"amount":3000,"currency":"KRW"},"paymentMethod":"pm_ok","onBusy":"RETRY"%s,"paid":%s}',
    i % 50000, i % 20000, (i + 7) % 20000,
    CASE WHEN name <> 'queued' THEN format(',"claim":{"id":"%s","token":"%s"}', uuidv7(begun - now()), gen_random_uuid()) END,
    CASE WHEN paid THEN 'true' ELSE 'false' END),
  reason, waits_for, sequence, 4711, format('00-%s-%s-01', md5(id::text), left(md5(i::text), 16)),
  begun, begun + interval '90 ms', version
FROM numbered JOIN kind USING (name), LATERAL (SELECT uuid_extract_timestamp(id) AS begun,
  CASE WHEN status IN ('RUNNING', 'COMPENSATING') THEN now() + interval '12 h' END AS due) AS clock;

-- one for each saga that has come to pay
INSERT INTO payment (saga_id, state, amount, currency, gateway_reference, voided, attempt, version, created_at, step)
SELECT id, state, 3000, 'KRW', CASE WHEN state <> 'OPEN' THEN 'pay_' || md5(id::text) END,
  state <> 'DECLINED' AND direction = 'BACKWARD', 1, 3, created_at + interval '30 ms', 'pay'
FROM saga JOIN (VALUES ('COMPLETED', 'CAPTURED'), ('COMPENSATED', 'DECLINED'), ('RUNNING', 'OPEN'),
  ('COMPENSATING', 'OPEN'), ('STUCK', 'CAPTURED')) AS paid (status, state) USING (status)
WHERE waits_for IS NULL OR waits_for NOT LIKE 'waits in line%';

-- the reconciliation would begin with the payments of a month ago
UPDATE reconciliation_progress SET position = clock_timestamp() WHERE name = 'payments';
