package dev.layeredsaga.messaging.outbox;

import dev.layeredsaga.messaging.outbox.Delivery.StuckMessage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.InterruptException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.transaction.support.TransactionOperations;

/** Sends stuck messages once their topic can be written to, oldest first, each target in order. One instance at a time. */
final class StuckRetry {

    private static final Logger log = LoggerFactory.getLogger(StuckRetry.class);

    private static final int BATCH = 500;

    /** Between two looks for what another instance has left. */
    private static final Duration LONGEST_REST = Duration.ofSeconds(30);

    /** For all answers to a batch together. */
    private static final Duration TIMEOUT = Duration.ofSeconds(10);

    private static final Duration REPORT_INTERVAL = Duration.ofMinutes(1);

    private final StuckTable table;
    private final OutboxTopics topics;
    private final Function<ProducerRecord<String, byte[]>, Future<?>> producer;
    private final TransactionOperations transaction;
    private long reported = System.nanoTime() - REPORT_INTERVAL.toNanos();

    StuckRetry(
            StuckTable table,
            OutboxTopics topics,
            Function<ProducerRecord<String, byte[]>, Future<?>> producer,
            TransactionOperations transaction) {
        this.table = table;
        this.topics = topics;
        this.producer = producer;
        this.transaction = transaction;
    }

    /** Retries batch by batch as long as a whole one can be sent; returns the time until there may be more to do. */
    Duration retryAll() {
        boolean avoids = topics.checkAvoided();
        List<String> all = table.topics();
        if (all.isEmpty()) {
            return avoids ? Duration.ZERO : LONGEST_REST;
        }
        report();
        Integer sent;
        do {
            List<String> open = all.stream()
                    .filter(topic -> topics.obstacleOf(topic) == null)
                    .toList();
            sent = transaction.execute(status -> table.tryLockForRetry() ? retry(open) : 0);
        } while (sent != null && sent == BATCH);
        return Duration.ZERO;
    }

    private int retry(List<String> open) {
        Attempt attempt = new Attempt();
        try {
            for (StuckMessage message : table.due(open, BATCH)) {
                attempt.send(message);
            }
            attempt.awaitAll();
        } catch (InterruptedException | InterruptException e) {
            Thread.currentThread().interrupt();
        }
        attempt.write();
        return attempt.sent.size();
    }

    private void report() {
        if (System.nanoTime() - reported >= REPORT_INTERVAL.toNanos()) {
            reported = System.nanoTime();
            table.summaries()
                    .forEach(topic -> log.warn(
                            "{} messages to {} are stuck, the oldest for {} s: {}",
                            topic.messages(),
                            topic.topic(),
                            topic.oldest().toSeconds(),
                            topic.reason()));
        }
    }

    /** One batch: what was handed to the producer, and what became of it. */
    private final class Attempt {

        private final long end = System.nanoTime() + TIMEOUT.toNanos();
        private final Map<StuckMessage, Future<?>> unanswered = new LinkedHashMap<>();
        private final List<StuckMessage> sent = new ArrayList<>();
        private final Map<StuckMessage, String> refused = new LinkedHashMap<>();
        private final Set<Target> halted = new HashSet<>();
        private final Set<String> tried = new HashSet<>();

        void send(StuckMessage message) throws InterruptedException {
            String topic = message.record().topic();
            if (halted.contains(message.target()) || topics.isAvoided(topic) || System.nanoTime() > end) {
                return;
            }
            unanswered.put(message, start(message));
            // the first of a topic shows whether it can be written to
            if (tried.add(topic) || message.record().value().length > OutboxRelay.LARGE) {
                awaitAll();
            }
        }

        private Future<?> start(StuckMessage message) {
            try {
                return producer.apply(OutboxRelay.copyOf(message.record()));
            } catch (InterruptException e) {
                throw e;
            } catch (RuntimeException e) {
                return CompletableFuture.failedFuture(e);
            }
        }

        void awaitAll() throws InterruptedException {
            for (Map.Entry<StuckMessage, Future<?>> entry : unanswered.entrySet()) {
                await(entry.getKey(), entry.getValue());
            }
            unanswered.clear();
        }

        private void await(StuckMessage message, Future<?> answer) throws InterruptedException {
            try {
                answer.get(Math.max(0, end - System.nanoTime()), TimeUnit.NANOSECONDS);
                sent.add(message);
            } catch (ExecutionException e) {
                failed(message, SendFailure.of(e));
            } catch (TimeoutException e) {
                halted.add(message.target());
            }
        }

        private void failed(StuckMessage message, SendFailure failure) {
            boolean first = halted.add(message.target());
            switch (failure.scope()) {
                case TOPIC -> topics.avoid(message.record().topic(), failure.reason());
                case MESSAGE -> {
                    if (first) {
                        refused.put(message, failure.reason());
                    }
                }
                case EVERYTHING -> log.warn("stuck messages cannot be tried again now: {}", failure.reason());
            }
        }

        void write() {
            if (!sent.isEmpty()) {
                table.delete(sent);
                log.info("{} stuck messages have been sent", sent.size());
            }
            refused.forEach(table::postpone);
        }
    }
}
