package dev.layeredsaga.testbed.bench.console;

import dev.layeredsaga.testbed.bench.measure.Latencies;
import dev.layeredsaga.testbed.bench.measure.Percentiles;
import java.time.Duration;
import java.util.regex.Pattern;

/**
 * The times of one page at its reader, from the request to the last byte.
 *
 * @param rows sagas, claims or items on the page
 * @param p50 milliseconds
 * @param p99 milliseconds
 */
record PageTimes(long rows, double p50, double p99) {

    private static final Pattern ROW = Pattern.compile("<th scope=\"row\">|<article ");

    /** @param pause before each request */
    static PageTimes of(Session session, String path, int requests, Duration pause) throws Exception {
        Latencies times = new Latencies();
        String page = "";
        for (int i = 0; i < requests; i++) {
            Thread.sleep(pause);
            long begin = System.nanoTime();
            page = session.page(path);
            times.add(System.nanoTime() - begin);
        }
        Percentiles percentiles = times.percentiles();
        return new PageTimes(ROW.matcher(page).results().count(), percentiles.p50(), percentiles.p99());
    }
}
