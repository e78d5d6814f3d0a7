package dev.layeredsaga.orchestrator.payment;

import dev.layeredsaga.messaging.commit.AfterCommit;
import dev.layeredsaga.messaging.sweep.RowSweep;
import dev.layeredsaga.messaging.sweep.Sweep.Schedule;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionOperations;

/**
 * Checks payments whose money does not plainly belong where it is: captured after their compensation, settled without money though a
 * call was out, or not what their saga has ended with. What no saga wants goes back, and is tried until it has. What an operator has
 * settled by hand, or what is too old for its saga to be known, is logged and left to operators.
 */
@Component
@EnableConfigurationProperties(SettlementSettings.class)
public class Settlement implements RowSweep<UUID> {

    private static final Logger log = LoggerFactory.getLogger(Settlement.class);

    private final PaymentTable payments;
    private final PaymentSagas sagas;
    private final PaymentProcessor work;
    private final TransactionOperations transaction;
    private final SettlementSettings settings;
    private final Duration sagasAreKept;
    private final Counter owed;
    private final Counter inquired;
    private final Counter forOperators;

    /** @param keep how long ended sagas are kept, {@code saga.retention.keep} */
    Settlement(
            PaymentTable payments,
            PaymentSagas sagas,
            PaymentProcessor work,
            TransactionOperations transaction,
            SettlementSettings settings,
            @Value("${saga.retention.keep:30d}") Duration keep,
            MeterRegistry meters) {
        this.payments = payments;
        this.sagas = sagas;
        this.work = work;
        this.transaction = transaction;
        this.settings = settings;
        this.sagasAreKept = keep.dividedBy(2);
        this.owed = counter(meters, "refund-owed");
        this.inquired = counter(meters, "asked-again");
        this.forOperators = counter(meters, "left-to-operator");
    }

    private static Counter counter(MeterRegistry meters, String action) {
        return Counter.builder("payments.reconciled")
                .description("Payments that do not agree with how their saga has ended, by what was done")
                .tag("action", action)
                .register(meters);
    }

    @Override
    public Schedule schedule() {
        return new Schedule("payments to settle", settings.interval(), settings.batchSize());
    }

    @Override
    public List<UUID> find(int limit, Collection<UUID> except) {
        return payments.toSettle(limit, except);
    }

    @Override
    public Duration untilNext() {
        return payments.untilToSettle();
    }

    /**
     * Has the next payments, in the order of their creation, checked if they do not plainly agree with how their sagas stand, in the
     * caller's transaction. Nothing is written for the others.
     *
     * @param position the creation of the last payment that has been compared
     * @param age younger ones are left for later
     * @return when each of these was created, in that order
     */
    public List<Instant> compareAfter(Instant position, Duration age, int limit) {
        List<Map.Entry<UUID, Instant>> next = payments.createdAfter(position, age, limit);
        if (!next.isEmpty()) {
            List<UUID> ids = next.stream().map(Map.Entry::getKey).toList();
            Map<UUID, SagaStanding> standings = sagas.standings(ids);
            Instant now = payments.now();
            payments.settle(payments.bySaga(ids).values().stream()
                    .filter(payment ->
                            !payment.agreesWith(standings.getOrDefault(payment.sagaId(), SagaStanding.NONE), now))
                    .map(Payment::sagaId)
                    .toList());
        }
        return next.stream().map(Map.Entry::getValue).toList();
    }

    /** A batch with calls is a run's last, so that what has piled up does not take the gateway from the orders. */
    @Override
    public int handle(List<UUID> sagaIds) {
        Integer settled = transaction.execute(status -> settle(sagaIds));
        return settled == null ? 0 : settled;
    }

    private int settle(List<UUID> sagaIds) {
        Map<Payment, Duration> found = payments.lockToSettle(sagaIds);
        Map<UUID, SagaStanding> standings =
                sagas.standings(found.keySet().stream().map(Payment::sagaId).toList());
        Instant now = payments.now();
        List<GatewayCall> calls = new ArrayList<>();
        found.forEach((payment, age) -> {
            SagaStanding unknown = age.compareTo(sagasAreKept) < 0 ? SagaStanding.NONE : SagaStanding.FORGOTTEN;
            if (isToBeAskedAbout(payment, standings.getOrDefault(payment.sagaId(), unknown), age, now)) {
                calls.add(new GatewayCall.Refund(payment.latestAttempt(), payment.trace(), false));
            }
        });
        AfterCommit.run(() -> calls.forEach(work::ask));
        return calls.isEmpty() ? found.size() : 0;
    }

    private boolean isToBeAskedAbout(Payment payment, SagaStanding saga, Duration age, Instant now) {
        boolean known = payment.isRefundOwed();
        return switch (payment.settle(saga, age, now, settings)) {
            case NOTHING, LATER -> false;
            case INQUIRE -> {
                log.info("asking the gateway again about {}: a call may have taken the money", payment);
                AfterCommit.run(inquired::increment);
                yield true;
            }
            case GIVE_BACK -> {
                log.warn(
                        "what has been captured of {} belongs to the customer, giving it back; its saga is {}",
                        payment,
                        saga);
                AfterCommit.run(() -> owed.increment(known ? 0 : 1));
                yield true;
            }
            case FOR_OPERATORS -> {
                log.error("an operator has to compare {} with the gateway's ledger; its saga is {}", payment, saga);
                AfterCommit.run(forOperators::increment);
                yield false;
            }
        };
    }
}
