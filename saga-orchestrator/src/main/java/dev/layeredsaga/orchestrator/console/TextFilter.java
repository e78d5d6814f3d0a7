package dev.layeredsaga.orchestrator.console;

import java.util.Optional;
import java.util.regex.Pattern;

/** Texts that lists are filtered by. */
public final class TextFilter {

    /** The longest text, in characters. */
    public static final int LONGEST = 200;

    private static final Pattern CONTROL_OR_HALF = Pattern.compile("[\\p{Cc}\\p{Cs}]");

    private TextFilter() {}

    /** Returns what is wrong with the value of a filter, in words; empty if nothing is. */
    public static Optional<String> check(String name, String value) {
        return value.length() > LONGEST || CONTROL_OR_HALF.matcher(value).find()
                ? Optional.of(
                        "The " + name + " must have at most " + LONGEST + " characters and no control characters.")
                : Optional.empty();
    }
}
