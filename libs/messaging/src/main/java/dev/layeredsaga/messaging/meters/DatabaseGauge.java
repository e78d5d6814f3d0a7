package dev.layeredsaga.messaging.meters;

import io.micrometer.core.instrument.Tags;

/**
 * A gauge that queries the service's database. All instances query the same data, so aggregate by maximum, not by sum.
 *
 * @param unit the base unit, such as {@code seconds}; empty for a count
 * @param sql a query that yields one row with one number
 * @param everyNthPoll 1 to run the query in every poll, for one that an index answers; more for an expensive one
 */
public record DatabaseGauge(String name, String description, String unit, Tags tags, String sql, int everyNthPoll) {

    private static final int RARELY = 6;

    /** Returns a gauge for a count, without tags. */
    public static DatabaseGauge count(String name, String description, String sql) {
        return new DatabaseGauge(name, description, "", Tags.empty(), sql, 1);
    }

    /** Returns a gauge for a duration in seconds, without tags. */
    public static DatabaseGauge seconds(String name, String description, String sql) {
        return new DatabaseGauge(name, description, "seconds", Tags.empty(), sql, 1);
    }

    /** Returns this gauge with one more tag. */
    public DatabaseGauge tagged(String key, String value) {
        return new DatabaseGauge(name, description, unit, tags.and(key, value), sql, everyNthPoll);
    }

    /** Returns this gauge, queried less often: in every twelfth poll. */
    public DatabaseGauge rarely() {
        return new DatabaseGauge(name, description, unit, tags, sql, RARELY);
    }
}
