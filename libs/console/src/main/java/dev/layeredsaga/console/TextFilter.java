package dev.layeredsaga.console;

import java.util.Optional;
import java.util.regex.Pattern;

/** Texts that lists are filtered by. */
public final class TextFilter {

    /** The longest text, in characters. */
    public static final int LONGEST = 200;

    private static final Pattern CONTROL_OR_HALF = Pattern.compile("[\\p{Cc}\\p{Cs}]");

    private TextFilter() {}

    /** Returns true if a text has no control characters and no halves of characters. */
    static boolean isPlain(String text) {
        return !CONTROL_OR_HALF.matcher(text).find();
    }

    /** Returns what is wrong with the value of a filter, in words; empty if nothing is. */
    public static Optional<String> check(String name, String value) {
        return value.length() > LONGEST || !isPlain(value)
                ? Optional.of(
                        "The " + name + " must have at most " + LONGEST + " characters and no control characters.")
                : Optional.empty();
    }
}
