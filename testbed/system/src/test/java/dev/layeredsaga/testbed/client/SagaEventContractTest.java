package dev.layeredsaga.testbed.client;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Starts from the examples that the contract itself gives, and breaks one thing at a time. */
class SagaEventContractTest {

    private final JsonMapper json = new JsonMapper();
    private final SagaEventContract contract = SagaEventContract.published();

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SagaStarted",
                "StockReserved",
                "PaymentCaptured",
                "OrderConfirmed",
                "CompensationStarted",
                "PaymentRefunded",
                "StockReleased",
                "OrderRejected",
                "OrderCancelled",
                "SagaStuck"
            })
    void acceptsItsOwnExamples(String type) {
        assertThat(contract.violationsOf(message(type, example(type)))).isEmpty();
    }

    @Test
    void acceptsFieldsAndReasonCodesOfANewerOrchestrator() {
        ObjectNode value = example("OrderRejected").put("warehouse", "Busan");
        ((ObjectNode) value.path("reason")).put("code", "STRUCK_BY_LIGHTNING");

        assertThat(contract.violationsOf(message("OrderRejected", value))).isEmpty();
    }

    @Test
    void acceptsHeadersThatItDoesNotName() {
        ConsumerRecord<String, String> message = message("StockReleased", example("StockReleased"));
        message.headers().add("baggage", "shop=main".getBytes(UTF_8));

        assertThat(contract.violationsOf(message)).isEmpty();
    }

    @Test
    void namesAMissingField() {
        ObjectNode value = example("PaymentCaptured");
        value.remove("paymentId");

        expectViolation(
                message("PaymentCaptured", value),
                "value: required property 'paymentId' not found (PaymentCaptured.json#/required)");
    }

    @Test
    void namesAFieldOfAWrongTypeWithinAnother() {
        ObjectNode value = example("OrderConfirmed");
        ((ObjectNode) value.path("total")).put("amount", "a lot");

        expectViolation(
                message("OrderConfirmed", value),
                "value/total/amount: ",
                "(common.json#/$defs/money/properties/amount");
    }

    @Test
    void namesAFieldThatIsNotInItsFormat() {
        ObjectNode value = example("StockReserved").put("expiresAt", "tomorrow");

        expectViolation(message("StockReserved", value), "value/expiresAt: ", "(StockReserved.json#");
    }

    @Test
    void namesATypeThatItDoesNotKnow() {
        expectViolation(message("OrderEaten", example("OrderConfirmed")), "/ce_type", "'OrderEaten'");
    }

    @Test
    void namesAMissingHeader() {
        ConsumerRecord<String, String> message = message("StockReleased", example("StockReleased"));
        message.headers().remove("ce_time");

        expectViolation(message, "headers: ", "ce_time", "(headers.json#/required)");
    }

    @Test
    void namesATraceParentThatIsNone() {
        ConsumerRecord<String, String> message = message("StockReleased", example("StockReleased"));
        message.headers().remove("traceparent").add("traceparent", "00-1-2-01".getBytes(UTF_8));

        expectViolation(message, "headers/traceparent: ", "(headers.json#/properties/traceparent/pattern)");
    }

    @Test
    void namesASequenceThatContradictsTheValue() {
        ConsumerRecord<String, String> message = message("StockReleased", example("StockReleased"));
        message.headers().remove("ce_sequence").add("ce_sequence", "7".getBytes(UTF_8));

        expectViolation(message, "headers/ce_sequence: contradicts the value's /sequence, which is 6");
    }

    @Test
    void namesAKeyThatIsNotTheSagas() {
        ObjectNode value = example("StockReleased").put("sagaId", "01a1fd70-f1f2-7c4e-9b52-000000000000");

        assertThat(contract.violationsOf(message("StockReleased", value, "01a1fd70-f1f2-7c4e-9b52-2f6a8d10c7e4")))
                .containsExactly("key: contradicts the value's /sagaId, which is 01a1fd70-f1f2-7c4e-9b52-000000000000");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "?", "{\"sagaId\": ", "[]"})
    void refusesAValueThatIsNoJsonObject(String value) {
        ConsumerRecord<String, String> message = record("key", value);
        addHeaders(message, "StockReleased", "6", "key");

        assertThat(contract.violationsOf(message)).isNotEmpty();
    }

    @Test
    void namesTheMessage() {
        ConsumerRecord<String, String> message = message("OrderEaten", example("OrderConfirmed"));

        assertThatThrownBy(() -> contract.check(message))
                .isInstanceOf(ContractViolationException.class)
                .hasMessageContaining("saga.events-3@17 (key " + message.key() + ")");
    }

    private void expectViolation(ConsumerRecord<String, String> message, String... parts) {
        assertThat(contract.violationsOf(message)).singleElement().asString().contains(parts);
    }

    private ObjectNode example(String type) {
        var schema = SagaEventContract.class.getResourceAsStream("/contract/saga-events/" + type + ".json");
        return (ObjectNode) json.readTree(schema).at("/examples/0");
    }

    private static ConsumerRecord<String, String> message(String type, ObjectNode value) {
        return message(type, value, value.path("sagaId").asString());
    }

    private static ConsumerRecord<String, String> message(String type, ObjectNode value, String key) {
        ConsumerRecord<String, String> message = record(key, value.toString());
        addHeaders(
                message,
                type,
                value.path("sequence").asString(),
                value.path("sagaId").asString());
        return message;
    }

    private static ConsumerRecord<String, String> record(String key, String value) {
        return new ConsumerRecord<>("saga.events", 3, 17, key, value);
    }

    private static void addHeaders(
            ConsumerRecord<String, String> message, String type, String sequence, String subject) {
        List<String> headers = List.of(
                "ce_specversion", "1.0",
                "ce_id", "01a1fd70-f23c-7f10-8d3b-51c0a94be2f6",
                "ce_source", "/saga-orchestrator",
                "ce_type", type,
                "ce_subject", subject,
                "ce_time", "2026-11-21T09:30:00.124Z",
                "ce_sequence", sequence,
                "traceparent", "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
                "content-type", "application/json");
        for (int i = 0; i < headers.size(); i += 2) {
            message.headers().add(headers.get(i), headers.get(i + 1).getBytes(UTF_8));
        }
    }
}
