package dev.layeredsaga.testbed.bench.measure;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;

/**
 * A fixed number of concurrent callers, each on its own virtual thread; each starts its next call when the last has ended.
 *
 * @param rampUp the time over which the clients start, one after the other, to avoid an initial burst in the figures
 */
public record Clients(int number, Duration howLong, Duration rampUp) {

    /** The call that a client repeats. */
    @FunctionalInterface
    public interface Call {

        void make() throws Exception;
    }

    /**
     * Runs the clients until the time is up, or {@code open} is false, and every call begun by then has ended.
     *
     * @return the elapsed time in seconds
     * @throws ExecutionException if a call threw; its client stopped then, the others did not
     */
    public double runWhile(BooleanSupplier open, Call call) throws InterruptedException, ExecutionException {
        long begin = System.nanoTime();
        long end = begin + howLong.toNanos();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Boolean>> clients = threads.invokeAll(IntStream.range(0, number)
                    .<Callable<Boolean>>mapToObj(client -> () -> repeat(open, call, client, end))
                    .toList());
            for (Future<Boolean> each : clients) {
                each.get();
            }
        }
        return (System.nanoTime() - begin) / 1e9;
    }

    private boolean repeat(BooleanSupplier open, Call call, int client, long end) throws Exception {
        Thread.sleep(rampUp.multipliedBy(client).dividedBy(number));
        while (System.nanoTime() < end && open.getAsBoolean()) {
            call.make();
        }
        return true;
    }

    /** Sleeps for 0.5 to 1.5 times the duration, so that clients do not synchronize. */
    public static void pause(Duration about) throws InterruptedException {
        long nanos = about.toNanos();
        Thread.sleep(Duration.ofNanos(nanos / 2 + ThreadLocalRandom.current().nextLong(nanos + 1)));
    }
}
