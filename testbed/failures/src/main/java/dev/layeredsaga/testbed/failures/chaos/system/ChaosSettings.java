package dev.layeredsaga.testbed.failures.chaos.system;

import java.time.Duration;
import java.util.Set;

/**
 * The settings of a run.
 *
 * @param seed of the orders and the injections: the same seed gives the same plan
 * @param orders the number of orders; holds are extra
 * @param duration the time over which they are spread
 * @param calm the minimum pause between two injections; the maximum is three and a half times as long
 * @param instances of each service
 * @param deadline of each order's saga
 * @param recoveryTimeout the time allowed to end every order after recovery
 */
public record ChaosSettings(
        long seed,
        int orders,
        Duration duration,
        Duration calm,
        int instances,
        Duration deadline,
        Duration recoveryTimeout,
        Set<InjectionKind> without,
        Set<LayerSwitch> disabledLayers) {

    /** @throws IllegalArgumentException saying what makes no sense */
    public ChaosSettings {
        require(orders >= 1 && orders <= 100_000, "--orders must be 1 to 100000");
        require(
                duration.compareTo(Duration.ofSeconds(5)) >= 0 && duration.compareTo(Duration.ofHours(1)) <= 0,
                "--duration must be 5s to 1h");
        require(
                calm.compareTo(Duration.ofSeconds(1)) >= 0 && calm.compareTo(Duration.ofMinutes(10)) <= 0,
                "--calm must be 1s to 10m");
        require(instances >= 1 && instances <= 4, "--instances must be 1 to 4");
        without = Set.copyOf(without);
        disabledLayers = Set.copyOf(disabledLayers);
    }

    private static void require(boolean holds, String otherwise) {
        if (!holds) {
            throw new IllegalArgumentException(otherwise);
        }
    }
}
