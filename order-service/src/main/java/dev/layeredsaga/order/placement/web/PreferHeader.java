package dev.layeredsaga.order.placement.web;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.springframework.http.HttpHeaders;

/**
 * The preference {@code wait} of the header {@code Prefer} (RFC 7240, 4.3). As the RFC requires, unknown preferences are ignored;
 * {@code Preference-Applied} in the response names the one that was applied.
 */
final class PreferHeader {

    /** Upper bound of the wait. */
    private static final Duration LONGEST = Duration.ofSeconds(60);

    private static final Pattern WAIT = Pattern.compile("(?i)wait\\s*=\\s*\"?(\\d{1,9})\"?\\s*(;.*)?");

    private PreferHeader() {}

    /** Returns the requested wait, at most a minute; empty if there is none. The first of several counts. */
    static Optional<Duration> readWait(HttpHeaders headers) {
        return headers.getOrDefault("Prefer", List.of()).stream()
                .flatMap(value -> Stream.of(value.split(",")))
                .map(preference -> WAIT.matcher(preference.strip()))
                .filter(Matcher::matches)
                .findFirst()
                .map(wait -> Duration.ofSeconds(Long.parseLong(wait.group(1))))
                .map(wait -> wait.compareTo(LONGEST) > 0 ? LONGEST : wait);
    }

    /** Returns the value of {@code Preference-Applied}. */
    static String applied(Duration wait) {
        return "wait=" + wait.toSeconds();
    }
}
