package dev.layeredsaga.inventory.lock.redis;

import dev.layeredsaga.inventory.lock.CounterGate;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreaker.State;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import org.redisson.api.RScript.Mode;
import org.redisson.api.RScript.ReturnType;
import org.redisson.api.RedissonClient;
import org.redisson.client.codec.StringCodec;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One counter a key in Redis ({@code INCR}). While Redis is unavailable, everybody may go on. */
record RedisCounterGate(RedissonClient redisson, CircuitBreaker breaker) implements CounterGate {

    private static final Logger log = LoggerFactory.getLogger(RedisCounterGate.class);
    static final String PREFIX = "inventory:gate:";

    /** Once one key is taken, counts back what it has counted. A counter without an end, which another client has set, gets one. */
    private static final String ENTER = """
            for i, key in ipairs(KEYS) do
              local count = redis.call('INCR', key)
              if redis.call('PTTL', key) < 0 then redis.call('PEXPIRE', key, ARGV[1]) end
              if count > 1 then
                redis.call('DECR', key)
                for earlier = 1, i - 1 do redis.call('DEL', KEYS[earlier]) end
                return {i, redis.call('PTTL', key)}
              end
            end
            return {}
            """;

    @Override
    public Optional<Taken> enter(SortedSet<String> keys, Duration atMost) {
        if (keys.isEmpty()) {
            return Optional.empty();
        }
        try {
            List<Long> taken = breaker.executeCallable(() -> redisson.getScript(StringCodec.INSTANCE)
                    .eval(Mode.READ_WRITE, ENTER, ReturnType.LIST, names(keys), atMost.toMillis()));
            return taken.isEmpty() ? Optional.empty() : Optional.of(takenAmong(keys, taken));
        } catch (Exception e) {
            log.debug("the gate is open: {}", e.toString());
            return Optional.empty();
        }
    }

    private static Taken takenAmong(SortedSet<String> keys, List<Long> taken) {
        String key = List.copyOf(keys).get(taken.getFirst().intValue() - 1);
        return new Taken(key, Duration.ofMillis(taken.getLast()));
    }

    @Override
    public void leave(Collection<String> keys) {
        if (!keys.isEmpty() && breaker.getState() == State.CLOSED) {
            var unused = redisson.getKeys().unlinkAsync(names(keys).toArray(String[]::new));
        }
    }

    private static List<Object> names(Collection<String> keys) {
        return keys.stream().<Object>map(PREFIX::concat).toList();
    }
}
