-- Three for each saga that has ended.
INSERT INTO saga_attempt (saga_id, step, direction, attempt, sent_at, ended_at, result, detail)
SELECT id, done.step, done.direction, 1, created_at + (number - 1) * interval '30 ms', created_at + number * interval '30 ms',
  result, detail
FROM saga JOIN (VALUES
  ('COMPLETED', 1, 'reserve', 'FORWARD', 'DONE', NULL),
  ('COMPLETED', 2, 'pay', 'FORWARD', 'DONE', NULL),
  ('COMPLETED', 3, 'confirm', 'FORWARD', 'DONE', NULL),
  ('COMPENSATED', 1, 'reserve', 'FORWARD', 'DONE', NULL),
  ('COMPENSATED', 2, 'pay', 'FORWARD', 'REFUSED', 'PAYMENT_DECLINED: the payment was declined: card_declined'),
  ('COMPENSATED', 3, 'reserve', 'BACKWARD', 'DONE', NULL),
  ('RUNNING', 1, 'reserve', 'FORWARD', 'DONE', NULL),
  ('COMPENSATING', 1, 'reserve', 'FORWARD', 'DONE', NULL),
  ('COMPENSATING', 2, 'pay', 'FORWARD', 'NO_ANSWER', NULL),
  ('COMPENSATING', 3, 'pay', 'BACKWARD', 'TRY_AGAIN', 'the gateway answered 503'),
  ('STUCK', 1, 'reserve', 'FORWARD', 'DONE', NULL),
  ('STUCK', 2, 'pay', 'FORWARD', 'DONE', NULL)
) AS done (status, number, step, direction, result, detail) USING (status)
WHERE status <> 'RUNNING' OR saga.step <> 'reserve' ORDER BY id, number;
