package dev.layeredsaga.orchestrator;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.awaitility.Awaitility.await;

import dev.layeredsaga.contract.Topics;
import dev.layeredsaga.testbed.infrastructure.SharedInfrastructure;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.springframework.kafka.config.KafkaListenerEndpointRegistry;
import org.springframework.kafka.listener.MessageListenerContainer;
import tools.jackson.databind.JsonNode;

/** The operators' API of dead letters, and ways to come by some. */
record DeadLetters(Api api) {

    /** Kim's. */
    static DeadLetters shared() {
        return new DeadLetters(OrchestratorInstance.shared().api());
    }

    /** Writes a letter as a consumer would that could not handle the message, and awaits it in the list. */
    JsonNode letter(String topic, UUID key, int partition, long offset, byte[] value) {
        ProducerRecord<String, byte[]> letter =
                new ProducerRecord<>(Topics.deadLettersOf(topic), partition, key.toString(), value);
        letter.headers().add("ce_type", "Test".getBytes(UTF_8));
        letter.headers().add("dead_letter_reason", "a test".getBytes(UTF_8));
        letter.headers().add("dead_letter_topic", topic.getBytes(UTF_8));
        letter.headers()
                .add("dead_letter_partition", Integer.toString(partition).getBytes(UTF_8));
        letter.headers().add("dead_letter_offset", Long.toString(offset).getBytes(UTF_8));
        letter.headers().add("dead_letter_group", "test-group".getBytes(UTF_8));
        return written(letter);
    }

    /** Writes any record to a topic of dead letters, and awaits it in the list. */
    JsonNode written(ProducerRecord<String, byte[]> letter) {
        long offset = TopicRecords.send(letter).offset();
        String id = letter.topic() + "/" + letter.partition() + "/" + offset;
        return await().until(() -> find(id), answer -> answer.status() == 200).body();
    }

    /** The only open letter with the key. */
    JsonNode awaitOf(UUID key) {
        return await().until(() -> list("status=OPEN&key=" + key).path("deadLetters"), found -> found.size() == 1)
                .get(0);
    }

    JsonNode list(String query) {
        return api.get("/dead-letters?" + query).body();
    }

    Api.Answer find(String id) {
        return api.get("/dead-letters/" + id);
    }

    Api.Answer resend(String id) {
        return act(id, "{\"action\": \"RESEND\", \"reason\": \"mended\"}");
    }

    Api.Answer resendAllTheSame(String id) {
        return act(id, "{\"action\": \"RESEND\", \"reason\": \"mended\", \"evenIfOvertaken\": true}");
    }

    Api.Answer discard(String id) {
        return act(id, "{\"action\": \"DISCARD\", \"reason\": \"rubbish\"}");
    }

    Api.Answer act(String id, String body) {
        return api.post("/dead-letters/" + id + "/actions", body);
    }

    Api.Answer actOnAll(String body) {
        return api.post("/dead-letters/actions", body);
    }

    /** Has the service read every topic of dead letters from its beginning. */
    static void readAllAgain() {
        // a consumer group is reset when it has no member, in whichever instance
        List<MessageListenerContainer> listeners = OrchestratorInstance.running().stream()
                .flatMap(
                        instance -> instance.bean(KafkaListenerEndpointRegistry.class).getListenerContainers().stream())
                .filter(container -> "saga-orchestrator-dead-letters".equals(container.getGroupId()))
                .toList();
        listeners.forEach(MessageListenerContainer::stop);
        Map<String, Object> settings =
                Map.of("bootstrap.servers", SharedInfrastructure.get().kafkaBootstrapServers());
        try (Admin admin = Admin.create(settings)) {
            await().until(() -> isReset(admin));
        }
        listeners.forEach(MessageListenerContainer::start);
    }

    /** As long as the group still has a member, its offsets stay. */
    private static boolean isReset(Admin admin) throws InterruptedException {
        try {
            admin.deleteConsumerGroups(List.of("saga-orchestrator-dead-letters"))
                    .all()
                    .get();
            return true;
        } catch (ExecutionException e) {
            return false;
        }
    }

    static String idOf(JsonNode detail) {
        return detail.path("letter").path("id").asString();
    }
}
