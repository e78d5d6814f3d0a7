package dev.layeredsaga.orchestrator.console.saga;

import dev.layeredsaga.engine.query.SagaQueries;
import dev.layeredsaga.engine.query.SagaView;
import dev.layeredsaga.engine.state.EndedAttempt;
import dev.layeredsaga.orchestrator.console.Fact;
import dev.layeredsaga.orchestrator.console.Wording;
import dev.layeredsaga.orchestrator.ordersaga.OrderDetails;
import dev.layeredsaga.orchestrator.ordersaga.OrderQueries;
import dev.layeredsaga.orchestrator.payment.PaymentQueries;
import dev.layeredsaga.orchestrator.payment.PaymentQueries.PaymentDetails;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Reads a saga with its order and its payment. Thread-safe. */
@Component
class SagaStateReader {

    private final SagaQueries sagas;
    private final OrderQueries orders;
    private final PaymentQueries payments;
    private final Clock clock;

    SagaStateReader(SagaQueries sagas, OrderQueries orders, PaymentQueries payments, Clock clock) {
        this.sagas = sagas;
        this.orders = orders;
        this.payments = payments;
        this.clock = clock;
    }

    /** Empty if there is no such saga. */
    Optional<SagaState> find(UUID id) {
        return sagas.find(id).map(this::state);
    }

    private SagaState state(SagaView saga) {
        UUID id = saga.sagaId();
        OrderDetails order = orders.find(List.of(id)).get(id);
        return new SagaState(
                id.toString(),
                saga.revision(),
                saga.status().isFinal() ? null : "/console/sagas/" + id + "/state",
                saga.status().name(),
                SagaRowReader.badge(saga.status()),
                SagaRowReader.why(saga),
                lastError(saga),
                facts(saga, order, payments.find(id).orElse(null)),
                Timeline.of(saga, clock.instant()),
                AttemptRow.of(saga.timeline()),
                String.join(" › ", saga.remaining()),
                saga.actions());
    }

    private static String lastError(SagaView saga) {
        return saga.timeline().reversed().stream()
                .filter(attempt -> attempt.result() != EndedAttempt.Result.DONE)
                .findFirst()
                .map(attempt -> AttemptRow.name(attempt) + ", attempt " + attempt.attempt() + ": " + attempt.result()
                        + (attempt.detail() == null ? "" : ", " + attempt.detail()))
                .orElse("");
    }

    private static List<Fact> facts(SagaView saga, @Nullable OrderDetails order, @Nullable PaymentDetails payment) {
        List<Fact> facts = new ArrayList<>();
        Instant next = saga.nextAttemptAt();
        if (saga.step() != null) {
            String most = saga.attempts() == null ? "" : " of " + saga.attempts();
            facts.add(Fact.of("Step", saga.step() + ", attempt " + saga.attempt() + most));
            facts.add(Fact.of("On failure", Objects.requireNonNullElse(saga.policy(), "unknown")));
            facts.add(next == null ? Fact.of("Next attempt", "none; a person decides") : Fact.of("Next attempt", next));
            facts.add(Fact.of("Deadline", saga.deadline()));
        }
        facts.add(Fact.of("Begun", saga.createdAt()));
        facts.add(Fact.of("Last change", saga.updatedAt()));
        facts.add(Fact.of("Definition", saga.definition() + " version " + saga.version()));
        if (order != null) {
            facts.add(Fact.of("Customer", order.customerId()));
            facts.add(Fact.of("Items", Wording.items(order.lines())));
            facts.add(Fact.of("Price", Wording.money(order.total())));
            facts.add(Fact.of("When busy", order.onBusy().name()));
            UUID claim = order.claimId();
            facts.add(Fact.ofId("Claim", claim == null ? "none" : claim.toString(), "/console/claims/"));
        }
        facts.add(Fact.of("Payment", payment == null ? "none asked for" : inWords(payment)));
        return facts;
    }

    private static String inWords(PaymentDetails payment) {
        String reference = payment.gatewayReference();
        return payment.state() + ", " + Wording.money(payment.amount())
                + (reference == null ? "" : ", at the gateway " + reference)
                + (payment.voided() ? ", no charge may start any more" : "")
                + (payment.refundDueAt() == null ? "" : ", a refund is owed");
    }
}
