package dev.layeredsaga.testbed.bench.outbox;

import dev.layeredsaga.testbed.bench.measure.Percentiles;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/** Records when each message of a run was committed and received ({@link System#nanoTime}). Thread-safe. */
final class Journal {

    private final int run;
    private final AtomicLongArray committed;
    private final AtomicLongArray received;
    private final int[] expected;
    private final CountDownLatch missing;
    private int outOfOrder;
    private int repeated;

    Journal(int run, Workload workload) {
        this.run = run;
        this.committed = new AtomicLongArray(workload.messages());
        this.received = new AtomicLongArray(workload.messages());
        this.expected = new int[workload.keys()];
        this.missing = new CountDownLatch(workload.messages());
    }

    void committed(List<Note> notes) {
        long now = System.nanoTime();
        notes.forEach(note -> committed.set(note.number(), now));
    }

    synchronized void received(Note note, long when) {
        if (note.run() != run) {
            return;
        }
        if (!received.compareAndSet(note.number(), 0, when)) {
            repeated++;
            return;
        }
        if (expected[note.key()] != note.sequence()) {
            outOfOrder++;
        }
        expected[note.key()] = note.sequence() + 1;
        missing.countDown();
    }

    /** Returns when every message has been received, or after {@code patience}. */
    void awaitAll(Duration patience) throws InterruptedException {
        missing.await(patience.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** @param rowsLeft the number of rows in the contender's table at the end */
    synchronized Figures figures(int rowsLeft) {
        Percentiles delays = Percentiles.ofNanos(IntStream.range(0, received.length())
                .filter(number -> received.get(number) != 0)
                .mapToLong(number -> received.get(number) - committed.get(number)));
        return new Figures(
                delays.count() / seconds(),
                delays.p50(),
                delays.p99(),
                outOfOrder,
                repeated,
                Math.toIntExact(missing.getCount()),
                rowsLeft);
    }

    /** Returns the seconds from the first commit to the last receipt. */
    private double seconds() {
        long first = times(committed).min().orElse(0);
        return (times(received).max().orElse(first + 1) - first) / 1e9;
    }

    private static LongStream times(AtomicLongArray times) {
        return LongStream.range(0, times.length())
                .map(number -> times.get(Math.toIntExact(number)))
                .filter(time -> time != 0);
    }
}
