package dev.layeredsaga.messaging.commit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class GroupCommitTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final CountDownLatch gate = new CountDownLatch(1);
    private final List<List<Integer>> rounds = new CopyOnWriteArrayList<>();

    @AfterEach
    void stop() {
        gate.countDown();
        threads.close();
    }

    /** Answers with twice the call; the call 0 takes until the gate opens; a negative one fails. */
    private class Doubling implements GroupCommit.Rounds<String, Integer, Integer> {

        @Override
        public List<Integer> serve(String key, List<Integer> calls) {
            rounds.add(calls);
            if (calls.contains(0)) {
                awaitGate();
            }
            if (calls.stream().anyMatch(call -> call < 0)) {
                throw new IllegalArgumentException(calls.toString());
            }
            return calls.stream().map(call -> 2 * call).toList();
        }

        @Override
        public boolean concernsAll(RuntimeException failure) {
            return false;
        }

        @Override
        public RuntimeException tooLate(String key, Duration waited) {
            return new IllegalStateException("too late");
        }
    }

    private void awaitGate() {
        try {
            gate.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void servesAtOnceWhoComesAlone() {
        GroupCommit<String, Integer, Integer> calls = new GroupCommit<>(10, TIMEOUT, new Doubling());

        assertThat(calls.serve("a", 4)).isEqualTo(8);
        assertThat(calls.serve("a", 5)).isEqualTo(10);
        assertThat(rounds).containsExactly(List.of(4), List.of(5));
    }

    @Test
    void servesThoseTogetherWhoCameDuringTheLastRound() throws Exception {
        GroupCommit<String, Integer, Integer> calls = new GroupCommit<>(10, TIMEOUT, new Doubling());
        Future<Integer> first = begin(calls, 0);
        List<Future<Integer>> others = queueUp(calls, 1, 2, 3);

        gate.countDown();

        assertThat(first.get()).isZero();
        for (int i = 0; i < 3; i++) {
            assertThat(others.get(i).get()).isEqualTo(2 * (i + 1));
        }
        assertThat(rounds).containsExactly(List.of(0), List.of(1, 2, 3));
    }

    @Test
    void servesNoMoreInOneRoundThanItMay() throws Exception {
        GroupCommit<String, Integer, Integer> calls = new GroupCommit<>(2, TIMEOUT, new Doubling());
        Future<Integer> first = begin(calls, 0);
        List<Future<Integer>> others = queueUp(calls, 1, 2, 3);

        gate.countDown();

        assertThat(first.get()).isZero();
        for (Future<Integer> other : others) {
            other.get();
        }
        assertThat(rounds).containsExactly(List.of(0), List.of(1, 2), List.of(3));
    }

    @Test
    void keepsNoCallerWaitingForOtherKeys() throws Exception {
        GroupCommit<String, Integer, Integer> calls = new GroupCommit<>(10, TIMEOUT, new Doubling());
        Future<Integer> first = begin(calls, 0);

        assertThat(threads.submit(() -> calls.serve("b", 7)).get()).isEqualTo(14);
        assertThat(first).isNotDone();
    }

    @Test
    void letsAFailureCostOnlyWhoseFaultItIs() throws Exception {
        GroupCommit<String, Integer, Integer> calls = new GroupCommit<>(10, TIMEOUT, new Doubling());
        Future<Integer> first = begin(calls, 0);
        List<Future<Integer>> others = queueUp(calls, 1, -2, 3);

        gate.countDown();

        assertThat(first.get()).isZero();
        assertThat(others.get(0).get()).isEqualTo(2);
        assertThatThrownBy(() -> others.get(1).get())
                .isInstanceOf(ExecutionException.class)
                .cause()
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("[-2]");
        assertThat(others.get(2).get()).isEqualTo(6);
    }

    @Test
    void doesNotTryAloneWhatConcernsAll() throws Exception {
        GroupCommit<String, Integer, Integer> calls = new GroupCommit<>(10, TIMEOUT, new Doubling() {
            @Override
            public boolean concernsAll(RuntimeException failure) {
                return true;
            }
        });
        Future<Integer> first = begin(calls, 0);
        List<Future<Integer>> others = queueUp(calls, 1, -2);

        gate.countDown();

        assertThat(first.get()).isZero();
        for (Future<Integer> other : others) {
            assertThatThrownBy(other::get).isInstanceOf(ExecutionException.class);
        }
        assertThat(rounds).containsExactly(List.of(0), List.of(1, -2));
    }

    /** Otherwise as many as are in a round would each wait for what the round has waited for. */
    @Tag("timing")
    @Test
    void failsCallsThatHaveWaitedTooLongInsteadOfTryingThemAlone() throws Exception {
        Duration timeout = Duration.ofSeconds(1);
        GroupCommit<String, Integer, Integer> calls = new GroupCommit<>(10, timeout, new Doubling() {
            @Override
            public List<Integer> serve(String key, List<Integer> together) {
                if (together.contains(-1)) {
                    LockSupport.parkNanos(timeout.toNanos());
                }
                return super.serve(key, together);
            }
        });
        Future<Integer> first = begin(calls, 0);
        List<Future<Integer>> others = queueUp(calls, -1, 2);

        gate.countDown();

        assertThat(first.get()).isZero();
        for (Future<Integer> other : others) {
            assertThatThrownBy(other::get).hasMessageContaining("too late");
        }
        assertThat(rounds).containsExactly(List.of(0), List.of(-1, 2));
    }

    @Test
    void turnsAwayACallWhoseTurnDoesNotComeAlthoughTheLeaderHangs() throws Exception {
        GroupCommit<String, Integer, Integer> calls = new GroupCommit<>(10, Duration.ofSeconds(1), new Doubling());
        Future<Integer> first = begin(calls, 0);

        assertThatThrownBy(() -> calls.serve("a", 1)).hasMessage("too late");

        assertThat(first).isNotDone();
        gate.countDown();
        assertThat(first.get()).isZero();
        assertThat(calls.serve("a", 2)).isEqualTo(4);
        assertThat(rounds).containsExactly(List.of(0), List.of(2));
    }

    @Test
    void servesEveryCallOnceAndOneRoundOfAKeyAtATime() throws Exception {
        Map<String, AtomicInteger> atOnce = new ConcurrentHashMap<>();
        AtomicInteger mostAtOnce = new AtomicInteger();
        AtomicInteger served = new AtomicInteger();
        GroupCommit<String, Integer, Integer> calls = new GroupCommit<>(7, TIMEOUT, new Doubling() {
            @Override
            public List<Integer> serve(String key, List<Integer> together) {
                AtomicInteger here = atOnce.computeIfAbsent(key, any -> new AtomicInteger());
                mostAtOnce.accumulateAndGet(here.incrementAndGet(), Math::max);
                served.addAndGet(together.size());
                LockSupport.parkNanos(10_000);
                here.decrementAndGet();
                return together.stream().map(call -> 2 * call).toList();
            }
        });

        List<Future<Integer>> results = new ArrayList<>();
        IntStream.range(0, 20_000)
                .forEach(call -> results.add(threads.submit(() -> calls.serve("key-" + call % 5, call))));

        for (int call = 0; call < results.size(); call++) {
            assertThat(results.get(call).get()).isEqualTo(2 * call);
        }
        assertThat(served).hasValue(20_000);
        assertThat(mostAtOnce).hasValue(1);
    }

    /** Returns once it is being served. */
    private Future<Integer> begin(GroupCommit<String, Integer, Integer> calls, int call) {
        Future<Integer> begun = threads.submit(() -> calls.serve("a", call));
        await().until(() -> rounds.size() == 1);
        return begun;
    }

    /** Returns once all of them wait, in this order. */
    private List<Future<Integer>> queueUp(GroupCommit<String, Integer, Integer> calls, int... waiting) {
        List<Future<Integer>> results = new ArrayList<>();
        for (int call : waiting) {
            results.add(threads.submit(() -> calls.serve("a", call)));
            await().until(() -> calls.waitingFor("a") == results.size());
        }
        return results;
    }
}
