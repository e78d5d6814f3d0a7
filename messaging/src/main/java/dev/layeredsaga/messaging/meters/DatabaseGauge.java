package dev.layeredsaga.messaging.meters;

import io.micrometer.core.instrument.Tags;

/**
 * A meter that asks the service's database. Every instance asks the same, so it is their maximum that counts, not their sum.
 *
 * @param unit the base unit, such as {@code seconds}; empty if it counts
 * @param sql yields one row with one number
 * @param everyNthLook 1 if the answer is read off an index; more if it costs something
 */
public record DatabaseGauge(String name, String description, String unit, Tags tags, String sql, int everyNthLook) {

    private static final int RARELY = 12;

    /** One that counts, without tags. */
    public static DatabaseGauge count(String name, String description, String sql) {
        return new DatabaseGauge(name, description, "", Tags.empty(), sql, 1);
    }

    /** One that tells how long, without tags. */
    public static DatabaseGauge seconds(String name, String description, String sql) {
        return new DatabaseGauge(name, description, "seconds", Tags.empty(), sql, 1);
    }

    /** The same gauge for one value of a tag. */
    public DatabaseGauge tagged(String key, String value) {
        return new DatabaseGauge(name, description, unit, tags.and(key, value), sql, everyNthLook);
    }

    /** The same gauge, asked less often. */
    public DatabaseGauge rarely() {
        return new DatabaseGauge(name, description, unit, tags, sql, RARELY);
    }
}
