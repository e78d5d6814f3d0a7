package dev.layeredsaga.testbed.consumer;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.layeredsaga.testbed.infrastructure.SharedInfrastructure;
import dev.layeredsaga.testbed.shipping.EventTopics;
import java.util.List;
import java.util.UUID;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.kafka.core.KafkaTemplate;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

/** Runs with a topic of one partition, so that messages are read in the order in which they were sent. */
@SpringBootTest(
        properties =
                "spring.autoconfigure.exclude=org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration")
@ExtendWith(OutputCaptureExtension.class)
class OrderStoriesTest {

    private static final String REASON = "{\"reason\": {\"code\": \"OUT_OF_STOCK\", \"message\": \"none left\"}}";
    private static final String TOTAL = "{\"total\": {\"amount\": 37500, \"currency\": \"KRW\"}}";

    private final String order = UUID.randomUUID().toString();

    @Autowired
    private KafkaTemplate<String, String> kafka;

    @DynamicPropertySource
    static void infrastructure(DynamicPropertyRegistry properties) {
        EventTopics.create("saga.events");
        properties.add(
                "spring.kafka.bootstrap-servers",
                () -> SharedInfrastructure.get().kafkaBootstrapServers());
    }

    @Test
    void printsAnOrdersStoryWhenItEnds(CapturedOutput output) {
        send(order, "SagaStarted", 1, "{}");
        send(order, "StockReserved", 2, "{}");
        send(order, "PaymentCaptured", 3, "{}");
        send(order, "OrderConfirmed", 4, TOTAL);

        awaitLine(output, order + "  started › reserved › paid › CONFIRMED 37500 KRW");
    }

    @Test
    void printsHowAnOrderWasCompensated(CapturedOutput output) {
        send(order, "SagaStarted", 1, "{}");
        send(order, "StockReserved", 2, "{}");
        send(order, "CompensationStarted", 3, REASON);
        send(order, "SagaStuck", 4, "{\"step\": \"pay\", \"reason\": \"the gateway is down\"}");
        send(order, "PaymentRefunded", 5, "{}");
        send(order, "StockReleased", 6, "{}");
        send(order, "OrderCancelled", 7, REASON);

        awaitLine(
                output,
                order
                        + "  started › reserved › compensating › stuck at pay › refunded › released › CANCELLED OUT_OF_STOCK");
    }

    @Test
    void ignoresRepetitionsEvenAfterTheEnd(CapturedOutput output) {
        send(order, "SagaStarted", 1, "{}");
        send(order, "StockReserved", 2, "{}");
        send(order, "SagaStarted", 1, "{}");
        send(order, "StockReserved", 2, "{}");
        send(order, "OrderRejected", 3, REASON);
        send(order, "OrderRejected", 3, REASON);
        awaitAnotherStory(output);

        assertThat(linesAbout(order, output)).containsExactly(order + "  started › reserved › REJECTED OUT_OF_STOCK");
    }

    @Test
    void noticesAGapAndGoesOn(CapturedOutput output) {
        send(order, "SagaStarted", 1, "{}");
        send(order, "OrderRejected", 4, REASON);

        awaitLine(output, order + "  started › REJECTED OUT_OF_STOCK");
        assertThat(linesAbout(order, output).getFirst()).endsWith(order + " has a gap of 2 before 4");
    }

    @Test
    void passesOverATypeThatItDoesNotKnowWithoutTakingItForAGap(CapturedOutput output) {
        send(order, "SagaStarted", 1, "{}");
        send(order, "OrderWrapped", 2, "{\"paper\": \"blue\"}");
        send(order, "OrderRejected", 3, REASON);
        awaitAnotherStory(output);

        assertThat(linesAbout(order, output)).containsExactly(order + "  started › REJECTED OUT_OF_STOCK");
    }

    @Test
    void passesOverWhatItCannotReadAndGoesOn(CapturedOutput output) {
        kafka.send("saga.events", order, "?").join();
        send(order, "SagaStarted", "one", "{}");
        send(order, "SagaStarted", 1, "{\"sagaId\": ");
        send(order, "SagaStarted", 1, "[]");
        send(order, "SagaStarted", 1, null);
        send(order, "SagaStarted", 1, "{}");
        send(order, "OrderRejected", 2, REASON);

        awaitLine(output, order + "  started › REJECTED OUT_OF_STOCK");
        assertThat(output)
                .contains("it has no header ce_sequence", "For input string: \"one\"", "Unexpected end-of-input");
        assertThat(output.toString().lines().filter(line -> line.endsWith("its value is not a JSON object")))
                .hasSize(2);
    }

    private void send(String order, String type, Object sequence, @Nullable String value) {
        ProducerRecord<String, String> event = new ProducerRecord<>("saga.events", order, value);
        event.headers()
                .add("ce_type", type.getBytes(UTF_8))
                .add("ce_subject", order.getBytes(UTF_8))
                .add("ce_sequence", sequence.toString().getBytes(UTF_8));
        kafka.send(event).join();
    }

    private static void awaitLine(CapturedOutput output, String line) {
        await().untilAsserted(() -> assertThat(output.toString().lines()).contains(line));
    }

    /** Returns when everything sent before has been read. */
    private void awaitAnotherStory(CapturedOutput output) {
        String another = UUID.randomUUID().toString();
        send(another, "OrderRejected", 1, REASON);
        awaitLine(output, another + "  REJECTED OUT_OF_STOCK");
    }

    private static List<String> linesAbout(String order, CapturedOutput output) {
        return output.toString().lines().filter(line -> line.contains(order)).toList();
    }
}
