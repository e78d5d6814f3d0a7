package dev.layeredsaga.testbed.bench.engine;

import dev.layeredsaga.testbed.bench.measure.Latencies;
import dev.layeredsaga.testbed.bench.measure.OpenLoop;
import dev.layeredsaga.testbed.bench.measure.Times;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/** Runs sagas through a contender and measures their times. For one run. */
final class Flow implements Contender.Completion {

    /** Time before the measurement starts, until the intended number of sagas is in flight. */
    private static final Duration RAMP_UP = Duration.ofSeconds(1);

    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    private final Contender contender;
    private final Map<UUID, Long> underWay = new ConcurrentHashMap<>();
    private final LongAdder begun = new LongAdder();
    private final LongAdder completed = new LongAdder();
    private final LongAdder strays = new LongAdder();
    private final Latencies times = new Latencies();
    private final Duration howLong;
    private final long first;
    private final long last;
    private volatile boolean refilling;

    Flow(Contender contender, Duration howLong) {
        this.contender = contender;
        this.howLong = howLong;
        this.first = System.nanoTime() + RAMP_UP.toNanos();
        this.last = first + howLong.toNanos();
    }

    /** Keeps a fixed number of sagas in flight: when one completes, the next begins. Returns when all have completed. */
    void keep(int inFlight) throws InterruptedException {
        refilling = true;
        for (int i = 0; i < inFlight; i++) {
            begin(System.nanoTime());
        }
        Thread.sleep(Duration.ofNanos(last - System.nanoTime()));
        refilling = false;
        drain();
    }

    /** Begins sagas at a fixed rate, regardless of completions. Returns when all have completed. */
    void pour(double perSecond) throws InterruptedException {
        new OpenLoop(perSecond, howLong.plus(RAMP_UP)).run(this::begin);
        drain();
    }

    private void begin(long intended) {
        Purchase purchase = Purchase.ofAnyItem();
        underWay.put(purchase.id(), intended);
        begun.increment();
        contender.begin(purchase);
    }

    @Override
    public void completed(Purchase purchase) {
        long now = System.nanoTime();
        Long intended = underWay.remove(purchase.id());
        if (intended == null) {
            strays.increment();
            return;
        }
        if (now >= first && now < last) {
            completed.increment();
        }
        if (intended >= first && intended < last) {
            times.add(now - intended);
        }
        if (refilling) {
            begin(now);
        }
    }

    private void drain() throws InterruptedException {
        long end = System.nanoTime() + TIMEOUT.toNanos();
        while (!underWay.isEmpty()) {
            if (System.nanoTime() > end) {
                throw new IllegalStateException(contender.title() + " has not completed " + underWay.size()
                        + " of its sagas within " + TIMEOUT);
            }
            Thread.sleep(Duration.ofMillis(5));
        }
        if (strays.sum() > 0) {
            throw new IllegalStateException(contender.title() + " completed " + strays + " sagas twice");
        }
    }

    long begun() {
        return begun.sum();
    }

    double perSecond() {
        return completed.sum() / (howLong.toNanos() / 1e9);
    }

    Times times() {
        return times.times();
    }
}
