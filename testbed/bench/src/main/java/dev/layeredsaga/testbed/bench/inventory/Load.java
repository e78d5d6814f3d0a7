package dev.layeredsaga.testbed.bench.inventory;

import dev.layeredsaga.testbed.bench.measure.Clients;
import dev.layeredsaga.testbed.bench.measure.Latencies;
import dev.layeredsaga.testbed.bench.measure.Percentiles;
import java.time.Duration;

/**
 * What it came to when 64 clients did the same thing for a while.
 *
 * @param rate calls a second
 */
record Load(double rate, Percentiles times) {

    static final int CLIENTS = 64;

    /** As fast as they can: says how much there is, while its times are those of a queue. */
    static Load flatOut(Duration howLong, Clients.Call call) throws Exception {
        return of(howLong, Duration.ZERO, call);
    }

    /** With a rest after each call, of 100 ms on average: well below what can be had, so that the times say something. */
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
