package dev.layeredsaga.console.overview;

import dev.layeredsaga.engine.query.SagaThroughput;
import dev.layeredsaga.engine.query.SagaThroughput.Interval;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Reads how many sagas have ended in the last 15 minutes; after the first time only what has changed. Thread-safe. */
class ThroughputReader {

    static final Duration INTERVAL = Duration.ofSeconds(15);
    static final Duration SPAN = Duration.ofMinutes(15);

    /** A saga's end is stored some time after it happened: that of its transaction. */
    private static final Duration UNSETTLED = Duration.ofSeconds(30);

    private final SagaThroughput throughput;
    private final NavigableMap<Instant, Interval> known = new TreeMap<>();
    private @Nullable Instant settled;

    ThroughputReader(SagaThroughput throughput) {
        this.throughput = throughput;
    }

    /** Returns the intervals up to now in their order, without those in which no saga ended. */
    synchronized List<Interval> read(Instant now) {
        Instant begin = beginOf(now.minus(SPAN));
        Instant from = settled == null || settled.isBefore(begin) ? begin : settled;
        List<Interval> fresh = throughput.since(from, INTERVAL);
        known.tailMap(from, true).clear();
        known.headMap(begin).clear();
        fresh.forEach(interval -> known.put(interval.from(), interval));
        settled = beginOf(now.minus(UNSETTLED));
        return List.copyOf(known.values());
    }

    /** Returns the begin of the interval that a time is in. */
    static Instant beginOf(Instant time) {
        long length = INTERVAL.toMillis();
        return Instant.ofEpochMilli(Math.floorDiv(time.toEpochMilli(), length) * length);
    }
}
