package dev.layeredsaga.console.overview;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Collection;
import java.util.OptionalDouble;

/** Values of gauges, as the first screen shows them. */
public final class Gauges {

    private Gauges() {}

    /** Returns the sum of the gauges of a name that have the tags, given as names and values; a gauge has no value before its first query and while that fails. */
    public static OptionalDouble sum(MeterRegistry meters, String name, String... tags) {
        Collection<Gauge> gauges = meters.find(name).tags(tags).gauges();
        double sum = gauges.stream().mapToDouble(Gauge::value).sum();
        return gauges.isEmpty() || Double.isNaN(sum) ? OptionalDouble.empty() : OptionalDouble.of(sum);
    }

    /** Returns the value as a whole number; a question mark for none. */
    public static String whole(OptionalDouble value) {
        return value.isEmpty() ? "?" : String.valueOf(Math.round(value.getAsDouble()));
    }
}
