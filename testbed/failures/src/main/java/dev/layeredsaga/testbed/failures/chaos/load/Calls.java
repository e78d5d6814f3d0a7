package dev.layeredsaga.testbed.failures.chaos.load;

import dev.layeredsaga.testbed.client.Http;
import dev.layeredsaga.testbed.client.Http.Reply;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import org.springframework.web.client.RestClientException;

/**
 * Calls one of several instances, and the next one if that does not answer, until one says something that decides. So many
 * at a time per instance, as with a connection pool: on a slow machine customers queue instead of trampling it down. Thread-safe.
 */
final class Calls {

    private static final Duration PAUSE = Duration.ofMillis(300);

    private static final int AT_A_TIME = 24;

    private final Http http = new Http(Duration.ofSeconds(5));
    private final List<URI> instances;
    private final Duration timeout;
    private final Map<URI, Semaphore> room;

    Calls(List<URI> instances, Duration timeout) {
        this.instances = instances;
        this.timeout = timeout;
        this.room = instances.stream().collect(Collectors.toMap(url -> url, url -> new Semaphore(AT_A_TIME)));
    }

    /** Empty if there was no answer, or none but 5xx, for all the time. Only for what may be repeated. */
    Optional<Reply> untilAnswered(int first, BiFunction<Http, URI, Reply> call) throws InterruptedException {
        long end = System.nanoTime() + timeout.toNanos();
        for (int i = first; ; i++) {
            Optional<Reply> reply = once(i, call);
            if (reply.isPresent() || System.nanoTime() > end) {
                return reply;
            }
            Thread.sleep(PAUSE);
        }
    }

    /** Empty if there was no answer, or a 5xx. */
    Optional<Reply> once(int instance, BiFunction<Http, URI, Reply> call) throws InterruptedException {
        URI url = instances.get(instance % instances.size());
        Semaphore place = Objects.requireNonNull(room.get(url));
        place.acquire();
        try {
            Reply reply = call.apply(http, url);
            return reply.status() < 500 ? Optional.of(reply) : Optional.empty();
        } catch (RestClientException e) {
            return Optional.empty();
        } finally {
            place.release();
        }
    }

    static String inWords(Reply reply) {
        return "%d %s".formatted(reply.status(), reply.body().path("code").asString(""));
    }
}
