package dev.layeredsaga.messaging.envelope;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.layeredsaga.contract.Money;
import dev.layeredsaga.contract.StockLine;
import dev.layeredsaga.contract.order.OnBusy;
import dev.layeredsaga.contract.order.OrderEvent;
import dev.layeredsaga.contract.order.OrderPlaced;
import java.net.URI;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.record.TimestampType;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class CloudEventCodecTest {

    private static final Instant NOW = Instant.parse("2026-11-21T10:15:30.123456Z");
    private static final UUID ORDER = UUID.fromString("019a0000-0000-7000-8000-000000000001");
    private static final OrderPlaced PLACED = new OrderPlaced(
            ORDER, "anna", List.of(new StockLine("seat-1", 2)), new Money(3980, "KRW"), "pm_ok", OnBusy.REJECT, null);
    private static final MessageTypes<OrderEvent> TYPES = MessageTypes.sealedUnder(OrderEvent.class);

    private final CloudEventCodec codec =
            new CloudEventCodec(URI.create("/order-service"), MessageJson.mapper(), Clock.fixed(NOW, ZoneOffset.UTC));

    @Test
    void readsWhatItHasWritten() {
        OutgoingMessage message =
                new OutgoingMessage("orders.events", ORDER.toString(), "OrderPlaced", PLACED, Map.of("sequence", "7"));

        IncomingMessage<OrderEvent> read = codec.decode(received(codec.encode(message)), TYPES);

        assertThat(read.payload()).isEqualTo(PLACED);
        assertThat(read.key()).isEqualTo(ORDER.toString());
        assertThat(read.sequence()).isEqualTo(7);
        assertThat(read.time()).isEqualTo(NOW);
        assertThat(read.id()).isNotBlank();
    }

    @Test
    void writesAttributesAsHeadersAndPlainJsonAsValue() {
        ProducerRecord<String, byte[]> record = codec.encode(OutgoingMessage.of("orders.events", ORDER, PLACED));

        assertThat(header(record, "ce_type")).contains("OrderPlaced");
        assertThat(header(record, "ce_source")).contains("/order-service");
        assertThat(header(record, "ce_specversion")).contains("1.0");
        assertThat(header(record, "ce_subject")).contains(ORDER.toString());
        assertThat(header(record, "content-type")).contains("application/json");
        assertThat(new String(record.value(), UTF_8)).startsWith("{").contains("\"customerId\":\"anna\"");
    }

    @Test
    void givesEveryMessageAnIdOfItsOwn() {
        OutgoingMessage message = OutgoingMessage.of("orders.events", ORDER, PLACED);

        assertThat(header(codec.encode(message), "ce_id")).isNotEqualTo(header(codec.encode(message), "ce_id"));
    }

    @Test
    void toleratesFieldsItDoesNotKnow() {
        String json = json().replace("{\"orderId\"", "{\"coupon\":\"X\",\"orderId\"");

        assertThat(codec.decode(encoded("OrderPlaced", json), TYPES).payload()).isEqualTo(PLACED);
    }

    @Test
    void refusesAnUnknownType() {
        assertMalformed(encoded("OrderEaten", json()), "unknown message type OrderEaten");
    }

    @Test
    void refusesARecordThatIsNoCloudEvent() {
        assertMalformed(new ConsumerRecord<>("orders.events", 0, 0, "key", json().getBytes(UTF_8)), "not a CloudEvent");
    }

    @Test
    void refusesACloudEventWithoutARequiredAttribute() {
        for (String attribute : List.of("id", "source", "type")) {
            ConsumerRecord<String, byte[]> record = encoded("OrderPlaced", json());
            record.headers().remove("ce_" + attribute);

            assertMalformed(record, "not a CloudEvent: there is no attribute '%s'".formatted(attribute));
        }
    }

    @Test
    void refusesATimeThatIsNone() {
        ConsumerRecord<String, byte[]> record = encoded("OrderPlaced", json());
        record.headers().remove("ce_time").add("ce_time", "yesterday".getBytes(UTF_8));

        assertThatThrownBy(() -> codec.decode(record, TYPES).time())
                .isInstanceOf(MalformedMessageException.class)
                .hasMessage("time is no time: yesterday");
    }

    @Test
    void refusesASequenceThatIsNoNumber() {
        ConsumerRecord<String, byte[]> record = encoded("OrderPlaced", json());
        record.headers().add("ce_sequence", "first".getBytes(UTF_8));

        assertMalformed(record, "sequence is not a number: first");
    }

    @Test
    void refusesATombstone() {
        assertMalformed(record("OrderPlaced", null), "OrderPlaced without data");
    }

    @Test
    void refusesBrokenJson() {
        assertMalformed(encoded("OrderPlaced", "{\"orderId\":"), "not a valid OrderPlaced");
    }

    @Test
    void refusesAnEmptyValue() {
        assertMalformed(encoded("OrderPlaced", ""), "OrderPlaced");
    }

    @Test
    void refusesJsonNull() {
        assertMalformed(encoded("OrderPlaced", "null"), "OrderPlaced is null");
    }

    @Test
    void refusesAMissingComponent() {
        assertMalformed(
                encoded("OrderPlaced", json().replace("\"customerId\":\"anna\",", "")),
                "OrderPlaced without its customerId");
    }

    @Test
    void refusesAMissingComponentOfAComponent() {
        assertMalformed(encoded("OrderPlaced", json().replace("\"sku\":\"seat-1\",", "")), "lines[0]");
    }

    @Test
    void refusesNullAmongElements() {
        assertMalformed(encoded("OrderPlaced", json().replace("\"lines\":[", "\"lines\":[null,")), "");
    }

    @Test
    void refusesWhatAComponentRefuses() {
        assertMalformed(
                encoded("OrderPlaced", json().replace("\"quantity\":2", "\"quantity\":0")),
                "quantity must be at least 1: 0");
        assertMalformed(encoded("OrderPlaced", json().replace("3980", "-1")), "amount must not be negative");
        assertMalformed(encoded("OrderPlaced", json().replace("KRW", "WON")), "");
    }

    @Test
    void refusesAnEnumConstantItDoesNotKnow() {
        assertMalformed(encoded("OrderPlaced", json().replace("REJECT", "SHRUG")), "SHRUG");
    }

    @Test
    void refusesAMissingNumber() {
        assertMalformed(encoded("OrderPlaced", json().replace(",\"quantity\":2", "")), "lines[0].quantity");
    }

    private void assertMalformed(ConsumerRecord<String, byte[]> record, String reason) {
        assertThatThrownBy(() -> codec.decode(record, TYPES))
                .isInstanceOf(MalformedMessageException.class)
                .hasMessageContaining(reason);
    }

    private String json() {
        return new String(
                codec.encode(OutgoingMessage.of("orders.events", ORDER, PLACED)).value(), UTF_8);
    }

    private ConsumerRecord<String, byte[]> encoded(String type, String json) {
        return record(type, json.getBytes(UTF_8));
    }

    private ConsumerRecord<String, byte[]> record(String type, byte @Nullable [] value) {
        ProducerRecord<String, byte[]> sent =
                codec.encode(new OutgoingMessage("orders.events", "key", type, PLACED, Map.of()));
        return received(sent.headers(), sent.key(), value);
    }

    private static ConsumerRecord<String, byte[]> received(ProducerRecord<String, byte[]> sent) {
        return received(sent.headers(), sent.key(), sent.value());
    }

    private static ConsumerRecord<String, byte[]> received(Headers headers, String key, byte @Nullable [] value) {
        return new ConsumerRecord<>(
                "orders.events", 0, 0, 0, TimestampType.CREATE_TIME, 0, 0, key, value, headers, Optional.empty());
    }

    private static Optional<String> header(ProducerRecord<String, byte[]> record, String name) {
        return Optional.ofNullable(record.headers().lastHeader(name)).map(header -> new String(header.value(), UTF_8));
    }
}
