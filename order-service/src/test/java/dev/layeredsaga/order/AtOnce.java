package dev.layeredsaga.order;

import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Makes concurrent calls that all start at the same moment. */
final class AtOnce {

    private AtOnce() {}

    /** Makes the calls, which are numbered from 0, and returns their results in that order. */
    static <T> Stream<T> call(int calls, IntFunction<T> call) {
        CyclicBarrier start = new CyclicBarrier(calls);
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Callable<T>> tasks = IntStream.range(0, calls)
                    .<Callable<T>>mapToObj(i -> () -> {
                        start.await();
                        return call.apply(i);
                    })
                    .toList();
            return threads.invokeAll(tasks).stream().map(AtOnce::result).toList().stream();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private static <T> T result(Future<T> future) {
        try {
            return future.get();
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
