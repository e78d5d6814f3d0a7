package dev.layeredsaga.paymentstub.fault;

import dev.layeredsaga.paymentstub.vocabulary.OrderId;
import java.util.Optional;
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

    /** Returns the delay and effect for this attempt; each call counts as one attempt of the order. */
    public FaultDecision decide(Operation operation, OrderId order, Scenario ofMethod) {
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
}
