package dev.layeredsaga.testbed.bench.ordinary.order;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.github.kagkarlsson.scheduler.Scheduler;
import com.github.kagkarlsson.scheduler.task.*;
import com.github.kagkarlsson.scheduler.task.helper.*;
import dev.layeredsaga.testbed.bench.ordinary.Calls;
import dev.layeredsaga.testbed.bench.ordinary.order.Tables.*;
import java.time.Duration;
import java.time.Instant;
import java.util.*;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import javax.sql.DataSource;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.sql.init.dependency.DependsOnDatabaseInitialization;
import org.springframework.context.annotation.Bean;
import org.springframework.data.jpa.repository.config.EnableJpaRepositories;
import org.springframework.kafka.config.TopicBuilder;
import org.springframework.kafka.core.KafkaTemplate;
import org.springframework.scheduling.annotation.EnableScheduling;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;
import org.springframework.web.client.RestClient;

/**
 * Accepts orders and drives them to their end. With the services beside it the baseline of the system benchmark: the same orders by
 * an ordinary Spring system, as its guides have it, without any of the project's own classes.
 */
@SpringBootApplication
@EnableJpaRepositories(considerNestedRepositories = true)
@EnableScheduling
public class OrderApplication {

    public static final String TOPIC = "ordinary.events";

    public static void main(String[] arguments) {
        Locale.setDefault(Locale.ROOT);
        SpringApplication.run(OrderApplication.class, arguments);
    }

    @Bean
    OneTimeTask<Void> driveOrder(OrderService.Steps steps) {
        return Tasks.oneTime(OrderService.DRIVE)
                .onFailure(new FailureHandler.ExponentialBackoffFailureHandler<>(Duration.ofSeconds(1)))
                .onDeadExecutionRevive()
                .execute((instance, context) -> steps.drive(UUID.fromString(instance.getId())));
    }

    @DependsOnDatabaseInitialization
    @Bean(initMethod = "start", destroyMethod = "stop")
    Scheduler scheduler(DataSource database, OneTimeTask<Void> driveOrder) {
        return Scheduler.create(database, driveOrder)
                .threads(32)
                .pollUsingLockAndFetch(0.5, 4.0)
                .pollingInterval(Duration.ofSeconds(1))
                .enableImmediateExecution()
                .build();
    }

    @Bean
    RestClient inventory(@Value("${ordinary.inventory}") String url) {
        return Calls.to(url).build();
    }

    @Bean
    RestClient payments(@Value("${ordinary.payments}") String url) {
        return Calls.to(url).build();
    }

    @Bean
    NewTopic events() {
        return TopicBuilder.name(TOPIC).partitions(6).build();
    }

    /** Publishes the outbox, and schedules the orders whose task a crash after their commit has prevented. */
    @Component
    record Jobs(
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
                    new ProducerRecord<>(TOPIC, message.orderId.toString(), message.payload);
            event.headers().add("ce_type", message.type.getBytes(UTF_8));
            return kafka.send(event);
        }

        @Scheduled(fixedDelayString = "30s")
        void sweep() {
            orders.findUnfinishedPlacedBefore(Instant.now().minusSeconds(30))
                    .forEach(id -> scheduler.scheduleIfNotExists(OrderService.taskOf(id)));
        }
    }
}
