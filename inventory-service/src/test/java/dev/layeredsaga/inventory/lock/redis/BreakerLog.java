package dev.layeredsaga.inventory.lock.redis;

import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreaker.StateTransition;
import io.github.resilience4j.circuitbreaker.event.CircuitBreakerEvent;
import io.github.resilience4j.circuitbreaker.event.CircuitBreakerOnStateTransitionEvent;
import java.time.Duration;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Records the breaker's state transitions and calls as they happen. */
final class BreakerLog {

    private final Queue<Transition> transitions = new ConcurrentLinkedQueue<>();
    private final Queue<Long> callsLetThrough = new ConcurrentLinkedQueue<>();

    private record Transition(StateTransition kind, long atNanos) {}

    BreakerLog(CircuitBreaker breaker) {
        breaker.getEventPublisher()
                .onStateTransition(this::note)
                .onSuccess(event -> noteCall(event, event.getElapsedDuration()))
                .onError(event -> noteCall(event, event.getElapsedDuration()))
                .onIgnoredError(event -> noteCall(event, event.getElapsedDuration()));
    }

    private void note(CircuitBreakerOnStateTransitionEvent event) {
        transitions.add(new Transition(event.getStateTransition(), System.nanoTime()));
    }

    private void noteCall(CircuitBreakerEvent unused, Duration elapsed) {
        callsLetThrough.add(System.nanoTime() - elapsed.toNanos());
    }

    List<StateTransition> transitions() {
        return transitions.stream().map(Transition::kind).toList();
    }

    /** @throws NoSuchElementException if there was no transition of that kind since */
    long firstSince(long nanos, StateTransition kind) {
        return transitions.stream()
                .filter(transition -> transition.kind() == kind && transition.atNanos() >= nanos)
                .mapToLong(Transition::atNanos)
                .findFirst()
                .orElseThrow(() -> new NoSuchElementException(kind + " is not among " + transitions()));
    }

    /** Returns the number of calls to Redis that began in that time and have ended since. */
    long callsBegunBetween(long fromNanos, long untilNanos) {
        return callsLetThrough.stream()
                .filter(begun -> begun >= fromNanos && begun < untilNanos)
                .count();
    }
}
