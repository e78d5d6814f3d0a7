package dev.layeredsaga.testbed.bench.inventory;

import dev.layeredsaga.testbed.bench.measure.Clients;
import dev.layeredsaga.testbed.bench.measure.Latencies;
import dev.layeredsaga.testbed.bench.measure.Percentiles;
import java.time.Duration;

/**
 * The result of 64 clients that repeat one call.
 *
 * @param rate calls a second
 */
record Load(double rate, Percentiles times) {

    static final int CLIENTS = 64;

    /** Calls without pauses: shows the maximum rate, but the times are mostly queueing. */
    static Load flatOut(Duration howLong, Clients.Call call) throws Exception {
        return of(howLong, Duration.ZERO, call);
    }

    /** Pauses 100 ms on average after each call: well below the maximum rate, so that the times are meaningful. */
    static Load paced(Duration howLong, Clients.Call call) throws Exception {
        return of(howLong, Duration.ofMillis(100), call);
    }

    private static Load of(Duration howLong, Duration rest, Clients.Call call) throws Exception {
        Latencies times = new Latencies();
        double seconds = new Clients(CLIENTS, howLong, rest).run(() -> {
            long begin = System.nanoTime();
            call.make();
            times.add(System.nanoTime() - begin);
            Clients.pause(rest);
        });
        Percentiles percentiles = times.percentiles();
        return new Load(percentiles.count() / seconds, percentiles);
    }
}
