package dev.layeredsaga.paymentstub.access;

import org.jspecify.annotations.Nullable;

/**
 * The access rules: an API key opens the gateway zone, an operator's token opens all zones. A zone without a configured
 * credential is closed, unless no credentials are configured at all. Thread-safe.
 *
 * @param keys API keys of the gateway's clients
 * @param tokens checks operators' tokens; null if no token is accepted
 */
public record Doors(ApiKeys keys, @Nullable Tokens tokens) {

    /** Allows every request. */
    public static final Doors OPEN = new Doors(ApiKeys.NONE, null);

    private static final String OPERATOR = "operator";

    public boolean areOpen() {
        return keys.isEmpty() && tokens == null;
    }

    /** @param bearer the API key or token presented; null if there is none */
    public Verdict knock(Room room, @Nullable String bearer) {
        if (areOpen() || room == Room.PUBLIC) {
            return Verdict.WELCOME;
        }
        if (bearer == null) {
            return Verdict.UNKNOWN;
        }
        if (keys.have(bearer)) {
            return room == Room.GATEWAY ? Verdict.WELCOME : Verdict.NOT_ALLOWED;
        }
        return tokens == null ? Verdict.NOT_BELIEVED : operators(tokens, bearer);
    }

    private static Verdict operators(Tokens tokens, String token) {
        return tokens.scopesOf(token)
                .map(scopes -> scopes.contains(OPERATOR) ? Verdict.WELCOME : Verdict.NOT_ALLOWED)
                .orElse(Verdict.NOT_BELIEVED);
    }

    /** Describes the rules for the program's start line. */
    public String inWords() {
        if (areOpen()) {
            return "open to everybody on this machine, and to nobody else";
        }
        if (tokens == null) {
            return "its /v1 for API keys, the rest closed";
        }
        return keys.isEmpty() ? "for operators' tokens" : "its /v1 for API keys, everything for operators' tokens";
    }
}
