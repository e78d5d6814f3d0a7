package dev.layeredsaga.orchestrator.deadletter;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The address of a dead letter: its own topic, partition and offset. */
public record LetterId(String topic, int partition, long offset) {

    /** The format, as in {@code orders.events.dlt/3/17}. */
    public static final String PATTERN = "[a-z.]{1,200}/[0-9]{1,9}/[0-9]{1,18}";

    private static final Pattern PARTS = Pattern.compile("([a-z.]{1,200})/([0-9]{1,9})/([0-9]{1,18})");

    /** Returns empty if the text is not written like an id. */
    public static Optional<LetterId> parse(String text) {
        Matcher parts = PARTS.matcher(text);
        return parts.matches()
                ? Optional.of(
                        new LetterId(parts.group(1), Integer.parseInt(parts.group(2)), Long.parseLong(parts.group(3))))
                : Optional.empty();
    }

    @JsonValue
    @Override
    public String toString() {
        return topic + "/" + partition + "/" + offset;
    }
}
