package dev.layeredsaga.console;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The reason that an operator gives for an action, as the APIs take it. */
public final class ReasonText {

    private static final int LONGEST = 500;

    private ReasonText() {}

    /** Returns what is wrong with it, in words; empty if nothing is. */
    public static Optional<String> problem(@Nullable String reason) {
        if (reason == null || reason.isBlank()) {
            return Optional.of("Say why: the reason goes into the audit.");
        }
        if (reason.length() > LONGEST) {
            return Optional.of("The reason has " + reason.length() + " characters; at most " + LONGEST + " go.");
        }
        return TextFilter.isPlain(reason)
                ? Optional.empty()
                : Optional.of("The reason must not contain control characters.");
    }
}
