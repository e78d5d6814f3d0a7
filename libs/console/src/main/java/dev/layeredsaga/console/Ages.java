package dev.layeredsaga.console;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Ages as addresses have them: a number with {@code s}, {@code m}, {@code h} or {@code d}, such as {@code 10m}. */
public final class Ages {

    private static final Pattern AGE = Pattern.compile("(\\d{1,6})([smhd])");

    private Ages() {}

    /** Returns the duration that a text means; empty if it is none. */
    public static Optional<Duration> parse(String text) {
        Matcher age = AGE.matcher(text);
        if (!age.matches()) {
            return Optional.empty();
        }
        long number = Long.parseLong(age.group(1));
        return Optional.of(
                switch (age.group(2)) {
                    case "s" -> Duration.ofSeconds(number);
                    case "m" -> Duration.ofMinutes(number);
                    case "h" -> Duration.ofHours(number);
                    default -> Duration.ofDays(number);
                });
    }

    /** Returns the first of all ids of version 7 that were made at that time; the first of all for a time before 1970. */
    public static UUID firstIdAt(Instant time) {
        return new UUID(Math.max(0, time.toEpochMilli()) << 16 | 0x7000, 0x8000_0000_0000_0000L);
    }
}
