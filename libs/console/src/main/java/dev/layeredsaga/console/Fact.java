package dev.layeredsaga.console;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A property of what a page shows: a text, a time, or an id.
 *
 * @param value the text, or the id; empty for a time
 * @param href where the id leads to; null for a text or a time
 */
public record Fact(
        String name,
        String value,
        @Nullable Instant time,
        @Nullable String href) {

    public static Fact of(String name, String text) {
        return new Fact(name, text, null, null);
    }

    public static Fact of(String name, Instant time) {
        return new Fact(name, "", time, null);
    }

    /** Returns an id that leads to its page in this folder; a text if it is none. */
    public static Fact ofId(String name, String id, String folder) {
        return new Fact(name, id, null, SagaId.parse(id).isPresent() ? folder + id : null);
    }
}
