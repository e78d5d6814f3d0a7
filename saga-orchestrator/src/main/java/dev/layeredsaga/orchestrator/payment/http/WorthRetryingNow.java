package dev.layeredsaga.orchestrator.payment.http;

import java.util.function.Predicate;

/** Matches failures of calls that may well succeed in a moment. Public because the retry's configuration names it. */
public final class WorthRetryingNow implements Predicate<Throwable> {

    @Override
    public boolean test(Throwable failure) {
        return failure instanceof GatewayFailure call && call.isWorthRetryingNow();
    }
}
