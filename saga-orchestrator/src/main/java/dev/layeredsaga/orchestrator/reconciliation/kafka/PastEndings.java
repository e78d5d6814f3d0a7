package dev.layeredsaga.orchestrator.reconciliation.kafka;

import dev.layeredsaga.orchestrator.ordersaga.OrderSagas;
import dev.layeredsaga.orchestrator.payment.LostPayments;
import dev.layeredsaga.orchestrator.reconciliation.ReconciliationSettings;
import dev.layeredsaga.orchestrator.reconciliation.SagaEndings;
import dev.layeredsaga.orchestrator.reconciliation.SagaEndings.Ending;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionOperations;

/**
 * Reads, before any saga is driven, how sagas had ended whose ends the database has lost, because it has been restored to a time before
 * them: from what this service has published since {@code orchestrator.reconciliation.lost-since}. A saga must not end in another way than
 * its customer was notified of: it ends as it had, whether it is under way again or absent, with its events and its payment; what
 * may still have been owed of a compensated one is looked for. One that was being compensated is so again, for the same reason. Any other
 * that is under way may have paid: its compensation asks about that, however early it begins. What it has paid may have gone back without
 * an event, as while Kafka was away: it pays again, and the gateway is asked first.
 */
@Component
record PastEndings(
        OrderSagas orderSagas,
        ObjectProvider<LostPayments> payments,
        PastSagaEvents published,
        ReconciliationSettings settings,
        TransactionOperations transaction,
        Clock clock)
        implements SmartInitializingSingleton {

    private static final Logger log = LoggerFactory.getLogger(PastEndings.class);

    private static final int BATCH = 1_000;

    @Override
    public void afterSingletonsInstantiated() {
        Instant since = settings.lostSince();
        if (since != null) {
            apply(since);
        }
    }

    private void apply(Instant since) {
        log.warn("sagas that had ended since {}, or had begun to compensate, end in the same way", since);
        SagaEndings endings = new SagaEndings();
        published.since(since, events -> {
            events.forEach(past -> endings.add(past.published(), past.event()));
            inBatches(endings.takeEnded(), this::endAgain);
        });
        transaction.executeWithoutResult(status -> {
            Set<UUID> paying = orderSagas.restored(clock.instant());
            payments.ifAvailable(lost -> lost.askAgainFor(paying));
        });
        inBatches(endings.underWay(), orderSagas::goOnAgain);
    }

    private <T> void inBatches(List<T> all, Consumer<List<T>> work) {
        for (int from = 0; from < all.size(); from += BATCH) {
            List<T> batch = all.subList(from, Math.min(from + BATCH, all.size()));
            transaction.executeWithoutResult(status -> work.accept(batch));
        }
    }

    private void endAgain(List<Ending> endings) {
        Set<UUID> ended = orderSagas.endAgain(endings.stream().map(Ending::saga).toList());
        payments.ifAvailable(lost -> SagaEndings.settle(
                endings.stream().filter(ending -> ended.contains(ending.id())).toList(), lost));
    }
}
