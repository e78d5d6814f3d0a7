package dev.layeredsaga.paymentstub.attempt;

import dev.layeredsaga.paymentstub.attempt.Answer.Decision;
import dev.layeredsaga.paymentstub.attempt.Attempts.KeyState.InFlight;
import dev.layeredsaga.paymentstub.attempt.Attempts.KeyState.Settled;
import dev.layeredsaga.paymentstub.fault.FaultDecision;
import dev.layeredsaga.paymentstub.fault.FaultDecision.Breakage;
import dev.layeredsaga.paymentstub.fault.FaultDecision.Effect;
import dev.layeredsaga.paymentstub.vocabulary.IdempotencyKey;
import java.time.Clock;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Makes each decision once per idempotency key, and applies faults. Thread-safe; a pause holds no lock, only the key is
 * marked as in flight.
 *
 * <p>An attempt that fails undecided does not touch its key: the key is not in flight while the client waits, and can be
 * retried at once.
 */
public final class Attempts<R, D extends Decision> {

    private final Pause pause;
    private final Clock clock;
    private final Consumer<D> listener;
    private final ConcurrentMap<IdempotencyKey, KeyState<R, D>> keys = new ConcurrentHashMap<>();

    public Attempts(Pause pause, Clock clock) {
        this(pause, clock, decision -> {});
    }

    /** @param listener called once for each final decision, after it is settled and before it is answered */
    public Attempts(Pause pause, Clock clock, Consumer<D> listener) {
        this.pause = pause;
        this.clock = clock;
        this.listener = listener;
    }

    /** Restores a decision that was made under this key before a restart. */
    public void restore(IdempotencyKey key, R request, D decision) {
        keys.put(key, new Settled<>(request, decision));
    }

    /** Returns the keys that are being decided. */
    public Map<IdempotencyKey, InFlight<R, D>> inFlight() {
        Map<IdempotencyKey, InFlight<R, D>> inFlight = new HashMap<>();
        keys.forEach((key, state) -> {
            if (state instanceof InFlight<R, D> undecided) {
                inFlight.put(key, undecided);
            }
        });
        return inFlight;
    }

    /** Returns the state of the key; empty if nothing was decided and nothing is being decided. */
    public Optional<KeyState<R, D>> find(IdempotencyKey key) {
        return Optional.ofNullable(keys.get(key));
    }

    /** Makes one attempt, with the delay and effect of the fault. */
    public Answer<D> attempt(IdempotencyKey key, R request, FaultDecision fault, Work<D> work) {
        return switch (fault.effect()) {
            case Effect.Proceed proceed -> once(key, request, fault, work);
            case Effect.Decline decline -> once(key, request, fault, work);
            case Effect.FailUndecided failure -> fail(failure.breakage(), fault);
            case Effect.LoseAnswer loss -> lose(loss, once(key, request, fault, work));
        };
    }

    private Answer<D> fail(Breakage breakage, FaultDecision fault) {
        pause.pause(fault.delay());
        return new Answer.Broken<>(breakage);
    }

    private Answer<D> lose(Effect.LoseAnswer loss, Answer<D> answer) {
        return answer instanceof Answer.Decided<D> decided
                ? new Answer.Broken<>(decided.replayed() ? loss.ofRepetition() : loss.breakage())
                : answer;
    }

    private Answer<D> once(IdempotencyKey key, R request, FaultDecision fault, Work<D> work) {
        InFlight<R, D> mark = new InFlight<>(request, clock.instant());
        KeyState<R, D> known = keys.putIfAbsent(key, mark);
        if (known == null) {
            return first(key, mark, fault, work);
        }
        if (!known.request().equals(request)) {
            return new Answer.KeyReused<>();
        }
        return switch (known) {
            case InFlight<R, D> inFlight -> new Answer.KeyInFlight<>();
            case Settled<R, D> settled -> replay(settled.decision(), fault, work);
        };
    }

    private Answer<D> first(IdempotencyKey key, InFlight<R, D> mark, FaultDecision fault, Work<D> work) {
        try {
            pause.pause(fault.delay());
            D decision = work.decide().get();
            if (decision.isFinal()) {
                keys.put(key, new Settled<>(mark.request(), decision));
                listener.accept(decision);
            }
            return new Answer.Decided<>(decision, false);
        } finally {
            // a key still in flight here has no final decision and is free again
            keys.remove(key, mark);
        }
    }

    private Answer<D> replay(D decision, FaultDecision fault, Work<D> work) {
        pause.pause(fault.delay());
        work.replayed().accept(decision);
        return new Answer.Decided<>(decision, true);
    }

    /**
     * The work to do under a key.
     *
     * @param decide makes the decision; called at most once per key if it is final
     * @param replayed called when an earlier decision is replayed
     */
    public record Work<D extends Decision>(Supplier<D> decide, Consumer<D> replayed) {}

    /**
     * The state of an idempotency key.
     *
     * @param <R> the requests made under keys
     * @param <D> the decisions on them
     */
    public sealed interface KeyState<R, D extends Decision> {

        R request();

        /** Being decided. */
        record InFlight<R, D extends Decision>(R request, Instant since) implements KeyState<R, D> {}

        /** Finally decided. */
        record Settled<R, D extends Decision>(R request, D decision) implements KeyState<R, D> {}
    }
}
