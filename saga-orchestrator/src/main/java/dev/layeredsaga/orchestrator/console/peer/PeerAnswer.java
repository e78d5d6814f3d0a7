package dev.layeredsaga.orchestrator.console.peer;

import dev.layeredsaga.console.Wording;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Function;

/** A service's answer, or why there is none. */
public sealed interface PeerAnswer<T> {

    /** The content of the response. */
    record Known<T>(T value) implements PeerAnswer<T> {}

    /** The service has done what it was asked, and returns nothing. */
    record Done<T>() implements PeerAnswer<T> {}

    /** The service has refused the request, or has failed to answer it. */
    record Refused<T>(int status, String text) implements PeerAnswer<T> {}

    /** The service has not answered since then. */
    record NotReachable<T>(Instant since) implements PeerAnswer<T> {}

    /** The console has no address for the service. */
    record NotConfigured<T>(String setting) implements PeerAnswer<T> {}

    /** Returns the content, if there is one. */
    default Optional<T> known() {
        return this instanceof Known<T> known ? Optional.of(known.value()) : Optional.empty();
    }

    /** Returns true if the service has done what it was asked. */
    default boolean isDone() {
        return this instanceof Known || this instanceof Done;
    }

    /** Returns what went wrong, in words; empty if nothing did. */
    default String problem() {
        return switch (this) {
            case Known<T> known -> "";
            case Done<T> done -> "";
            case Refused<T> refused -> refused.text() + " (" + refused.status() + ")";
            case NotReachable<T> away -> "not reachable since " + Wording.clock(away.since());
            case NotConfigured<T> absent -> "not configured: set " + absent.setting();
        };
    }

    /** Returns the same answer with its content converted. */
    default <R> PeerAnswer<R> map(Function<T, R> conversion) {
        return switch (this) {
            case Known<T> known -> new Known<>(conversion.apply(known.value()));
            case Done<T> done -> new Done<>();
            case Refused<T> refused -> new Refused<>(refused.status(), refused.text());
            case NotReachable<T> away -> new NotReachable<>(away.since());
            case NotConfigured<T> absent -> new NotConfigured<>(absent.setting());
        };
    }
}
