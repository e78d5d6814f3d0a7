package dev.layeredsaga.orchestrator.payment.http;

import java.util.function.Predicate;

/** What may well succeed within a moment. Public because the configuration of the retry names it. */
public final class WorthRetryingNow implements Predicate<Throwable> {

    @Override
    public boolean test(Throwable failure) {
        return failure instanceof GatewayFailure call && call.isWorthRetryingNow();
    }
}
