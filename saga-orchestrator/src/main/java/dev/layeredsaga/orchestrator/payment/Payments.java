package dev.layeredsaga.orchestrator.payment;

import dev.layeredsaga.messaging.time.DatabaseClock;
import jakarta.persistence.EntityManager;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.hibernate.Session;
import org.springframework.jdbc.core.JdbcOperations;
import org.springframework.stereotype.Repository;

/** The payments in PostgreSQL, whose clock is the only one that counts. */
@Repository
class Payments {

    private final EntityManager entities;
    private final DatabaseClock clock;

    Payments(EntityManager entities, JdbcOperations jdbc) {
        this.entities = entities;
        this.clock = new DatabaseClock(jdbc);
    }

    void add(Payment payment) {
        entities.persist(payment);
    }

    /** Those of the given sagas that exist, in one query. */
    Map<UUID, Payment> bySaga(Collection<UUID> sagaIds) {
        Map<UUID, Payment> found = new HashMap<>();
        entities
                .unwrap(Session.class)
                .findMultiple(Payment.class, sagaIds.stream().distinct().toList())
                .stream()
                .filter(Objects::nonNull)
                .forEach(payment -> found.put(payment.sagaId(), payment));
        return found;
    }

    /** The database's clock, now. */
    Instant now() {
        return clock.now();
    }
}
