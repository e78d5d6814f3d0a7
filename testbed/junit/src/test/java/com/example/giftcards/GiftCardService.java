package com.example.giftcards;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.kafka.annotation.KafkaListener;
import org.springframework.kafka.core.KafkaTemplate;
import org.springframework.stereotype.Component;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A payment participant as its users write it: everything is paid by gift card, but nothing that has been given back. */
@SpringBootApplication
class GiftCardService {

    @Component
    static class GiftCards {

        private final JdbcClient database;
        private final KafkaTemplate<String, String> kafka;
        private final JsonMapper json = new JsonMapper();

        GiftCards(JdbcClient database, KafkaTemplate<String, String> kafka) {
            this.database = database;
            this.kafka = kafka;
            database.sql("CREATE TABLE IF NOT EXISTS payment (saga_id uuid PRIMARY KEY, refunded boolean NOT NULL)")
                    .update();
        }

        @KafkaListener(topics = "payment.commands", groupId = "gift-cards")
        void handle(ConsumerRecord<String, String> message) {
            JsonNode command = json.readTree(message.value());
            UUID saga = UUID.fromString(message.key());
            boolean isCharge = header(message).equals("ChargePayment");
            database.sql("INSERT INTO payment VALUES (:saga, :refunded) ON CONFLICT (saga_id) DO UPDATE"
                            + " SET refunded = payment.refunded OR excluded.refunded")
                    .param("saga", saga)
                    .param("refunded", !isCharge)
                    .update();
            if (!isCharge) {
                reply(command, saga, "RefundMade", Map.of());
            } else if (isRefunded(saga)) {
                reply(command, saga, "ChargeDeclined", Map.of("code", "refunded"));
            } else {
                reply(command, saga, "ChargeCaptured", Map.of("paymentId", saga, "amount", command.path("amount")));
            }
        }

        private boolean isRefunded(UUID saga) {
            return database.sql("SELECT refunded FROM payment WHERE saga_id = ?")
                    .param(saga)
                    .query(Boolean.class)
                    .single();
        }

        private void reply(JsonNode command, UUID saga, String type, Map<String, ?> outcome) {
            Map<String, Object> value = new HashMap<>(outcome);
            value.put("attempt", command.path("attempt"));
            var reply = new ProducerRecord<>("saga.replies", saga.toString(), json.writeValueAsString(value));
            Map.of(
                            "ce_specversion", "1.0",
                            "ce_id", UUID.randomUUID().toString(),
                            "ce_source", "/gift-cards",
                            "ce_type", type,
                            "content-type", "application/json")
                    .forEach((name, text) -> reply.headers().add(name, text.getBytes(UTF_8)));
            kafka.send(reply).join();
        }

        private static String header(ConsumerRecord<?, ?> message) {
            return new String(message.headers().lastHeader("ce_type").value(), UTF_8);
        }
    }
}
