package dev.layeredsaga.paymentstub.fault;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.layeredsaga.paymentstub.fault.Scenario.Operation;
import dev.layeredsaga.paymentstub.vocabulary.OrderId;
import java.util.Optional;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;

/**
 * Selects the fault of an attempt. Thread-safe.
 *
 * <p>The payment method comes first: if its scenario covers the operation, it alone decides, also when it lets this
 * attempt pass. Otherwise ({@code pm_ok}, or a refund of an order whose scenario covers payments) the fault for all
 * orders applies, if one is set, covers the operation and its random draw hits. A draw is made only then, so that a seed
 * gives the same sequence whatever else happens.
 */
public final class Faults {

    private final Recurrences recurrences = new Recurrences();
    private final Calls calls = new Calls();
    private volatile @Nullable GlobalFault global;

    /** Sets the fault for all orders and replaces the previous one; draws and counts start anew. */
    public FaultStatus set(FaultSettings settings) {
        var fault = new GlobalFault(settings);
        global = fault;
        return fault.status();
    }

    public void clear() {
        global = null;
    }

    public Optional<FaultStatus> current() {
        return Optional.ofNullable(global).map(GlobalFault::status);
    }

    /** Returns the number of calls for which a fault was decided. */
    public Calls calls() {
        return calls;
    }

    /** Returns the delay and effect for this attempt; each call counts as one attempt of the order. */
    public FaultDecision decide(Operation operation, OrderId order, Scenario ofMethod) {
        calls.count(operation, order);
        return ofMethod != Scenario.OK && ofMethod.covers(operation)
                ? byMethod(ofMethod, order)
                : byGlobalFault(operation, Optional.of(order));
    }

    /** Returns the delay and effect for a request without a known order. */
    public FaultDecision decideWithoutOrder(Operation operation) {
        return byGlobalFault(operation, Optional.empty());
    }

    private FaultDecision byMethod(Scenario scenario, OrderId order) {
        return recurrences.strikes(scenario, order)
                ? new FaultDecision(scenario.delay(), scenario.effect())
                : FaultDecision.NONE;
    }

    private FaultDecision byGlobalFault(Operation operation, Optional<OrderId> order) {
        GlobalFault fault = global;
        return fault != null && strikes(fault, operation, order)
                ? fault.settings().decision()
                : FaultDecision.NONE;
    }

    private boolean strikes(GlobalFault fault, Operation operation, Optional<OrderId> order) {
        Scenario scenario = fault.settings().scenario();
        return scenario.covers(operation)
                && fault.strikes()
                && order.map(known -> recurrences.strikes(scenario, known)).orElse(true);
    }

    /**
     * The active fault and its count.
     *
     * @param struck the number of attempts it was applied to so far
     */
    public record FaultStatus(@JsonUnwrapped FaultSettings settings, int struck) {}

    /** The active fault for all orders: its draws and counts. Thread-safe. */
    static final class GlobalFault {

        private final FaultSettings settings;
        // java.util.Random, because its sequence per seed is specified and thus the same on every JDK
        private final Random random;
        private int struck;

        GlobalFault(FaultSettings settings) {
            this.settings = settings;
            this.random = new Random(settings.seed());
        }

        FaultSettings settings() {
            return settings;
        }

        synchronized boolean strikes() {
            if (spent() || random.nextDouble() >= settings.probability()) {
                return false;
            }
            struck++;
            return true;
        }

        synchronized FaultStatus status() {
            return new FaultStatus(settings, struck);
        }

        private boolean spent() {
            Integer times = settings.times();
            return times != null && struck >= times;
        }
    }

    /** Counts the attempts of each order, so that a scenario can apply to some of them only. Thread-safe. */
    private static final class Recurrences {

        private static final int N = 2;

        private final ConcurrentMap<Series, Integer> attempts = new ConcurrentHashMap<>();

        boolean strikes(Scenario scenario, OrderId order) {
            return switch (scenario.recurrence()) {
                case ALWAYS -> true;
                case FIRST_TWO -> count(scenario, order) <= N;
                case HALF_THE_TIME -> coin(order, count(scenario, order));
            };
        }

        private int count(Scenario scenario, OrderId order) {
            return attempts.merge(new Series(scenario, order), 1, Integer::sum);
        }

        private static boolean coin(OrderId order, int attempt) {
            return new SplittableRandom(31L * order.value().hashCode() + attempt).nextBoolean();
        }

        private record Series(Scenario scenario, OrderId order) {}
    }
}
