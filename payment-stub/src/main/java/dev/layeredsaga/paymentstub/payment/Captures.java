package dev.layeredsaga.paymentstub.payment;

import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/** All captured payments, by id. Thread-safe. */
public final class Captures {

    private final ConcurrentMap<UUID, Capture> byId = new ConcurrentHashMap<>();

    void add(Payment.Captured payment) {
        byId.put(payment.id(), new Capture(payment));
    }

    public Optional<Capture> find(UUID paymentId) {
        return Optional.ofNullable(byId.get(paymentId));
    }
}
