package dev.layeredsaga.paymentstub.access;

import org.jspecify.annotations.Nullable;

/**
 * Who may come in where: with a key, to the gateway; with an operator's token, everywhere. What nobody has a credential
 * for is closed to everybody, unless there are no credentials at all. Thread-safe.
 *
 * @param keys of clients of the gateway
 * @param tokens how operators' tokens are checked; null if no token is believed
 */
public record Doors(ApiKeys keys, @Nullable Tokens tokens) {

    /** Everybody may come in everywhere. */
    public static final Doors OPEN = new Doors(ApiKeys.NONE, null);

    private static final String OPERATOR = "operator";

    public boolean areOpen() {
        return keys.isEmpty() && tokens == null;
    }

    /** @param bearer the key or token that is shown; null if there is none */
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

    /** For the line that the program starts with. */
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
