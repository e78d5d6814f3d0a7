package dev.layeredsaga.paymentstub.attempt;

import dev.layeredsaga.paymentstub.fault.FaultDecision;
import dev.layeredsaga.paymentstub.fault.FaultDecision.Effect;
import dev.layeredsaga.paymentstub.vocabulary.ErrorCode;
import dev.layeredsaga.paymentstub.vocabulary.IdempotencyKey;
import java.time.Clock;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Makes each decision once per idempotency key, and applies faults. Thread-safe; a pause holds no lock, only the key is
 * marked as in flight.
 *
 * <p>An attempt that fails undecided does not touch its key: the key is not in flight while the client waits, and can be
 * retried at once.
 */
public final class Attempts<R, D> {

    private final Pause pause;
    private final Clock clock;
    private final Consumer<D> onDecision;
    private final BiConsumer<D, Boolean> onReplay;
    private final ConcurrentMap<IdempotencyKey, KeyState<R, D>> keys = new ConcurrentHashMap<>();

    /**
     * @param onDecision called once for each decision, after it is settled and before it is answered
     * @param onReplay called each time that an earlier decision is replayed, with true if its answer will be lost
     */
    public Attempts(Pause pause, Clock clock, Consumer<D> onDecision, BiConsumer<D, Boolean> onReplay) {
        this.pause = pause;
        this.clock = clock;
        this.onDecision = onDecision;
        this.onReplay = onReplay;
    }

    /** Restores a decision that was made under this key before a restart. */
    public void restore(IdempotencyKey key, R request, D decision) {
        keys.put(key, new KeyState<>(request, clock.instant(), Optional.of(decision)));
    }

    /** Returns the keys that are being decided. */
    public Map<IdempotencyKey, KeyState<R, D>> inFlight() {
        return keys.entrySet().stream()
                .filter(key -> key.getValue().decision().isEmpty())
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    }

    /** Returns the state of the key; empty if nothing was decided and nothing is being decided. */
    public Optional<KeyState<R, D>> find(IdempotencyKey key) {
        return Optional.ofNullable(keys.get(key));
    }

    /**
     * Makes one attempt, with the delay and effect of the fault.
     *
     * @param decide makes the decision, at most once per key, or refuses to
     */
    public Answer<D> attempt(IdempotencyKey key, R request, FaultDecision fault, Supplier<Answer<D>> decide) {
        return switch (fault.effect()) {
            case Effect.Proceed proceed -> once(key, request, fault, decide);
            case Effect.Decline decline -> once(key, request, fault, decide);
            case Effect.FailUndecided failure -> {
                pause.pause(fault.delay());
                yield new Answer.Broken<>(failure.breakage());
            }
            case Effect.LoseAnswer loss -> lose(loss, once(key, request, fault, decide));
        };
    }

    private Answer<D> lose(Effect.LoseAnswer loss, Answer<D> answer) {
        return answer instanceof Answer.Decided<D> decided
                ? new Answer.Broken<>(decided.replayed() ? loss.ofRepetition() : loss.breakage())
                : answer;
    }

    private Answer<D> once(IdempotencyKey key, R request, FaultDecision fault, Supplier<Answer<D>> decide) {
        var mark = new KeyState<R, D>(request, clock.instant(), Optional.empty());
        KeyState<R, D> known = keys.putIfAbsent(key, mark);
        if (known == null) {
            return first(key, mark, fault, decide);
        }
        if (!known.request().equals(request)) {
            return new Answer.Refused<>(
                    ErrorCode.IDEMPOTENCY_KEY_REUSED, "the idempotency key was used before, for another request");
        }
        return known.decision()
                .map(decision -> replay(decision, fault))
                .orElseGet(() -> new Answer.Refused<>(
                        ErrorCode.IDEMPOTENCY_KEY_IN_FLIGHT,
                        "the first request under this idempotency key is still being decided"));
    }

    private Answer<D> first(IdempotencyKey key, KeyState<R, D> mark, FaultDecision fault, Supplier<Answer<D>> decide) {
        try {
            pause.pause(fault.delay());
            Answer<D> answer = decide.get();
            if (answer instanceof Answer.Decided<D> decided) {
                keys.put(key, new KeyState<>(mark.request(), mark.since(), Optional.of(decided.decision())));
                onDecision.accept(decided.decision());
            }
            return answer;
        } finally {
            // a key still in flight here has no decision and is free again
            keys.remove(key, mark);
        }
    }

    private Answer<D> replay(D decision, FaultDecision fault) {
        pause.pause(fault.delay());
        onReplay.accept(decision, fault.losesAnswer());
        return new Answer.Decided<>(decision, true);
    }

    /**
     * The state of an idempotency key.
     *
     * @param request the request made under it
     * @param decision empty while it is being decided
     */
    public record KeyState<R, D>(R request, Instant since, Optional<D> decision) {}
}
