package dev.layeredsaga.testbed.simulation.gateway;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The gateway's captures and refunds, by order and by idempotency key. */
public final class Ledger {

    private final Map<String, Payment> byKey = new LinkedHashMap<>();
    private final Map<Long, Long> netByOrder = new LinkedHashMap<>();
    private final Map<Long, Integer> capturesByOrder = new LinkedHashMap<>();

    /** The state of a payment. */
    enum State {
        PROCESSING,
        CAPTURED,
        DECLINED,
        REFUNDED
    }

    /** One payment, under one key. */
    static final class Payment {

        private final String id;
        private final long order;
        private final long amount;
        private State state = State.PROCESSING;

        Payment(String id, long order, long amount) {
            this.id = id;
            this.order = order;
            this.amount = amount;
        }

        String id() {
            return id;
        }

        long order() {
            return order;
        }

        long amount() {
            return amount;
        }

        State state() {
            return state;
        }
    }

    @Nullable Payment find(String key) {
        return byKey.get(key);
    }

    @Nullable Payment byId(String id) {
        return byKey.values().stream()
                .filter(payment -> payment.id().equals(id))
                .findFirst()
                .orElse(null);
    }

    Payment begin(String key, long order, long amount) {
        Payment payment = new Payment("pay-" + (byKey.size() + 1), order, amount);
        byKey.put(key, payment);
        return payment;
    }

    void capture(Payment payment) {
        payment.state = State.CAPTURED;
        netByOrder.merge(payment.order(), payment.amount(), Long::sum);
        capturesByOrder.merge(payment.order(), 1, Integer::sum);
    }

    void decline(Payment payment) {
        payment.state = State.DECLINED;
    }

    void refund(Payment payment) {
        if (payment.state == State.CAPTURED) {
            payment.state = State.REFUNDED;
            netByOrder.merge(payment.order(), -payment.amount(), Long::sum);
        }
    }

    /** Returns the order's captures less its refunds. */
    public long net(long order) {
        return netByOrder.getOrDefault(order, 0L);
    }

    /** Returns the order's number of captures. */
    public int captures(long order) {
        return capturesByOrder.getOrDefault(order, 0);
    }

    /** True if nothing is being decided any more. */
    public boolean isSettled() {
        return byKey.values().stream().noneMatch(payment -> payment.state() == State.PROCESSING);
    }
}
