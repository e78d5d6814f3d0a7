package dev.layeredsaga.testbed.bench.console;

import dev.layeredsaga.testbed.bench.measure.Latencies;
import dev.layeredsaga.testbed.bench.measure.OpenLoop;
import dev.layeredsaga.testbed.bench.measure.Times;
import dev.layeredsaga.testbed.bench.service.JsonHttp.Answer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Browsers with the console open, as many as operators. Each asks for its part of the page every five seconds: four of five for the
 * first screen's numbers, the fifth for the list of stuck sagas.
 */
final class OpenConsoles {

    private static final double SECONDS_BETWEEN_POLLS = 5;

    private final Session session;
    private final List<Browser> browsers;

    OpenConsoles(Session session, int consoles) {
        this.session = session;
        this.browsers = IntStream.range(0, consoles)
                .mapToObj(i -> new Browser(i % 5 == 4 ? "/console/sagas/rows?status=STUCK" : "/console/overview"))
                .toList();
    }

    /** A browser and the tag of what it shows. */
    private static final class Browser {

        private final String path;
        private String tag = "";

        Browser(String path) {
            this.path = path;
        }

        /** Returns true if there was something new. */
        synchronized boolean poll(Session session) {
            Answer answer = session.part(path, tag);
            tag = Objects.requireNonNullElse(answer.headers().getETag(), "");
            return answer.status() == 200;
        }
    }

    /** @param changed how many polls had something new; the others had status 304 */
    record Polls(int all, long changed, Times times) {}

    /**
     * Lets all of them poll, evenly spread over the five seconds.
     *
     * @throws ExecutionException if a poll failed
     */
    Polls poll(Duration howLong) throws InterruptedException, ExecutionException {
        Latencies times = new Latencies();
        List<Future<Boolean>> polls = new ArrayList<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Iterator<Browser> next =
                    Stream.generate(() -> browsers).flatMap(List::stream).iterator();
            new OpenLoop(browsers.size() / SECONDS_BETWEEN_POLLS, howLong).run(intended -> {
                Browser browser = next.next();
                polls.add(threads.submit(() -> {
                    boolean changed = browser.poll(session);
                    times.addSince(intended);
                    return changed;
                }));
            });
        }
        long changed = 0;
        for (Future<Boolean> poll : polls) {
            changed += poll.get() ? 1 : 0;
        }
        return new Polls(polls.size(), changed, times.times());
    }
}
