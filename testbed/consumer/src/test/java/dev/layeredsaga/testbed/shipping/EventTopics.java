package dev.layeredsaga.testbed.shipping;

import dev.layeredsaga.testbed.infrastructure.SharedInfrastructure;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.errors.TopicExistsException;

/** Topics of one partition, whose messages are read in the order in which they were sent. */
public final class EventTopics {

    private EventTopics() {}

    /** Creates those that are not there yet. */
    public static void create(String... topics) {
        String kafka = SharedInfrastructure.get().kafkaBootstrapServers();
        try (Admin admin = Admin.create(Map.<String, Object>of("bootstrap.servers", kafka))) {
            for (String topic : topics) {
                create(admin, topic);
            }
        }
    }

    private static void create(Admin admin, String topic) {
        try {
            admin.createTopics(List.of(new NewTopic(topic, 1, (short) 1))).all().get();
        } catch (ExecutionException e) {
            if (!(e.getCause() instanceof TopicExistsException)) {
                throw new IllegalStateException(e);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
