package dev.layeredsaga.testbed.failures.fault;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.layeredsaga.contract.Money;
import dev.layeredsaga.contract.Topics;
import java.util.Map;
import java.util.UUID;
import org.apache.kafka.clients.producer.ProducerRecord;

/** Messages that say they come from the orchestrator, each under an id of its own. */
public final class ForgedCommands {

    private ForgedCommands() {}

    public static ProducerRecord<String, String> command(String topic, String type, String sagaId, String json) {
        ProducerRecord<String, String> message = new ProducerRecord<>(topic, sagaId, json);
        Map.of(
                        "ce_id", UUID.randomUUID().toString(),
                        "ce_specversion", "1.0",
                        "ce_type", type,
                        "ce_source", "/saga-orchestrator",
                        "content-type", "application/json")
                .forEach((name, value) -> message.headers().add(name, value.getBytes(UTF_8)));
        return message;
    }

    /** Returns a charge as another release or a repeated dead letter may bring it: at the first attempt, on {@code payment.commands}. */
    public static ProducerRecord<String, String> charge(String sagaId, Money amount, String method) {
        return command(
                Topics.PAYMENT_COMMANDS,
                "ChargePayment",
                sagaId,
                "{%s, \"amount\": {\"amount\": %d, \"currency\": \"%s\"}, \"method\": \"%s\"}"
                        .formatted(attempt(sagaId, "pay"), amount.amount(), amount.currency(), method));
    }

    /** Returns the JSON member that names the first attempt at the step. */
    public static String attempt(String sagaId, String step) {
        return "\"attempt\": {\"sagaId\": \"%s\", \"step\": \"%s\", \"attempt\": 1}".formatted(sagaId, step);
    }
}
