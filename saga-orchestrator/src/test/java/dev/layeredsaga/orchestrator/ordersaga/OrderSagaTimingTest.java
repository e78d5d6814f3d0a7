package dev.layeredsaga.orchestrator.ordersaga;

import static dev.layeredsaga.orchestrator.ordersaga.Orders.DEADLINE;
import static dev.layeredsaga.orchestrator.ordersaga.Orders.QUEUE_TIMEOUT;
import static dev.layeredsaga.orchestrator.ordersaga.Orders.queued;
import static dev.layeredsaga.orchestrator.ordersaga.Orders.startingLate;
import static org.assertj.core.api.Assertions.assertThat;

import dev.layeredsaga.contract.inventory.ClaimStock;
import dev.layeredsaga.contract.order.OrderTiming;
import dev.layeredsaga.contract.saga.EngineEvent.CompensationStarted;
import dev.layeredsaga.engine.SagaScenario;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The time that an order may take, and wait in line. */
class OrderSagaTimingTest {

    @Test
    void countsTheDeadlineFromThePlacement() {
        Duration late = Duration.ofSeconds(40);

        endsAt(DEADLINE.minus(late), startingLate(late, null));
    }

    @Test
    void leavesAQuarterOfItsTimeToAnOrderWhoseSagaStartsLate() {
        endsAt(DEADLINE.dividedBy(4), startingLate(Duration.ofHours(1), null));
    }

    /** The clock of the order-service may be ahead. */
    @Test
    void givesAnOrderFromTheFutureNoMoreTime() {
        endsAt(DEADLINE, startingLate(Duration.ofMinutes(-10), null));
    }

    @Test
    void takesTheOrdersOwnTimes() {
        endsAt(Duration.ofSeconds(570), startingLate(Duration.ofSeconds(30), new OrderTiming(600, null)));

        waitsFor(Duration.ofSeconds(450), new OrderTiming(600, null));
        waitsFor(Duration.ofSeconds(7), new OrderTiming(600, 7));
        waitsFor(Duration.ofSeconds(8), new OrderTiming(null, 8));
        waitsFor(QUEUE_TIMEOUT, null);
    }

    private static void endsAt(Duration time, SagaScenario<OrderSagaData> saga) {
        saga.expectCommand(ClaimStock.class)
                .whenUnansweredFor(time.minusMillis(1))
                .expectDueIn(Duration.ofMillis(1))
                .whenDue()
                .expectEvent(CompensationStarted.class);
    }

    private static void waitsFor(Duration queueTimeout, @Nullable OrderTiming timing) {
        startingLate(Duration.ZERO, timing)
                .expectCommand(
                        ClaimStock.class,
                        claim -> assertThat(claim.queueTimeout()).isEqualTo(queueTimeout))
                .whenReply(queued())
                .expectDueIn(queueTimeout.plusSeconds(5));
    }
}
