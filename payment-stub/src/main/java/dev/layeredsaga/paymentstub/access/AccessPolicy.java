package dev.layeredsaga.paymentstub.access;

import org.jspecify.annotations.Nullable;

/**
 * The access rules: an API key opens the gateway zone, an operator's token opens all zones. A zone without a configured
 * credential is closed, unless no credentials are configured at all. Thread-safe.
 *
 * @param keys API keys of the gateway's clients
 * @param tokens checks operators' tokens; null if no token is accepted
 */
public record AccessPolicy(ApiKeys keys, @Nullable Tokens tokens) {

    /** Allows every request. */
    public static final AccessPolicy OPEN = new AccessPolicy(ApiKeys.NONE, null);

    private static final String OPERATOR = "operator";

    public boolean isOpen() {
        return keys.isEmpty() && tokens == null;
    }

    /** @param bearer the API key or token presented; null if there is none */
    public Verdict check(Zone zone, @Nullable String bearer) {
        if (isOpen() || zone == Zone.PUBLIC) {
            return Verdict.ALLOWED;
        }
        if (bearer == null) {
            return Verdict.UNAUTHENTICATED;
        }
        if (keys.contains(bearer)) {
            return zone == Zone.GATEWAY ? Verdict.ALLOWED : Verdict.FORBIDDEN;
        }
        return tokens == null ? Verdict.INVALID : operators(tokens, bearer);
    }

    private static Verdict operators(Tokens tokens, String token) {
        return tokens.scopesOf(token)
                .map(scopes -> scopes.contains(OPERATOR) ? Verdict.ALLOWED : Verdict.FORBIDDEN)
                .orElse(Verdict.INVALID);
    }

    /** Describes the rules for the program's start line. */
    public String summary() {
        if (isOpen()) {
            return "open to all clients on this machine";
        }
        if (tokens == null) {
            return "its /v1 for API keys, the rest closed";
        }
        return keys.isEmpty() ? "for operators' tokens" : "its /v1 for API keys, everything for operators' tokens";
    }

    /** An access zone: the group of endpoints that a request addresses. */
    public enum Zone {
        /** Open to all clients. */
        PUBLIC,
        /** Open to clients of the gateway and to operators. */
        GATEWAY,
        /** Open to operators. */
        OPERATORS
    }

    /** The outcome of an access check. */
    public enum Verdict {
        ALLOWED,
        /** The request has no credentials. */
        UNAUTHENTICATED,
        /** The credentials are invalid. */
        INVALID,
        /** The credentials are valid, but do not allow this zone. */
        FORBIDDEN
    }
}
