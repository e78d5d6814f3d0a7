package com.example.shipping;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.UUID;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.kafka.annotation.KafkaListener;
import org.springframework.stereotype.Component;

/** A consumer as its users write it: a shipment for every confirmed order. */
@SpringBootApplication
class ShippingService {

    @Component
    static class Shipments {

        private final JdbcClient database;

        Shipments(JdbcClient database) {
            this.database = database;
            database.sql("CREATE TABLE IF NOT EXISTS shipment (order_id uuid PRIMARY KEY)")
                    .update();
        }

        @KafkaListener(topics = "saga.events", groupId = "shipping")
        void read(ConsumerRecord<String, String> message) {
            String type = new String(message.headers().lastHeader("ce_type").value(), UTF_8);
            if (type.equals("OrderConfirmed")) {
                database.sql("INSERT INTO shipment (order_id) VALUES (?) ON CONFLICT DO NOTHING")
                        .param(UUID.fromString(message.key()))
                        .update();
            }
        }

        boolean has(String orderId) {
            return database.sql("SELECT count(*) FROM shipment WHERE order_id = ?")
                            .param(UUID.fromString(orderId))
                            .query(Long.class)
                            .single()
                    == 1;
        }
    }
}
