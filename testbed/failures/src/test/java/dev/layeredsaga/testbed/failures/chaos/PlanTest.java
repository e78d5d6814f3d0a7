package dev.layeredsaga.testbed.failures.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.layeredsaga.testbed.failures.chaos.injection.Plan;
import dev.layeredsaga.testbed.failures.chaos.injection.Plan.Slot;
import dev.layeredsaga.testbed.failures.chaos.load.Catalog;
import dev.layeredsaga.testbed.failures.chaos.load.Workload;
import dev.layeredsaga.testbed.failures.chaos.system.ChaosSettings;
import dev.layeredsaga.testbed.failures.chaos.system.InjectionKind;
import java.time.Duration;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PlanTest {

    @Test
    void isTheSameForTheSameSeed() {
        assertThat(Plan.of(settings(7))).isEqualTo(Plan.of(settings(7)));
        assertThat(Workload.of(settings(7), Catalog.forOrders(100)))
                .isEqualTo(Workload.of(settings(7), Catalog.forOrders(100)));
    }

    @Test
    void isAnotherForAnotherSeed() {
        assertThat(Plan.of(settings(7))).isNotEqualTo(Plan.of(settings(8)));
        assertThat(Workload.of(settings(7), Catalog.forOrders(100)))
                .isNotEqualTo(Workload.of(settings(8), Catalog.forOrders(100)));
    }

    @Test
    void leavesOutWhatItIsAskedTo() {
        assertThat(Plan.of(settings(7, InjectionKind.STUB_KILLS, InjectionKind.WEBHOOKS))
                        .counts())
                .isNotEmpty()
                .doesNotContainKeys(InjectionKind.STUB_KILLS, InjectionKind.WEBHOOKS);
    }

    @Test
    void isEmptyIfEverythingIsLeftOut() {
        assertThat(Plan.of(settings(7, InjectionKind.values())).slots()).isEmpty();
    }

    @Test
    void injectsEveryKindInTwoMinutes() {
        assertThat(IntStream.range(0, 50))
                .allSatisfy(seed -> assertThat(Plan.of(settings(seed)).counts())
                        .hasSizeGreaterThanOrEqualTo(InjectionKind.values().length - 1));
    }

    @Test
    void staysWithinTheDurationAndLetsTheSystemRecoverInBetween() {
        Duration end = Duration.ZERO;
        for (Slot slot : Plan.of(settings(7)).slots()) {
            assertThat(slot.at()).isGreaterThanOrEqualTo(end.plusSeconds(1));
            assertThat(slot.injections()).hasSizeBetween(1, 2);
            end = slot.at().plus(slot.lasts());
        }
        assertThat(end.toSeconds()).isLessThan(130);
    }

    @Test
    void leavesAsMuchCalmInBetweenAsIsWanted() {
        ChaosSettings often = settings(7);
        ChaosSettings seldom = new ChaosSettings(
                often.seed(),
                often.orders(),
                Duration.ofMinutes(20),
                Duration.ofSeconds(12),
                often.instances(),
                often.deadline(),
                often.recoveryTimeout(),
                often.without(),
                often.disabledLayers());
        Duration end = Duration.ZERO;
        for (Slot slot : Plan.of(seldom).slots()) {
            assertThat(slot.at().minus(end).toMillis()).isBetween(12_000L, 42_000L);
            end = slot.at().plus(slot.lasts());
        }
        assertThat(end).isGreaterThan(Duration.ofMinutes(19));
    }

    @Test
    void writesNothingToTopicsWhileKafkaIsAway() {
        assertThat(IntStream.range(0, 50).boxed().flatMap(seed -> Plan.of(settings(seed)).slots().stream()))
                .filteredOn(slot -> slot.injections().containsKey(InjectionKind.KAFKA_OUTAGES))
                .isNotEmpty()
                .noneMatch(slot -> slot.injections().keySet().stream().anyMatch(InjectionKind::needsKafka));
    }

    private static ChaosSettings settings(long seed, InjectionKind... without) {
        return new ChaosSettings(
                seed,
                100,
                Duration.ofSeconds(120),
                Duration.ofSeconds(1),
                2,
                Duration.ofSeconds(30),
                Duration.ofMinutes(3),
                Set.of(without),
                Set.of());
    }
}
