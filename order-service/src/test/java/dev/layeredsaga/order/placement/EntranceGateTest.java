package dev.layeredsaga.order.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EntranceGateTest {

    private static final long MILLI = 1_000_000;
    private static final long IDLE_QUERY = 340_000;

    private final AtomicLong now = new AtomicLong(-7 * MILLI);
    private final EntranceGate gate = gate(0, 100);

    private EntranceGate gate(long min, long max) {
        return new EntranceGate(new GateSettings(Duration.ofMillis(min), Duration.ofMillis(max)), now::get);
    }

    /** Runs rounds of some orders each, a millisecond count apart, whose first query takes so long. */
    private void rounds(int count, int orders, long millisApart, long queryNanos) {
        for (int i = 0; i < count; i++) {
            now.addAndGet(millisApart * MILLI);
            gate.began(orders);
            gate.firstQueryTook(queryNanos + (orders - 1) * 4_000L, orders);
        }
    }

    private double millis() {
        return gate.intervalNanos() / MILLI;
    }

    /** The medians that were measured: 50 a second, half of the best rate, 32 under way, 512 under way. */
    @ParameterizedTest
    @CsvSource({"0.34, 1, 20, 0", "0.7, 2, 5, 50", "0.95, 4, 10, 99", "2.3, 40, 50, 100"})
    void followsHowMuchLongerTheFirstQueryTakesThanOnAnIdleMachine(
            double queryMillis, int orders, long millisApart, double expected) {
        rounds(1_000, 1, 20, IDLE_QUERY);

        rounds(1_000, orders, millisApart, Math.round(queryMillis * MILLI));

        assertThat(millis()).isCloseTo(expected, within(8.0));
    }

    /** Otherwise batches that the gate has made would keep it closed. */
    @Test
    void ascribesToTheBatchWhatItsFurtherKeysTake() {
        rounds(1_000, 1, 20, IDLE_QUERY);

        rounds(1_000, 50, 100, IDLE_QUERY);

        assertThat(millis()).isLessThan(1);
    }

    @Test
    void staysOpenIfTooFewOrdersComeToShareARound() {
        rounds(1_000, 1, 20, IDLE_QUERY);

        rounds(1_000, 1, 11, 10 * IDLE_QUERY);

        assertThat(millis()).isZero();
    }

    @Test
    void opensAgainWhenProcessorsAreFree() {
        rounds(1_000, 1, 20, IDLE_QUERY);
        rounds(1_000, 40, 50, 10 * IDLE_QUERY);
        assertThat(millis()).isGreaterThan(95);

        rounds(1_000, 40, 50, IDLE_QUERY);

        assertThat(millis()).isLessThan(1);
    }

    @Test
    void doesNotTakeASingleQuickQueryForAnIdleMachine() {
        rounds(1_000, 40, 50, IDLE_QUERY);
        rounds(1, 40, 50, IDLE_QUERY / 10);

        rounds(1_000, 40, 50, IDLE_QUERY);

        assertThat(millis()).isLessThan(1);
    }

    /** A machine that was faster long ago, or measured itself wrongly, is no measure for ever. */
    @Test
    void forgetsAnIdleMachineWithinAnHour() {
        rounds(1_000, 1, 20, IDLE_QUERY);
        rounds(1_000, 40, 100, 3 * IDLE_QUERY);
        assertThat(millis()).isGreaterThan(95);

        rounds(36_100, 40, 100, 3 * IDLE_QUERY);

        assertThat(millis()).isLessThan(1);
    }

    @Test
    void letsARoundBeginWhenTheIntervalIsOver() {
        closed();

        assertThat(gate.delayNanos(5) / MILLI).isBetween(95L, 100L);
        now.addAndGet(40 * MILLI);
        assertThat(gate.delayNanos(5) / MILLI).isBetween(55L, 60L);
        now.addAndGet(60 * MILLI);
        assertThat(gate.delayNanos(5)).isZero();
    }

    @Test
    void neverDelaysAClientThatIsAlone() {
        closed();
        now.addAndGet(100 * MILLI);
        gate.began(1);

        assertThat(gate.delayNanos(1)).isZero();
        assertThat(gate.delayNanos(2)).isPositive();
    }

    @Test
    void isOpenAfterAPause() {
        closed();
        now.addAndGet(TimeUnit.SECONDS.toNanos(2));

        gate.began(3);

        assertThat(gate.delayNanos(3)).isZero();
    }

    @Test
    void doesNotDelayAFullRound() {
        EntranceGate fixed = gate(1_000, 1_000);
        fixed.began(100);
        assertThat(fixed.delayNanos(99)).isPositive();

        long begin = System.nanoTime();
        fixed.pass(100, 100);

        assertThat(System.nanoTime() - begin).isLessThan(TimeUnit.MILLISECONDS.toNanos(900));
    }

    @Test
    void endsAllWaitingWhenTheServiceStops() throws Exception {
        EntranceGate fixed = gate(1_000, 1_000);
        fixed.start();
        fixed.began(3);
        // the clock stands still: without the stop every wait would take a second, ten in all
        Thread waiting = Thread.ofPlatform().start(() -> {
            for (int i = 0; i < 10; i++) {
                fixed.pass(3, 100);
            }
        });
        await().until(() -> waiting.getState() == Thread.State.TIMED_WAITING);

        fixed.stop();

        assertThat(waiting.join(Duration.ofSeconds(5))).isTrue();
        assertThat(fixed.isRunning()).isFalse();
    }

    @Test
    void canBeSwitchedOffAndFixed() {
        EntranceGate off = gate(0, 0);
        EntranceGate fixed = gate(80, 80);
        for (int i = 0; i < 1_000; i++) {
            now.addAndGet(MILLI);
            for (EntranceGate each : new EntranceGate[] {off, fixed}) {
                each.began(20);
                each.firstQueryTook(i < 500 ? IDLE_QUERY : 9 * IDLE_QUERY, 20);
            }
        }

        assertThat(off.delayNanos(20)).isZero();
        assertThat(fixed.delayNanos(20)).isEqualTo(80 * MILLI);
    }

    @ParameterizedTest
    @CsvSource({"-1, 5", "6, 5", "0, 1001"})
    void refusesSettingsThatContradictEachOther(long min, long max) {
        assertThatThrownBy(() -> gate(min, max)).hasMessageContaining("order.placement.gate.min");
    }

    private void closed() {
        rounds(1_000, 1, 20, IDLE_QUERY);
        rounds(1_000, 40, 100, 10 * IDLE_QUERY);
    }
}
