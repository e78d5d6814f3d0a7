package dev.layeredsaga.order.placement.web;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.springframework.http.HttpHeaders;

/**
 * The preference {@code wait} of the header {@code Prefer} (RFC 7240, 4.3). As that says, preferences that are not understood are
 * ignored; the answer's {@code Preference-Applied} tells which one was heeded.
 */
final class PreferHeader {

    /** Nobody is kept waiting for longer. */
    private static final Duration LONGEST = Duration.ofSeconds(60);

    private static final Pattern WAIT = Pattern.compile("(?i)wait\\s*=\\s*\"?(\\d{1,9})\"?\\s*(;.*)?");

    private PreferHeader() {}

    /** How long the client wants to wait, at most a minute; empty if it does not. The first of several counts. */
    static Optional<Duration> readWait(HttpHeaders headers) {
        return headers.getOrDefault("Prefer", List.of()).stream()
                .flatMap(value -> Stream.of(value.split(",")))
                .map(preference -> WAIT.matcher(preference.strip()))
                .filter(Matcher::matches)
                .findFirst()
                .map(wait -> Duration.ofSeconds(Long.parseLong(wait.group(1))))
                .map(wait -> wait.compareTo(LONGEST) > 0 ? LONGEST : wait);
    }

    /** The value of {@code Preference-Applied}. */
    static String applied(Duration wait) {
        return "wait=" + wait.toSeconds();
    }
}
