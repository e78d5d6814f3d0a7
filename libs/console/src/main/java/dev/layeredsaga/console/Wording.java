package dev.layeredsaga.console;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Times, durations and numbers as the console writes them. */
public final class Wording {

    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss", Locale.ROOT).withZone(ZoneOffset.UTC);
    private static final DateTimeFormatter EXACT =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss.SSS", Locale.ROOT).withZone(ZoneOffset.UTC);
    private static final DateTimeFormatter CLOCK =
            DateTimeFormatter.ofPattern("HH:mm:ss", Locale.ROOT).withZone(ZoneOffset.UTC);
    private static final long SECONDS_A_MINUTE = 60;
    private static final long MINUTES_AN_HOUR = 60;
    private static final long HOURS_A_DAY = 24;
    private static final long LONG_IN_HOURS = 48;

    private Wording() {}

    /** Returns the time in UTC, to the second; empty for null. */
    public static String time(@Nullable Instant time) {
        return time == null ? "" : TIME.format(time) + " UTC";
    }

    /** Returns the time in UTC, to the millisecond, for what happens several times a second. */
    public static String exactTime(Instant time) {
        return EXACT.format(time) + " UTC";
    }

    /** Returns the time of day in UTC, to the second. */
    public static String clock(Instant time) {
        return CLOCK.format(time) + " UTC";
    }

    /** Returns the duration in its two largest units, such as {@code 2 h 5 min}. */
    public static String duration(Duration duration) {
        long seconds = Math.max(0, duration.toSeconds());
        if (seconds == 0) {
            return Math.max(0, duration.toMillis()) + " ms";
        }
        if (seconds < SECONDS_A_MINUTE) {
            return seconds + " s";
        }
        long minutes = duration.toMinutes();
        if (minutes < MINUTES_AN_HOUR) {
            return inTwo(minutes, " min", seconds % SECONDS_A_MINUTE, " s");
        }
        long hours = duration.toHours();
        return hours < LONG_IN_HOURS
                ? inTwo(hours, " h", minutes % MINUTES_AN_HOUR, " min")
                : inTwo(hours / HOURS_A_DAY, " d", hours % HOURS_A_DAY, " h");
    }

    private static String inTwo(long large, String unit, long small, String smallUnit) {
        return large + unit + (small == 0 ? "" : " " + small + smallUnit);
    }

    /** Returns {@code 1 saga}, {@code 2 sagas}. */
    public static String count(long number, String noun) {
        return number + " " + (number == 1 ? noun : noun + "s");
    }

    /** Returns that a filter means so many now, which is not what an operator was shown. */
    public static String outdated(String found, @Nullable String shown) {
        return "The filter means " + found + " now; you were shown " + shown + ". Load the page again, then decide.";
    }
}
