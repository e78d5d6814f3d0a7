package dev.layeredsaga.testbed.simulation.world;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A trace, one line per event. Ids drawn by the project are numbered by appearance, so that the same seed gives the same lines. */
public final class Trace {

    private static final Pattern UUIDS = Pattern.compile("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}");

    private final Timeline time;
    private final @Nullable Consumer<String> sink;
    private final Map<String, String> names = new HashMap<>();

    /** @param sink null to keep no trace */
    public Trace(Timeline time, @Nullable Consumer<String> sink) {
        this.time = time;
        this.sink = sink;
    }

    public void line(Object who, Supplier<String> what) {
        if (sink != null) {
            long now = time.now();
            sink.accept("%4d.%03d  %-16s %s".formatted(now / 1000, now % 1000, who, named(what.get())));
        }
    }

    /** The text with short names for long ids. */
    public String named(String text) {
        return UUIDS.matcher(text).replaceAll(id -> nameOf(id.group()));
    }

    private String nameOf(String id) {
        return id.startsWith(Ids.PREFIX)
                ? "order-" + Ids.numberOf(id)
                : names.computeIfAbsent(id, unknown -> "id-" + (names.size() + 1));
    }
}
