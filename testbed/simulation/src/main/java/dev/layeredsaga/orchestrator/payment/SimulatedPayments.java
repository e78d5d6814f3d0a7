package dev.layeredsaga.orchestrator.payment;

import dev.layeredsaga.testbed.simulation.database.Database;
import dev.layeredsaga.testbed.simulation.database.EntityTable;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The payments in a simulated database. */
final class SimulatedPayments extends Payments {

    private final Database database;
    private final EntityTable<UUID, Payment> table;

    @SuppressWarnings("NullAway") // nothing of what is inherited is used
    SimulatedPayments(Database database) {
        super(null, null, null);
        this.database = database;
        this.table = new EntityTable<>(database, Payment.class, Payment::sagaId);
    }

    @Override
    Payment inTrace(Payment payment) {
        return payment;
    }

    @Override
    void add(Collection<Payment> payments) {
        payments.forEach(table::add);
    }

    @Override
    Map<UUID, Payment> bySaga(Collection<UUID> sagaIds) {
        Map<UUID, Payment> found = new HashMap<>();
        for (UUID id : sagaIds) {
            Payment payment = table.find(id);
            if (payment != null) {
                found.put(id, payment);
            }
        }
        return found;
    }

    /** Within a transaction of its own. */
    Map<Payment, Duration> toSettle(int limit) {
        Map<Payment, Duration> found = new LinkedHashMap<>();
        for (Payment row : table.rows()) {
            Payment payment = found.size() < limit && isDue(row) ? table.find(row.sagaId()) : null;
            if (payment != null) {
                found.put(payment, Duration.ZERO);
            }
        }
        return found;
    }

    boolean isDue(Payment row) {
        return table.value(row, "settleAt") instanceof Instant due && !due.isAfter(database.now());
    }

    @Override
    Instant now() {
        return database.now();
    }

    @Nullable Payment row(UUID sagaId) {
        return table.row(sagaId);
    }

    Collection<Payment> rows() {
        return table.rows();
    }
}
