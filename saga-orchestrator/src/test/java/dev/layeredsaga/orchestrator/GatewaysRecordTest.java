package dev.layeredsaga.orchestrator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.layeredsaga.contract.Topics;
import dev.layeredsaga.contract.inventory.ClaimReleased;
import dev.layeredsaga.testbed.infrastructure.PublishedRecords;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Gateways whose answers say something else than their record, or something else than was asked. */
class GatewaysRecordTest {

    private final FakeGateway gateway = FakeGateway.shared();
    private final PlacedOrder order = PlacedOrder.payingWith("pm_ok");

    @Test
    void confirmsWhatWasCapturedThoughTheRepetitionIsRefused() {
        gateway.refusesRepetitionsOf(order.id());

        order.stockIsClaimed();

        order.awaitStep("confirm");
        assertThat(events()).containsExactly("SagaStarted", "StockReserved", "PaymentCaptured");
    }

    @Test
    void leavesACaptureOfAnotherAmountToAnOperator() {
        gateway.capturesTooMuchFrom(order.id());

        order.stockIsClaimed();

        order.awaitStatus("STUCK");
        assertThat(order.column("waits_for")).matches("\\d+ [A-Z]{3} was captured for an order of 1990 KRW");
        assertThat(events()).containsExactly("SagaStarted", "StockReserved", "SagaStuck");
    }

    @Test
    void publishesARefundOnceTheRecordShowsIt() {
        gateway.acceptsRefundsOnly(order.id());
        order.stockIsClaimed();
        order.awaitStep("confirm");
        order.cancel();
        await().until(() -> gateway.refundsAskedFor(order.id()) >= 2);
        assertThat(events()).doesNotContain("PaymentRefunded");

        gateway.refunds(order.id());
        order.awaitStep("reserve");
        order.reply("reserve", ClaimReleased::new);

        order.awaitStatus("COMPENSATED");
        await().untilAsserted(() -> assertThat(events()).contains("PaymentRefunded", "OrderCancelled"));
    }

    private List<String> events() {
        return new PublishedRecords(Topics.SAGA_EVENTS)
                .of(order.id()).stream()
                        .map(event -> PublishedRecords.header(event, "ce_type"))
                        .toList();
    }
}
