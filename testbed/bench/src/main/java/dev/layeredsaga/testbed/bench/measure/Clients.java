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
 * So many callers at a time, each on a thread of its own (a virtual one), each beginning anew when its call has ended.
 *
 * @param rampUp within which they come, one after the other, so that there is no crowd at the door that nobody means to measure
 */
public record Clients(int number, Duration howLong, Duration rampUp) {

    /** What a client does again and again. */
    @FunctionalInterface
    public interface Call {

        void make() throws Exception;
    }

    /**
     * Returns when the time is up and every call that had begun by then has ended.
     *
     * @return how long that was, in seconds
     * @throws ExecutionException if a call threw; its client has stopped then, the others have not
     */
    public double run(Call call) throws InterruptedException, ExecutionException {
        return runWhile(() -> true, call);
    }

    /** Like {@link #run}, but returns earlier if there is nothing to do any more. */
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

    /** Sleeps for half to one and a half times as long as told, so that clients do not fall into step. */
    public static void pause(Duration about) throws InterruptedException {
        long nanos = about.toNanos();
        Thread.sleep(Duration.ofNanos(nanos / 2 + ThreadLocalRandom.current().nextLong(nanos + 1)));
    }
}
