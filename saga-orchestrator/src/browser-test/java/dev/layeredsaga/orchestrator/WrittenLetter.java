package dev.layeredsaga.orchestrator;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.layeredsaga.contract.Topics;
import java.util.UUID;
import org.apache.kafka.clients.producer.ProducerRecord;

/** Dead letters with a content and a reason of the test's choice. */
final class WrittenLetter {

    private WrittenLetter() {}

    /** Writes a letter as the orchestrator would that could not handle an order's event; returns its id. */
    static String of(String json, String reason) {
        ProducerRecord<String, byte[]> letter = new ProducerRecord<>(
                Topics.deadLettersOf(Topics.ORDERS_EVENTS), 0, UUID.randomUUID().toString(), json.getBytes(UTF_8));
        add(letter, "ce_type", "OrderPlaced");
        add(letter, "ce_source", "/order-service");
        add(letter, "dead_letter_reason", reason);
        add(letter, "dead_letter_topic", Topics.ORDERS_EVENTS);
        add(letter, "dead_letter_partition", "0");
        add(letter, "dead_letter_offset", "41");
        add(letter, "dead_letter_group", "saga-orchestrator");
        return DeadLetters.idOf(new DeadLetters(ConsoleFixture.api()).written(letter));
    }

    private static void add(ProducerRecord<String, byte[]> letter, String header, String value) {
        letter.headers().add(header, value.getBytes(UTF_8));
    }
}
