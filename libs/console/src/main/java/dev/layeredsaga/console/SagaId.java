package dev.layeredsaga.console;

import java.util.Optional;
import java.util.UUID;

/** Ids of sagas as people write them. */
public final class SagaId {

    private static final int END = 8;

    private SagaId() {}

    /** Returns the id that a text is, in the one way of writing it; empty if it is none. */
    public static Optional<UUID> parse(String text) {
        try {
            UUID id = UUID.fromString(text);
            return id.toString().equalsIgnoreCase(text) ? Optional.of(id) : Optional.empty();
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /**
     * Returns the part that distinguishes this id from others, and an ellipsis for the rest: its end if it is of version 7 and begins with
     * its time, else its beginning, which can be searched for.
     *
     * @param id one of 36 characters
     */
    public static String brief(String id) {
        return id.charAt("xxxxxxxx-xxxx-".length()) == '7'
                ? "…" + id.substring(id.length() - END)
                : id.substring(0, END) + "…";
    }
}
