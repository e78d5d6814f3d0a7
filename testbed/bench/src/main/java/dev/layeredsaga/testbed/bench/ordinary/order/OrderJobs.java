package dev.layeredsaga.testbed.bench.ordinary.order;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.github.kagkarlsson.scheduler.Scheduler;
import dev.layeredsaga.testbed.bench.ordinary.order.Tables.*;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.springframework.kafka.core.KafkaTemplate;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/** Publishes the outbox, and schedules the orders whose task a crash after their commit has prevented. */
@Component
record OrderJobs(
        Outbox outbox,
        Orders orders,
        KafkaTemplate<String, String> kafka,
        Scheduler scheduler,
        TransactionTemplate transaction) {

    @Scheduled(fixedDelayString = "50ms")
    void publish() {
        transaction.executeWithoutResult(status -> {
            List<OutboxMessage> next = outbox.findNext();
            if (!next.isEmpty()) {
                CompletableFuture.allOf(next.stream().map(this::send).toArray(CompletableFuture[]::new))
                        .join();
                outbox.deleteAllInBatch(next);
            }
        });
    }

    private CompletableFuture<?> send(OutboxMessage message) {
        ProducerRecord<String, String> event =
                new ProducerRecord<>(OrderApplication.TOPIC, message.orderId.toString(), message.payload);
        event.headers().add("ce_type", message.type.getBytes(UTF_8));
        return kafka.send(event);
    }

    @Scheduled(fixedDelayString = "30s")
    void sweep() {
        orders.findUnfinishedPlacedBefore(Instant.now().minusSeconds(30))
                .forEach(id -> scheduler.scheduleIfNotExists(OrderApplication.taskOf(id)));
    }
}
