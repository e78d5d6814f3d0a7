package dev.layeredsaga.orchestrator.reconciliation.kafka;

import dev.layeredsaga.contract.Topics;
import dev.layeredsaga.contract.saga.Reason;
import dev.layeredsaga.contract.saga.SagaEvent;
import dev.layeredsaga.contract.saga.SagaEvent.CompensationStarted;
import dev.layeredsaga.contract.saga.SagaEvent.OrderCancelled;
import dev.layeredsaga.contract.saga.SagaEvent.OrderConfirmed;
import dev.layeredsaga.contract.saga.SagaEvent.OrderRejected;
import dev.layeredsaga.engine.SagaEngine;
import dev.layeredsaga.messaging.envelope.CloudEventCodec;
import dev.layeredsaga.messaging.envelope.IncomingMessage;
import dev.layeredsaga.messaging.envelope.MalformedMessageException;
import dev.layeredsaga.messaging.envelope.MessageTypes;
import dev.layeredsaga.messaging.failure.StartupException;
import dev.layeredsaga.messaging.listener.PastRecords;
import dev.layeredsaga.messaging.listener.PastRecords.Page;
import dev.layeredsaga.messaging.listener.PastRecords.Position;
import dev.layeredsaga.orchestrator.ordersaga.OrderSagas;
import dev.layeredsaga.orchestrator.reconciliation.ReconciliationSettings;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.boot.kafka.autoconfigure.KafkaProperties;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionOperations;

/**
 * Reads, before any saga is driven, how sagas had ended that are under way again, because the database has been restored to a time before
 * their ends: on {@code saga.events}, where this service has published it, from {@code orchestrator.reconciliation.lost-since} on. A saga
 * must not end in another way than its customer has been told: one that was completed has an hour more to come to the same end, any other
 * is compensated for the reason that was published, and so is one that was being compensated. One that was on its way may have paid: its
 * compensation asks about that, however early it begins.
 */
@Component
class PastEndings implements SmartInitializingSingleton {

    private static final Logger log = LoggerFactory.getLogger(PastEndings.class);

    private static final MessageTypes<SagaEvent> TYPES = MessageTypes.of(
            List.of(OrderConfirmed.class, OrderRejected.class, OrderCancelled.class, CompensationStarted.class));

    private static final Duration TO_COMPLETE = Duration.ofHours(1);
    private static final int MOST_EMPTY_PAGES = 30;

    private final SagaEngine engine;
    private final OrderSagas orderSagas;
    private final CloudEventCodec codec;
    private final ReconciliationSettings settings;
    private final TransactionOperations transaction;
    private final PastRecords published;

    PastEndings(
            SagaEngine engine,
            OrderSagas orderSagas,
            CloudEventCodec codec,
            ReconciliationSettings settings,
            TransactionOperations transaction,
            KafkaProperties kafka) {
        this.engine = engine;
        this.orderSagas = orderSagas;
        this.codec = codec;
        this.settings = settings;
        this.transaction = transaction;
        this.published = new PastRecords(kafka, Topics.SAGA_EVENTS);
    }

    @Override
    public void afterSingletonsInstantiated() {
        Instant since = settings.lostSince();
        if (since != null) {
            apply(since);
        }
    }

    private void apply(Instant since) {
        transaction.executeWithoutResult(status -> orderSagas.mayHavePaid());
        log.warn("sagas that had ended since {} will end in the same way", since);
        Position position = published.from(since);
        int empty = 0;
        while (!position.isAtEnd()) {
            Page page = published.read(position);
            position = page.next();
            empty = page.records().isEmpty() ? empty + 1 : 0;
            if (empty > MOST_EMPTY_PAGES) {
                throw new StartupException(Topics.SAGA_EVENTS + " could not be read up to its end");
            }
            apply(page.records());
        }
    }

    private void apply(List<ConsumerRecord<String, byte[]>> records) {
        Set<UUID> completed = new HashSet<>();
        Map<Reason, List<UUID>> compensated = new LinkedHashMap<>();
        for (ConsumerRecord<String, byte[]> each : records) {
            try {
                IncomingMessage<SagaEvent> event = codec.decode(each, TYPES);
                read(UUID.fromString(event.key()), event.payload(), completed, compensated);
            } catch (MalformedMessageException | IllegalArgumentException e) {
                log.trace("not the end of a saga: {}", e.getMessage());
            }
        }
        transaction.executeWithoutResult(status -> {
            engine.giveTime(completed, TO_COMPLETE);
            compensated.forEach((reason, sagas) -> engine.cancel(sagas, reason));
        });
    }

    private static void read(UUID saga, SagaEvent event, Set<UUID> completed, Map<Reason, List<UUID>> compensated) {
        switch (event) {
            case OrderConfirmed confirmed -> {
                // by a person's hand, if it was being compensated
                compensated.values().forEach(sagas -> sagas.remove(saga));
                completed.add(saga);
            }
            case OrderRejected rejected -> add(compensated, rejected.reason(), saga);
            case CompensationStarted started -> add(compensated, started.reason(), saga);
            case OrderCancelled cancelled -> add(compensated, cancelled.reason(), saga);
            default -> throw new IllegalStateException("no end of a saga: " + event);
        }
    }

    private static void add(Map<Reason, List<UUID>> compensated, Reason reason, UUID saga) {
        compensated.computeIfAbsent(reason, first -> new ArrayList<>()).add(saga);
    }
}
