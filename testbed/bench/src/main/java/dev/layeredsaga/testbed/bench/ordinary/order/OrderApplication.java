package dev.layeredsaga.testbed.bench.ordinary.order;

import com.github.kagkarlsson.scheduler.Scheduler;
import com.github.kagkarlsson.scheduler.task.*;
import com.github.kagkarlsson.scheduler.task.helper.*;
import dev.layeredsaga.testbed.bench.ordinary.Calls;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import javax.sql.DataSource;
import org.apache.kafka.clients.admin.NewTopic;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.data.jpa.repository.config.EnableJpaRepositories;
import org.springframework.kafka.config.TopicBuilder;
import org.springframework.scheduling.annotation.EnableScheduling;
import org.springframework.web.client.RestClient;

/** Accepts orders and drives them to their end. */
@SpringBootApplication
@EnableJpaRepositories(considerNestedRepositories = true)
@EnableScheduling
public class OrderApplication {

    public static final String TOPIC = "ordinary.events";

    private static final TaskDescriptor<Void> DRIVE = TaskDescriptor.of("drive-order");
    private static final int THREADS = 32;

    public static void main(String[] arguments) {
        SpringApplication.run(OrderApplication.class, arguments);
    }

    /** Returns the task that drives the order, due now. */
    static SchedulableInstance<Void> taskOf(UUID orderId) {
        return DRIVE.instance(orderId.toString()).scheduledTo(Instant.now());
    }

    @Bean
    OneTimeTask<Void> driveOrder(OrderProcess process) {
        return Tasks.oneTime(DRIVE)
                .onFailure(new FailureHandler.ExponentialBackoffFailureHandler<>(Duration.ofSeconds(1)))
                .onDeadExecutionRevive()
                .execute((instance, context) -> process.drive(UUID.fromString(instance.getId())));
    }

    @Bean(initMethod = "start", destroyMethod = "stop")
    Scheduler scheduler(DataSource database, OneTimeTask<Void> driveOrder) {
        return Scheduler.create(database, driveOrder)
                .threads(THREADS)
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
}
