package dev.layeredsaga.orchestrator.payment;

import org.jspecify.annotations.Nullable;
import org.springframework.core.env.Environment;
import org.springframework.core.env.Profiles;

/** The policy for gateways that declare themselves stubs. The profile {@code production} refuses them. */
public enum StubPolicy {
    WELCOME,
    REFUSED;

    /** The header by which a stub says so, in its answers and its webhooks. */
    public static final String MARK = "Payment-Stub";

    public static StubPolicy of(Environment environment) {
        return environment.acceptsProfiles(Profiles.of("production")) ? REFUSED : WELCOME;
    }

    /** @param mark the value of {@link #MARK}, or null */
    public boolean refuses(@Nullable String mark) {
        return this == REFUSED && mark != null;
    }
}
