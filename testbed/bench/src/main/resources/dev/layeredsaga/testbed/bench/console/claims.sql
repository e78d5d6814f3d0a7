-- Claims, five on each item: three of them held for another day, two ended. An exclusive item, one in ten, is held once. Half of the
-- claims are sagas', half are customers'.
INSERT INTO claim (id, saga_id, owner, token, state, created_at, expires_at, version, skus, quantities, fences)
SELECT id, saga_id, coalesce(saga_id::text, 'customer-' || i % 50000), gen_random_uuid(), state, begun,
  CASE WHEN state = 'HELD' THEN now() + interval '1 day' ELSE begun + interval '5 min' END, 1,
  ARRAY['item-' || i % items], ARRAY[1], ARRAY[i / items + 1]
FROM (
  SELECT i, items, uuidv7(ago) AS id, CASE WHEN i % 2 = 0 THEN uuidv7(ago) END AS saga_id, CASE
    WHEN i > :claims - items * CASE WHEN i % items % 10 = 0 THEN 1 ELSE 3 END THEN 'HELD'
    WHEN i % 7 = 0 THEN 'RELEASED' WHEN i % 11 = 0 THEN 'EXPIRED' ELSE 'CONFIRMED' END AS state
  FROM (SELECT :claims / 5 AS items) AS size, generate_series(1, :claims) AS i,
    LATERAL (SELECT make_interval(secs => 86400.0 * 29 * (i - :claims) / :claims) AS ago) AS past) AS numbered,
  LATERAL (SELECT uuid_extract_timestamp(id) AS begun) AS clock;

INSERT INTO item (sku, on_hand, reserved, policy, lock_claim_id, lock_owner, locked_at, lock_expires_at, fence, version)
SELECT sku, 1000, held, CASE WHEN exclusive THEN 'EXCLUSIVE' ELSE 'COUNTED' END,
  lock.id, lock.owner, lock.created_at, lock.expires_at, 5, 8
FROM (SELECT skus[1] AS sku, count(*) FILTER (WHERE state = 'HELD') AS held, skus[1] LIKE '%0' AS exclusive
  FROM claim GROUP BY 1) AS claimed
LEFT JOIN claim AS lock ON exclusive AND lock.state = 'HELD' AND lock.skus[1] = sku;
