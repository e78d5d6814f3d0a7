package dev.layeredsaga.orchestrator.reconciliation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.layeredsaga.contract.Money;
import dev.layeredsaga.contract.Topics;
import dev.layeredsaga.contract.order.OrderReason;
import dev.layeredsaga.contract.order.OrderSagaEvent.OrderCancelled;
import dev.layeredsaga.contract.order.OrderSagaEvent.OrderConfirmed;
import dev.layeredsaga.contract.order.OrderSagaEvent.OrderRejected;
import dev.layeredsaga.contract.order.OrderSagaEvent.PaymentCaptured;
import dev.layeredsaga.contract.order.OrderSagaEvent.PaymentRefunded;
import dev.layeredsaga.contract.order.OrderSagaEvent.SagaStarted;
import dev.layeredsaga.contract.order.OrderSagaEvent.StockReserved;
import dev.layeredsaga.contract.order.ReasonCode;
import dev.layeredsaga.contract.saga.EngineEvent.CompensationStarted;
import dev.layeredsaga.contract.saga.Reason;
import dev.layeredsaga.contract.saga.SagaEvent;
import dev.layeredsaga.engine.PastSaga;
import dev.layeredsaga.engine.state.PublishedEvent;
import dev.layeredsaga.orchestrator.reconciliation.SagaEndings.Ending;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** The past of sagas, by their events. */
class SagaEndingsTest {

    private static final Money PRICE = new Money(1990, "KRW");
    private static final Reason SOLD_OUT = ReasonCode.OUT_OF_STOCK.because("no seat is left");
    private static final Reason CANCELLED = ReasonCode.CANCELLED_BY_CUSTOMER.because("changed my mind");
    private static final SagaStarted STARTED = new SagaStarted("order", 1, "c-1", List.of(), PRICE);
    private static final StockReserved RESERVED = new StockReserved(UUID.randomUUID(), Instant.EPOCH);
    private static final PaymentCaptured CAPTURED = new PaymentCaptured("p-1", PRICE);
    private static final CompensationStarted COMPENSATING = new CompensationStarted(CANCELLED);
    private static final OrderCancelled COMPENSATED = new OrderCancelled(OrderReason.of(CANCELLED), null, null, null);
    private static final OrderRejected REJECTED = new OrderRejected(OrderReason.of(SOLD_OUT), null, null, null);
    private static final OrderConfirmed CONFIRMED = new OrderConfirmed(null, null, PRICE);

    private final SagaEndings endings = new SagaEndings();
    private final UUID saga = UUID.randomUUID();

    @Test
    void haveTheEventsThatLedToThem() {
        publish(STARTED, RESERVED, COMPENSATING, COMPENSATED);

        PastSaga<SagaStarted> past = theEnding().saga();
        assertThat(past.id()).isEqualTo(saga);
        assertThat(past.data()).isEqualTo(STARTED);
        assertThat(past.reason()).isEqualTo(CANCELLED);
        assertThat(past.events())
                .containsExactly(
                        published(1, STARTED),
                        published(2, RESERVED),
                        published(3, COMPENSATING),
                        published(4, COMPENSATED));
        assertThat(endings.takeEnded()).isEmpty();
        assertThat(endings.underWay()).isEmpty();
    }

    @Test
    void areCompletionsWithTheirPayments() {
        publish(STARTED, RESERVED, CAPTURED, CONFIRMED);

        Ending ending = theEnding();
        assertThat(ending.isCompensated()).isFalse();
        assertThat(ending.captured()).isEqualTo(CAPTURED);
        assertThat(ending.mayBeOwed()).isFalse();
    }

    @Test
    void mayLeaveAPaymentThatIsOwedIfTheyHadComeToIt() {
        publish(STARTED, RESERVED, COMPENSATING, COMPENSATED);
        assertThat(theEnding().mayBeOwed()).isTrue();

        publish(STARTED, REJECTED);
        assertThat(theEnding().mayBeOwed()).isFalse();
    }

    @Test
    void leaveNothingOwedThatWasFreeOrIsBack() {
        publish(STARTED, RESERVED, CAPTURED, COMPENSATING, new PaymentRefunded(PRICE), COMPENSATED);
        assertThat(theEnding().mayBeOwed()).isFalse();

        publish(
                new SagaStarted("order", 1, "c-1", List.of(), new Money(0, "KRW")),
                RESERVED,
                COMPENSATING,
                COMPENSATED);
        assertThat(theEnding().mayBeOwed()).isFalse();
    }

    /** The saga had begun, and may have paid, before the time from which on is read. */
    @Test
    void mayLeaveAPaymentThatIsOwedIfTheirBeginningIsNotKnown() {
        publish(REJECTED);

        assertThat(theEnding().mayBeOwed()).isTrue();
    }

    @Test
    void areWhatAnOperatorHasMadeOfACompensation() {
        publish(STARTED, COMPENSATING, CONFIRMED);

        assertThat(theEnding().isCompensated()).isFalse();
        assertThat(endings.underWay()).isEmpty();
    }

    @Test
    void areTheFirstOnes() {
        publish(STARTED, REJECTED, CONFIRMED, COMPENSATED);

        assertThat(theEnding().saga().reason()).isEqualTo(SOLD_OUT);
    }

    @Test
    void areNotThereYetForASagaThatIsBeingCompensated() {
        publish(STARTED, RESERVED, COMPENSATING);

        assertThat(endings.takeEnded()).isEmpty();
        PastSaga<SagaStarted> past = endings.underWay().getFirst();
        assertThat(past.id()).isEqualTo(saga);
        assertThat(past.reason()).isEqualTo(CANCELLED);
        assertThat(past.events()).hasSize(3);
    }

    /** The saga was lost before its end, by an earlier restore. */
    @Test
    void areThoseOfTheLastBeginning() {
        SagaStarted again = new SagaStarted("order", 1, "c-2", List.of(), PRICE);
        publish(STARTED, RESERVED, CAPTURED, COMPENSATING);
        endings.add(published(5, again), again);
        endings.add(published(6, REJECTED), REJECTED);

        Ending ending = theEnding();
        assertThat(ending.saga().data()).isEqualTo(again);
        assertThat(ending.saga().events()).hasSize(6).endsWith(published(5, again), published(6, REJECTED));
        assertThat(ending.captured()).isNull();
        assertThat(ending.mayBeOwed()).isTrue();
    }

    @Test
    void areNotDisturbedByWhatIsSentTwice() {
        publish(STARTED, RESERVED, CAPTURED);
        publish(STARTED, RESERVED);
        endings.add(published(4, CONFIRMED), CONFIRMED);

        assertThat(theEnding().saga().events())
                .containsExactly(
                        published(1, STARTED), published(2, RESERVED), published(3, CAPTURED), published(4, CONFIRMED));
    }

    /** Its beginning was published before the time from which on is read, and once more after that. */
    @Test
    void areNotDisturbedByABeginningThatIsSentLate() {
        endings.add(published(2, RESERVED), RESERVED);
        endings.add(published(1, STARTED), STARTED);
        endings.add(published(3, CAPTURED), CAPTURED);

        assertThat(endings.underWay().getFirst().events())
                .containsExactly(published(1, STARTED), published(2, RESERVED), published(3, CAPTURED));
    }

    private Ending theEnding() {
        List<Ending> taken = endings.takeEnded();
        assertThat(taken).hasSize(1);
        return taken.getFirst();
    }

    private void publish(SagaEvent... events) {
        for (int i = 0; i < events.length; i++) {
            endings.add(published(i + 1, events[i]), events[i]);
        }
    }

    private PublishedEvent published(long sequence, SagaEvent event) {
        return new PublishedEvent(
                saga, Topics.SAGA_EVENTS, sequence, event.getClass().getSimpleName(), Instant.EPOCH, event.toString());
    }
}
