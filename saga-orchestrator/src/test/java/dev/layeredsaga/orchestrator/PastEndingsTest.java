package dev.layeredsaga.orchestrator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.layeredsaga.contract.Money;
import dev.layeredsaga.contract.Topics;
import dev.layeredsaga.contract.inventory.ClaimReleased;
import dev.layeredsaga.contract.saga.Reason;
import dev.layeredsaga.contract.saga.ReasonCode;
import dev.layeredsaga.contract.saga.SagaEvent.CompensationStarted;
import dev.layeredsaga.contract.saga.SagaEvent.OrderConfirmed;
import dev.layeredsaga.contract.saga.SagaEvent.OrderRejected;
import dev.layeredsaga.testbed.infrastructure.PublishedRecords;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Sagas that have ended and are under way again, as after the database was restored to a time before their ends. */
class PastEndingsTest {

    private static final Reason SOLD_OUT = Reason.of(ReasonCode.OUT_OF_STOCK, "no seat is left");

    private final JdbcClient database = OrchestratorInstance.shared().database();

    @Test
    void areThoseOfSagasThatAreUnderWayAgain() {
        Instant backup = Instant.now();
        List<UUID> sagas = PlacedOrder.startedSagas(5);
        PlacedOrder completed = new PlacedOrder(sagas.get(0));
        PlacedOrder rejected = new PlacedOrder(sagas.get(1));
        PlacedOrder neither = new PlacedOrder(sagas.get(2));
        PlacedOrder compensating = new PlacedOrder(sagas.get(3));
        PlacedOrder resolved = new PlacedOrder(sagas.get(4));
        PlacedOrder.send(
                PlacedOrder.record(Topics.SAGA_EVENTS, completed.id(), new OrderConfirmed(new Money(1990, "KRW"))));
        PlacedOrder.send(PlacedOrder.record(Topics.SAGA_EVENTS, rejected.id(), new OrderRejected(SOLD_OUT)));
        PlacedOrder.send(PlacedOrder.record(Topics.SAGA_EVENTS, compensating.id(), new CompensationStarted(SOLD_OUT)));
        PlacedOrder.send(PlacedOrder.record(Topics.SAGA_EVENTS, resolved.id(), new CompensationStarted(SOLD_OUT)));
        PlacedOrder.send(
                PlacedOrder.record(Topics.SAGA_EVENTS, resolved.id(), new OrderConfirmed(new Money(1990, "KRW"))));
        String deadline = neither.column("deadline");

        try (OrchestratorInstance restarted =
                OrchestratorInstance.start("--orchestrator.reconciliation.lost-since=" + backup)) {
            assertThat(restarted.hasBean(JdbcClient.class)).isTrue();
        }

        assertThat(isLaterThanInHalfAnHour(completed)).isTrue();
        assertThat(completed.column("status")).isEqualTo("RUNNING");
        assertThat(neither.column("deadline")).isEqualTo(deadline);
        assertThat(neither.column("status")).isEqualTo("RUNNING");
        assertThat(neither.column("reached")).isEqualTo("pay");
        assertThat(compensating.column("direction")).isEqualTo("BACKWARD");
        assertThat(resolved.column("direction")).isEqualTo("FORWARD");
        assertThat(isLaterThanInHalfAnHour(resolved)).isTrue();
        rejected.awaitStep("reserve");
        rejected.reply("reserve", ClaimReleased::new);
        rejected.awaitStatus("COMPENSATED");
        assertThat(new PublishedRecords(Topics.SAGA_EVENTS)
                        .of(rejected.id())
                        .getLast()
                        .value())
                .contains("OUT_OF_STOCK", "no seat is left");
    }

    private boolean isLaterThanInHalfAnHour(PlacedOrder order) {
        return database.sql("SELECT deadline > clock_timestamp() + interval '30 minutes' FROM saga WHERE id = ?")
                .param(order.id())
                .query(Boolean.class)
                .single();
    }
}
