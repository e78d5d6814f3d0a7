package dev.layeredsaga.orchestrator.deadletter.web;

import dev.layeredsaga.chassis.problem.ProblemException;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Times that PostgreSQL knows, too. */
final class Times {

    private static final Instant LATEST = Instant.parse("9999-12-31T23:59:59Z");

    private Times() {}

    /** @throws ProblemException if the time is before 1970 or after the year 9999 */
    static @Nullable Instant inRange(String field, @Nullable Instant time) {
        if (time != null && (time.isBefore(Instant.EPOCH) || time.isAfter(LATEST))) {
            throw ProblemException.invalid(field, "must be between the years 1970 and 9999");
        }
        return time;
    }
}
