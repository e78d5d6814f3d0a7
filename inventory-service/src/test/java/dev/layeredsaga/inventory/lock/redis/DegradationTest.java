package dev.layeredsaga.inventory.lock.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.MockClock;
import io.micrometer.core.instrument.simple.SimpleConfig;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class DegradationTest {

    private final MockClock clock = new MockClock();
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry(SimpleConfig.DEFAULT, clock);
    private final Degradation degradation = new Degradation(clock);

    @Test
    void isNoneAtFirst() {
        assertThat(degradation.since()).isEmpty();
        assertThat(degradation.total()).isZero();
    }

    @Test
    void knowsSinceWhen() {
        Instant start = now();
        degradation.begin();
        clock.add(Duration.ofSeconds(3));
        assertThat(degradation.since()).contains(start);
        degradation.end();
        assertThat(degradation.since()).isEmpty();
    }

    @Test
    void addsUpOutagesAndCountsThePresentOne() {
        degradation.begin();
        clock.add(Duration.ofSeconds(3));
        degradation.end();
        clock.add(Duration.ofSeconds(100));
        degradation.begin();
        clock.add(Duration.ofMillis(500));
        assertThat(degradation.total()).isEqualTo(Duration.ofMillis(3_500));
    }

    @Test
    void beginsAndEndsOnce() {
        Instant start = now();
        degradation.begin();
        clock.add(Duration.ofSeconds(1));
        degradation.begin();
        assertThat(degradation.since()).contains(start);
        degradation.end();
        clock.add(Duration.ofSeconds(1));
        degradation.end();
        assertThat(degradation.total()).isEqualTo(Duration.ofSeconds(1));
    }

    @Test
    void isMeasuredWhileItLasts() {
        degradation.bindTo(meters);
        assertThat(degraded()).isZero();
        degradation.begin();
        clock.add(Duration.ofMillis(2_250));
        assertThat(degraded()).isOne();
        assertThat(degradedSeconds()).isEqualTo(2.25);
        degradation.end();
        clock.add(Duration.ofSeconds(60));
        assertThat(degraded()).isZero();
        assertThat(degradedSeconds()).isEqualTo(2.25);
    }

    private double degraded() {
        return meters.get("inventory.lock.degraded").gauge().value();
    }

    private double degradedSeconds() {
        return meters.get("inventory.lock.degraded.time").functionCounter().count();
    }

    private Instant now() {
        return Instant.ofEpochMilli(clock.wallTime());
    }
}
