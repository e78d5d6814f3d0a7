package dev.layeredsaga.console.overview;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.time.Instant;
import java.util.List;
import java.util.OptionalDouble;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class LatestNumbersTest {

    private final CountDownLatch answered = new CountDownLatch(1);
    private final AtomicInteger reads = new AtomicInteger();
    private volatile Instant now = Instant.parse("2026-01-01T12:00:00Z");

    @Test
    void areReadAgainAfterTwoSeconds() {
        LatestNumbers latest = new LatestNumbers(this::read, () -> now);

        Numbers first = latest.get();
        now = now.plusSeconds(2);
        assertThat(latest.get()).isSameAs(first);
        now = now.plusMillis(1);
        assertThat(latest.get()).isNotSameAs(first);
    }

    @Test
    void areTheLastOnesForOthersWhileOneCallerWaitsForTheDatabase() {
        LatestNumbers latest =
                new LatestNumbers(time -> reads.get() == 0 ? read(time) : readWhenAnswered(time), () -> now);
        Numbers first = latest.get();
        now = now.plusSeconds(3);

        CompletableFuture<Numbers> waiting = CompletableFuture.supplyAsync(latest::get);
        await().until(() -> reads.get() == 2);

        assertThat(latest.get()).isSameAs(first);
        answered.countDown();
        assertThat(waiting.join().time()).isEqualTo(now);
        assertThat(latest.get()).isSameAs(waiting.join());
        assertThat(reads).hasValue(2);
    }

    @Test
    void failForAllWhoWaitForTheSameRead() {
        LatestNumbers latest = new LatestNumbers(
                time -> {
                    readWhenAnswered(time);
                    throw new IllegalStateException("silent");
                },
                () -> now);
        CompletableFuture<Numbers> one = CompletableFuture.supplyAsync(latest::get);
        await().until(() -> reads.get() == 1);
        CompletableFuture<Numbers> other = CompletableFuture.supplyAsync(latest::get);

        answered.countDown();

        assertThatThrownBy(one::join).hasRootCauseMessage("silent");
        assertThatThrownBy(other::join).hasRootCauseMessage("silent");
        assertThatThrownBy(latest::get).isInstanceOf(IllegalStateException.class);
    }

    private Numbers readWhenAnswered(Instant time) {
        Numbers numbers = read(time);
        try {
            answered.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return numbers;
    }

    private Numbers read(Instant time) {
        reads.incrementAndGet();
        OptionalDouble none = OptionalDouble.empty();
        return new Numbers(
                time,
                List.of(),
                null,
                List.of(),
                List.of(),
                null,
                List.of(),
                new Numbers.Measured(none, none, none, none, none, none, List.of()),
                List.of(),
                List.of());
    }
}
