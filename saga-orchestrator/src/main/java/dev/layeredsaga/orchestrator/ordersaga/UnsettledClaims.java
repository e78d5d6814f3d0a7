package dev.layeredsaga.orchestrator.ordersaga;

import dev.layeredsaga.contract.Topics;
import dev.layeredsaga.contract.inventory.ClaimUnsettled;
import dev.layeredsaga.contract.inventory.ConfirmClaim;
import dev.layeredsaga.contract.inventory.InventoryCommand;
import dev.layeredsaga.contract.inventory.InventoryEvent;
import dev.layeredsaga.contract.inventory.ReleaseClaim;
import dev.layeredsaga.contract.inventory.StockClaimed;
import dev.layeredsaga.contract.saga.SagaReply;
import dev.layeredsaga.contract.saga.StepAttempt;
import dev.layeredsaga.engine.definition.LateReplies;
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
 * Settles claims that are still held for sagas that have ended: one of a completed order is confirmed, every other one is released. The
 * claim of a saga that has not ended is its own matter, and so is one whose saga an operator has resolved as completed. One that is
 * granted to a saga after it was undone, or to none, is released at once. Thread-safe.
 */
@Component
public class UnsettledClaims implements LateReplies {

    private static final Logger log = LoggerFactory.getLogger(UnsettledClaims.class);

    private static final String SAGAS = """
            SELECT id, status, data, EXISTS (
              SELECT FROM saga_action WHERE saga_id = saga.id AND action = 'RESOLVE_COMPLETED') AS by_hand
            FROM saga WHERE id = ANY (?)
            """;

    private record SagaSeen(SagaStatus status, String data, boolean byHand) {}

    private final JdbcTemplate jdbc;
    private final Outbox outbox;
    private final Counter released;
    private final Counter confirmed;
    private final JsonMapper json = MessageJson.mapper();

    UnsettledClaims(JdbcTemplate jdbc, Outbox outbox, MeterRegistry meters) {
        this.jdbc = jdbc;
        this.outbox = outbox;
        this.released = counter(meters, "released");
        this.confirmed = counter(meters, "confirmed");
    }

    private static Counter counter(MeterRegistry meters, String action) {
        return Counter.builder("claims.reconciled")
                .description(
                        "Claims that were still held, or may still be sold, for sagas that have ended, by what was done")
                .tag("action", action)
                .register(meters);
    }

    /** Sends the commands that settle what the events tell of, in the caller's transaction. */
    public void settle(List<InventoryEvent> events) {
        List<ClaimUnsettled> unsettled = events.stream()
                .filter(ClaimUnsettled.class::isInstance)
                .map(ClaimUnsettled.class::cast)
                .toList();
        if (!unsettled.isEmpty()) {
            Map<UUID, SagaSeen> sagas = sagasOf(unsettled.stream().map(ClaimUnsettled::sagaId));
            unsettled.forEach(claim -> settle(claim, sagas.get(claim.sagaId())));
        }
    }

    /** Sends the commands that undo what the replies grant, in the current transaction. */
    @Override
    public void handle(List<SagaReply> replies) {
        List<StepAttempt> granted = replies.stream()
                .filter(StockClaimed.class::isInstance)
                .map(SagaReply::attempt)
                .toList();
        if (!granted.isEmpty()) {
            Map<UUID, SagaSeen> sagas = sagasOf(granted.stream().map(StepAttempt::sagaId));
            granted.stream()
                    .filter(attempt -> isUndone(sagas.get(attempt.sagaId())))
                    .forEach(attempt -> {
                        log.warn("stock is granted to {}, whose saga has been undone or is unknown: released", attempt);
                        release(attempt.sagaId());
                    });
        }
    }

    private static boolean isUndone(@Nullable SagaSeen saga) {
        return saga == null || saga.status() == SagaStatus.COMPENSATED;
    }

    private void release(UUID sagaId) {
        send(sagaId, new ReleaseClaim(new StepAttempt(sagaId, OrderSaga.RESERVE, 1)));
        AfterCommit.run(released::increment);
    }

    private Map<UUID, SagaSeen> sagasOf(Stream<UUID> ids) {
        Map<UUID, SagaSeen> found = new HashMap<>();
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
                (Object) ids.distinct().toArray(UUID[]::new));
        return found;
    }

    private void settle(ClaimUnsettled event, @Nullable SagaSeen saga) {
        if (saga == null || isUndone(saga)) {
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
            AfterCommit.run(confirmed::increment);
        }
    }

    private @Nullable Claim claimOf(ClaimUnsettled event, SagaSeen saga) {
        try {
            return json.readValue(saga.data(), OrderSagaData.class).claim();
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
                "claim {} is held since {} for saga {}, which has ended or is unknown: {}",
                event.claimId(),
                event.heldSince(),
                event.sagaId(),
                action);
    }

    private void send(UUID sagaId, InventoryCommand command) {
        outbox.publish(OutgoingMessage.of(Topics.INVENTORY_COMMANDS, sagaId, command));
    }
}
