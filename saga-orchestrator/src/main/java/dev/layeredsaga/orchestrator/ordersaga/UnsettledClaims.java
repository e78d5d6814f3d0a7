package dev.layeredsaga.orchestrator.ordersaga;

import dev.layeredsaga.contract.Topics;
import dev.layeredsaga.contract.inventory.ClaimExpired;
import dev.layeredsaga.contract.inventory.ClaimMissing;
import dev.layeredsaga.contract.inventory.ClaimUnsettled;
import dev.layeredsaga.contract.inventory.ConfirmClaim;
import dev.layeredsaga.contract.inventory.InventoryCommand;
import dev.layeredsaga.contract.inventory.InventoryEvent;
import dev.layeredsaga.contract.inventory.ReleaseClaim;
import dev.layeredsaga.contract.saga.StepAttempt;
import dev.layeredsaga.engine.state.SagaStatus;
import dev.layeredsaga.messaging.commit.AfterCommit;
import dev.layeredsaga.messaging.envelope.MessageJson;
import dev.layeredsaga.messaging.envelope.OutgoingMessage;
import dev.layeredsaga.messaging.outbox.Outbox;
import dev.layeredsaga.orchestrator.ordersaga.OrderSagaData.Claim;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Component;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * Settles claims that are not as the end of their saga says: one of a completed order is confirmed, one of a compensated order released. The
 * claim of a saga that has not ended is its own matter, and so is one whose saga an operator has resolved as completed. One of a saga that is
 * not known is left to expire: the saga may begin anew and sell it before a command arrives. Thread-safe.
 */
@Component
public class UnsettledClaims {

    private static final Logger log = LoggerFactory.getLogger(UnsettledClaims.class);

    private static final String SAGAS = """
            SELECT id, status, data, EXISTS (
              SELECT FROM saga_action WHERE saga_id = saga.id AND action = 'RESOLVE_COMPLETED') AS by_hand
            FROM saga WHERE id = ANY (?)
            """;

    /** Ever more rarely, if it does not help. */
    private static final String COMPARE_AGAIN = """
            UPDATE saga SET release_again_at = clock_timestamp()
              + greatest(clock_timestamp() - ended_at, interval '10 s')
            WHERE id = ?
            """;

    private record SagaSeen(SagaStatus status, String data, boolean byHand) {}

    private final JdbcTemplate jdbc;
    private final Outbox outbox;
    private final Counter released;
    private final Counter confirmed;
    private final Counter missing;
    private final JsonMapper json = MessageJson.mapper();

    UnsettledClaims(JdbcTemplate jdbc, Outbox outbox, MeterRegistry meters) {
        this.jdbc = jdbc;
        this.outbox = outbox;
        this.released = counter(meters, "released");
        this.confirmed = counter(meters, "confirmed");
        this.missing = counter(meters, "missing");
    }

    private static Counter counter(MeterRegistry meters, String action) {
        return Counter.builder("claims.reconciled")
                .description("Claims that were not as the end of their saga says, by what was done")
                .tag("action", action)
                .register(meters);
    }

    /** Sends the commands that settle what the events tell of, in the caller's transaction. */
    public void settle(List<InventoryEvent> events) {
        Map<UUID, SagaSeen> sagas = sagasOf(events.stream().flatMap(event -> sagaOf(event).stream()));
        for (InventoryEvent event : events) {
            switch (event) {
                case ClaimUnsettled claim -> settle(claim, sagas.get(claim.sagaId()));
                case ClaimMissing claim -> report(claim, sagas.get(claim.sagaId()));
                case ClaimExpired expired -> {
                    // its saga learns of it by the answer to its next command
                }
            }
        }
    }

    private static Optional<UUID> sagaOf(InventoryEvent event) {
        return switch (event) {
            case ClaimUnsettled claim -> Optional.of(claim.sagaId());
            case ClaimMissing claim -> Optional.of(claim.sagaId());
            case ClaimExpired expired -> Optional.empty();
        };
    }

    private void report(ClaimMissing claim, @Nullable SagaSeen saga) {
        if (saga != null && saga.status() == SagaStatus.COMPLETED && !saga.byHand()) {
            reportMissing(claim.sagaId());
        }
    }

    private void reportMissing(UUID sagaId) {
        log.error(
                "order {} is confirmed, but the inventory has no claim that it knows: nothing is sold. Was a database restored?",
                sagaId);
        AfterCommit.run(missing::increment);
    }

    private void release(UUID sagaId) {
        send(sagaId, new ReleaseClaim(new StepAttempt(sagaId, OrderSaga.RESERVE, 1)));
        jdbc.update(COMPARE_AGAIN, sagaId);
        AfterCommit.run(released::increment);
    }

    private Map<UUID, SagaSeen> sagasOf(Stream<UUID> ids) {
        Map<UUID, SagaSeen> found = new HashMap<>();
        UUID[] distinct = ids.distinct().toArray(UUID[]::new);
        if (distinct.length == 0) {
            return found;
        }
        jdbc.query(
                SAGAS,
                row -> {
                    found.put(
                            row.getObject("id", UUID.class),
                            new SagaSeen(
                                    SagaStatus.valueOf(row.getString("status")),
                                    row.getString("data"),
                                    row.getBoolean("by_hand")));
                },
                (Object) distinct);
        return found;
    }

    private void settle(ClaimUnsettled event, @Nullable SagaSeen saga) {
        if (saga == null) {
            return;
        }
        if (saga.status() == SagaStatus.COMPENSATED) {
            log(event, "released");
            release(event.sagaId());
        } else if (saga.status() == SagaStatus.COMPLETED && !saga.byHand()) {
            confirm(event, saga);
        }
    }

    /** Does nothing if the saga knows of another claim, which is then not what it has sold. */
    private void confirm(ClaimUnsettled event, SagaSeen saga) {
        Claim claim = claimOf(event, saga);
        if (claim != null && claim.id().equals(event.claimId())) {
            log(event, "confirmed");
            send(
                    event.sagaId(),
                    new ConfirmClaim(new StepAttempt(event.sagaId(), OrderSaga.CONFIRM, 1), claim.id(), claim.token()));
            jdbc.update(COMPARE_AGAIN, event.sagaId());
            AfterCommit.run(confirmed::increment);
        }
    }

    private @Nullable Claim claimOf(ClaimUnsettled event, SagaSeen saga) {
        try {
            Claim claim = json.readValue(saga.data(), OrderSagaData.class).claim();
            if (claim == null) {
                reportMissing(event.sagaId());
            }
            return claim;
        } catch (JacksonException e) {
            log.warn(
                    "the data of saga {} cannot be read, its claim is left to expire: {}",
                    event.sagaId(),
                    e.toString());
            return null;
        }
    }

    private static void log(ClaimUnsettled event, String action) {
        log.warn(
                "claim {} of {} is still there for saga {}, which has ended: {}",
                event.claimId(),
                event.heldSince(),
                event.sagaId(),
                action);
    }

    private void send(UUID sagaId, InventoryCommand command) {
        outbox.publish(OutgoingMessage.of(Topics.INVENTORY_COMMANDS, sagaId, command));
    }
}
