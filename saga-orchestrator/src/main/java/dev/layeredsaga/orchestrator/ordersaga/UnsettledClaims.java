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
import dev.layeredsaga.engine.state.SagaAction;
import dev.layeredsaga.engine.state.SagaStandings;
import dev.layeredsaga.engine.state.SagaStandings.Standing;
import dev.layeredsaga.engine.state.SagaStatus;
import dev.layeredsaga.messaging.commit.AfterCommit;
import dev.layeredsaga.messaging.envelope.MessageJson;
import dev.layeredsaga.messaging.envelope.OutgoingMessage;
import dev.layeredsaga.messaging.outbox.Outbox;
import dev.layeredsaga.orchestrator.ordersaga.OrderSagaData.Claim;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * Settles claims that are not as the end of their saga says: one of a completed order is confirmed, one of a compensated order released. The
 * claim of a saga that has not ended is its own matter, and so is one whose saga an operator has resolved as completed. One of a saga that is
 * not known, or no order's, is left to expire: the saga may begin anew and sell it before a command arrives. Thread-safe.
 */
@Component
public class UnsettledClaims {

    private static final Logger log = LoggerFactory.getLogger(UnsettledClaims.class);

    private final SagaStandings standings;
    private final Outbox outbox;
    private final Counter released;
    private final Counter confirmed;
    private final Counter missing;
    private final JsonMapper json = MessageJson.mapper();

    UnsettledClaims(SagaStandings standings, Outbox outbox, MeterRegistry meters) {
        this.standings = standings;
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

    /** Sends the commands that settle what the events report, in the caller's transaction. */
    public void settle(List<InventoryEvent> events) {
        Map<UUID, Standing> sagas = standings.of(
                OrderSaga.NAME,
                events.stream()
                        .flatMap(event -> sagaOf(event).stream())
                        .distinct()
                        .toList());
        Map<UUID, String> data = standings.data(
                OrderSaga.NAME,
                events.stream()
                        .flatMap(event ->
                                event instanceof ClaimUnsettled claim ? Stream.of(claim.sagaId()) : Stream.empty())
                        .toList());
        for (InventoryEvent event : events) {
            switch (event) {
                case ClaimUnsettled claim -> settle(claim, sagas.get(claim.sagaId()), data.get(claim.sagaId()));
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

    private void report(ClaimMissing claim, @Nullable Standing saga) {
        if (saga != null && isCompletedByItself(saga)) {
            reportMissing(claim.sagaId());
        }
    }

    private static boolean isCompletedByItself(Standing saga) {
        return saga.status() == SagaStatus.COMPLETED && !saga.byHand().contains(SagaAction.RESOLVE_COMPLETED);
    }

    private void reportMissing(UUID sagaId) {
        log.error(
                "order {} is confirmed, but the inventory has no claim that it knows: nothing is sold. Was a database restored?",
                sagaId);
        AfterCommit.run(missing::increment);
    }

    private void release(UUID sagaId) {
        send(sagaId, new ReleaseClaim(new StepAttempt(sagaId, OrderSaga.RESERVE, 1)));
        standings.compareAgain(sagaId);
        AfterCommit.run(released::increment);
    }

    private void settle(ClaimUnsettled event, @Nullable Standing saga, @Nullable String data) {
        if (saga == null) {
            return;
        }
        if (saga.status() == SagaStatus.COMPENSATED) {
            log(event, "released");
            release(event.sagaId());
        } else if (isCompletedByItself(saga)) {
            confirm(event, data);
        }
    }

    /** Does nothing if the saga knows of another claim, which is then not what it has sold. */
    private void confirm(ClaimUnsettled event, @Nullable String data) {
        Claim claim = claimOf(event, data);
        if (claim != null && claim.id().equals(event.claimId())) {
            log(event, "confirmed");
            send(
                    event.sagaId(),
                    new ConfirmClaim(new StepAttempt(event.sagaId(), OrderSaga.CONFIRM, 1), claim.id(), claim.token()));
            standings.compareAgain(event.sagaId());
            AfterCommit.run(confirmed::increment);
        }
    }

    private @Nullable Claim claimOf(ClaimUnsettled event, @Nullable String data) {
        try {
            Claim claim = data == null
                    ? null
                    : json.readValue(data, OrderSagaData.class).claim();
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
