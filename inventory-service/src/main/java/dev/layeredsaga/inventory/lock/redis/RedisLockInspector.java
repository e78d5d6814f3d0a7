package dev.layeredsaga.inventory.lock.redis;

import dev.layeredsaga.inventory.lock.LockInspector;
import dev.layeredsaga.inventory.lock.LockReport;
import dev.layeredsaga.inventory.lock.LockReport.Holder;
import dev.layeredsaga.inventory.lock.LockReport.State;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.redisson.api.RBatch;
import org.redisson.api.RKeys;
import org.redisson.api.RMapAsync;
import org.redisson.api.RedissonClient;
import org.redisson.api.options.KeysScanOptions;
import org.redisson.client.RedisException;
import org.redisson.client.codec.StringCodec;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the RLocks as Redisson stores them: a hash for each, with one field named after the client and the thread that hold it. Does
 * not count towards the circuit breaker.
 */
record RedisLockInspector(
        RedissonClient redisson, CircuitBreaker breaker, Degradation degradation, LockingThreads threads)
        implements LockInspector {

    private static final Logger log = LoggerFactory.getLogger(RedisLockInspector.class);

    private static final Duration TIMEOUT = Duration.ofSeconds(1);
    /** A search reads every key that Redis has, also those of others. */
    private static final int MOST_KEYS = 10_000;

    private record Stored(CompletableFuture<Map<String, String>> fields, CompletableFuture<Long> leaseMillis) {}

    @Override
    public LockReport inspect(Collection<String> keys) {
        if (breaker.getState() != CircuitBreaker.State.CLOSED) {
            return LockReport.without(State.DEGRADED, degradation.since().orElse(null));
        }
        try {
            return listed(keys);
        } catch (RedisException | ExecutionException | TimeoutException e) {
            log.info("the locks in Redis could not be listed: {}", e.toString());
            return LockReport.without(State.UNREADABLE, degradation.since().orElse(null));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return LockReport.without(State.UNREADABLE, degradation.since().orElse(null));
        }
    }

    private LockReport listed(Collection<String> keys)
            throws ExecutionException, TimeoutException, InterruptedException {
        SortedSet<String> wanted = new TreeSet<>(keys);
        boolean complete = findOthers(wanted);
        Map<String, Holder> held = read(wanted);
        return LockReport.listed(confirmStray(held), complete);
    }

    /** Adds the keys of all locks, unless Redis holds too many to search; returns true if it has added them all. */
    private boolean findOthers(SortedSet<String> keys) {
        RKeys all = redisson.getKeys();
        if (all.count() > MOST_KEYS) {
            return false;
        }
        all.getKeysStream(KeysScanOptions.defaults().pattern(RedissonLockManager.PREFIX + "*"))
                .forEach(name -> keys.add(name.substring(RedissonLockManager.PREFIX.length())));
        return true;
    }

    /** A section may have ended, and let go of its thread, after its lock was read: only the lock that stays is stray. */
    private Map<String, Holder> confirmStray(Map<String, Holder> held)
            throws ExecutionException, TimeoutException, InterruptedException {
        SortedSet<String> stray = new TreeSet<>();
        held.forEach((key, holder) -> {
            if (holder.stray()) {
                stray.add(key);
            }
        });
        if (stray.isEmpty()) {
            return held;
        }
        Map<String, Holder> confirmed = new HashMap<>(held);
        confirmed.keySet().removeAll(stray);
        confirmed.putAll(read(stray));
        return confirmed;
    }

    private Map<String, Holder> read(SortedSet<String> keys)
            throws ExecutionException, TimeoutException, InterruptedException {
        Map<String, Holder> held = new HashMap<>();
        if (keys.isEmpty()) {
            return held;
        }
        RBatch batch = redisson.createBatch();
        Map<String, Stored> stored = new HashMap<>();
        for (String key : keys) {
            RMapAsync<String, String> lock = batch.getMap(RedissonLockManager.PREFIX + key, StringCodec.INSTANCE);
            stored.put(
                    key,
                    new Stored(
                            lock.readAllMapAsync().toCompletableFuture(),
                            lock.remainTimeToLiveAsync().toCompletableFuture()));
        }
        var unused = batch.executeAsync().toCompletableFuture().get(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
        for (Map.Entry<String, Stored> lock : stored.entrySet()) {
            long leaseMillis = lock.getValue().leaseMillis().get();
            for (String field : lock.getValue().fields().get().keySet()) {
                held.put(lock.getKey(), holder(field, leaseMillis));
            }
        }
        return held;
    }

    /** @param field the client's id and the thread's, with a colon between */
    private Holder holder(String field, long leaseMillis) {
        int colon = field.lastIndexOf(':');
        String client = field.substring(0, Math.max(colon, 0));
        String thread = field.substring(colon + 1);
        Duration left = leaseMillis < 0 ? null : Duration.ofMillis(leaseMillis);
        if (client.equals(redisson.getId())) {
            boolean working = threads.contains(Long.parseLong(thread));
            return new Holder("this instance, thread " + thread, left, left == null || !working);
        }
        return new Holder("instance " + client + ", thread " + thread, left, left == null);
    }
}
