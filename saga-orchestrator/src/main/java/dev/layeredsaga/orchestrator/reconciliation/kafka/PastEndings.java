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
import java.time.Clock;
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
    private static final int BATCH = 1_000;

    private final SagaEngine engine;
    private final OrderSagas orderSagas;
    private final CloudEventCodec codec;
    private final ReconciliationSettings settings;
    private final TransactionOperations transaction;
    private final Clock clock;
    private final PastRecords published;

    PastEndings(
            SagaEngine engine,
            OrderSagas orderSagas,
            CloudEventCodec codec,
            ReconciliationSettings settings,
            TransactionOperations transaction,
            Clock clock,
            KafkaProperties kafka) {
        this.engine = engine;
        this.orderSagas = orderSagas;
        this.codec = codec;
        this.settings = settings;
        this.transaction = transaction;
        this.clock = clock;
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
        log.warn("sagas that had ended since {}, or had begun to compensate, will end in the same way", since);
        transaction.executeWithoutResult(status -> orderSagas.restored(clock.instant()));
        List<Map.Entry<UUID, SagaEvent>> endings =
                List.copyOf(endingsSince(since).entrySet());
        for (int from = 0; from < endings.size(); from += BATCH) {
            List<Map.Entry<UUID, SagaEvent>> batch = endings.subList(from, Math.min(from + BATCH, endings.size()));
            transaction.executeWithoutResult(status -> apply(batch));
        }
    }

    /** Those of sagas that are under way here. The first ending counts, as for the order-service. */
    private Map<UUID, SagaEvent> endingsSince(Instant since) {
        Map<UUID, SagaEvent> endings = new LinkedHashMap<>();
        Position position = published.from(since);
        int empty = 0;
        while (!position.isAtEnd()) {
            Page page = published.read(position);
            position = page.next();
            empty = page.records().isEmpty() ? empty + 1 : 0;
            if (empty > MOST_EMPTY_PAGES) {
                throw new StartupException(Topics.SAGA_EVENTS + " could not be read up to its end");
            }
            List<IncomingMessage<SagaEvent>> events = endingsOf(page.records());
            Set<UUID> underWay = engine.underWay(
                    events.stream().map(event -> UUID.fromString(event.key())).toList());
            for (IncomingMessage<SagaEvent> event : events) {
                UUID saga = UUID.fromString(event.key());
                if (underWay.contains(saga)) {
                    endings.merge(
                            saga,
                            event.payload(),
                            (first, next) -> first instanceof CompensationStarted ? next : first);
                }
            }
        }
        return endings;
    }

    private List<IncomingMessage<SagaEvent>> endingsOf(List<ConsumerRecord<String, byte[]>> records) {
        List<IncomingMessage<SagaEvent>> endings = new ArrayList<>();
        for (ConsumerRecord<String, byte[]> each : records) {
            try {
                IncomingMessage<SagaEvent> event = codec.decode(each, TYPES);
                UUID unused = UUID.fromString(event.key());
                endings.add(event);
            } catch (MalformedMessageException | IllegalArgumentException e) {
                log.trace("not the end of a saga: {}", e.getMessage());
            }
        }
        return endings;
    }

    private void apply(List<Map.Entry<UUID, SagaEvent>> endings) {
        Set<UUID> completed = new HashSet<>();
        Map<Reason, List<UUID>> compensated = new LinkedHashMap<>();
        for (Map.Entry<UUID, SagaEvent> each : endings) {
            UUID saga = each.getKey();
            switch (each.getValue()) {
                case OrderConfirmed confirmed -> completed.add(saga);
                case OrderRejected rejected -> add(compensated, rejected.reason(), saga);
                case OrderCancelled cancelled -> add(compensated, cancelled.reason(), saga);
                case CompensationStarted started -> add(compensated, started.reason(), saga);
                default -> throw new IllegalStateException("no end of a saga: " + each.getValue());
            }
        }
        engine.giveTime(completed, TO_COMPLETE);
        compensated.forEach((reason, sagas) -> engine.cancel(sagas, reason));
    }

    private static void add(Map<Reason, List<UUID>> compensated, Reason reason, UUID saga) {
        compensated.computeIfAbsent(reason, first -> new ArrayList<>()).add(saga);
    }
}
