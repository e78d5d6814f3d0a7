-- Four for each saga that has completed.
INSERT INTO saga_event (saga_id, sequence, type, occurred_at, payload)
SELECT id, published.sequence, type, created_at + published.sequence * interval '20 ms',
  format('{"sagaId":"%s","sequence":%s,"occurredAt":"%s",%s}', id, published.sequence, created_at, content)
FROM saga JOIN (VALUES
  (1, 'SagaStarted', '"definition":"order","version":1,"customerId":"customer-1",'
    '"lines":[{"sku":"item-1","quantity":1}],"total":{"amount":3000,"currency":"KRW"}'),
  (2, 'StockReserved', '"claimId":"01900000-0000-7000-8000-000000000000","expiresAt":"2026-11-25T10:00:00Z"'),
  (3, 'PaymentCaptured', '"paymentId":"pay_1","amount":{"amount":3000,"currency":"KRW"}'),
  (4, 'OrderConfirmed', '"total":{"amount":3000,"currency":"KRW"}'),
  (5, 'StockReleased', '"reason":"the payment was declined: card_declined"')
) AS published (sequence, type, content) ON published.sequence <= saga.sequence ORDER BY id, published.sequence;
