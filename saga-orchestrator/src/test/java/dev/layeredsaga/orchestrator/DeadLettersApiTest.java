package dev.layeredsaga.orchestrator;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.layeredsaga.contract.Topics;
import dev.layeredsaga.testbed.infrastructure.LocalIssuer;
import dev.layeredsaga.testbed.infrastructure.PublishedRecords;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Dead letters from their topics to the operators, and back to where they came from. No service here consumes saga.events. */
class DeadLettersApiTest {

    private static final String TOPIC = Topics.SAGA_EVENTS;

    private final DeadLetters letters = DeadLetters.shared();

    /** An order's amount that fits no column is the message's own fault, until the column is wider. */
    @Test
    void sendsAgainWhatTheServiceCanHandleByNow() {
        PlacedOrder order = new PlacedOrder(UUID.randomUUID());
        byte[] placed = PlacedOrder.record(Topics.ORDERS_EVENTS, order.id(), placed(order.id()))
                .value();
        database("ALTER TABLE saga ADD CONSTRAINT no_such_order CHECK (id <> '" + order.id() + "')");
        try {
            TopicRecords.send(PlacedOrder.record(Topics.ORDERS_EVENTS, order.id(), placed(order.id())));
            JsonNode letter = letters.awaitOf(order.id());

            assertThat(letter.path("topic").asString()).isEqualTo(Topics.ORDERS_EVENTS);
            assertThat(letter.path("type").asString()).isEqualTo("OrderPlaced");
            assertThat(letter.path("size").asInt()).isEqualTo(placed.length);
            assertThat(letter.path("group").asString()).isEqualTo("saga-orchestrator");
            assertThat(letter.path("reason").asString()).contains("no_such_order");
            database("ALTER TABLE saga DROP CONSTRAINT no_such_order");

            Api.Answer answer = letters.resend(letter.path("id").asString());

            assertThat(answer.status()).as(answer.body().toString()).isEqualTo(200);
            assertThat(answer.body().path("letter").path("status").asString()).isEqualTo("RESENT");
            order.awaitStep("reserve");
        } finally {
            database("ALTER TABLE saga DROP CONSTRAINT IF EXISTS no_such_order");
        }
    }

    @Test
    void sendsTheMessageAsItWasToThePartitionThatItCameFrom() {
        UUID key = UUID.randomUUID();
        RecordMetadata origin = record(key, 2, "first");
        JsonNode letter = letters.letter(TOPIC, key, 2, origin.offset(), "first".getBytes(UTF_8));

        JsonNode sent = letters.resend(DeadLetters.idOf(letter)).body();

        List<ConsumerRecord<String, String>> records = new PublishedRecords(TOPIC).of(key);
        assertThat(records).hasSize(2);
        ConsumerRecord<String, String> copy = records.get(1);
        assertThat(copy.value()).isEqualTo("first");
        assertThat(copy.partition()).isEqualTo(2);
        assertThat(copy.offset())
                .isEqualTo(sent.path("letter").path("sentOffset").asLong());
        assertThat(Stream.of(copy.headers().toArray()).map(header -> header.key()))
                .containsExactly("ce_type");
        assertThat(sent.path("actions").get(0).path("operator").asString()).isEqualTo("kim");
        assertThat(sent.path("actions").get(0).path("reason").asString()).isEqualTo("mended");
        assertThat(sent.path("actions").get(0).path("outcome").asString()).isEqualTo("DONE");
    }

    @Test
    void saysWhatHasOvertakenTheMessageAndSendsItOnlyIfThatIsWanted() {
        UUID key = UUID.randomUUID();
        RecordMetadata origin = record(key, 1, "first");
        record(UUID.randomUUID(), 1, "of another key");
        RecordMetadata second = record(key, 1, "second");
        String id = DeadLetters.idOf(letters.letter(TOPIC, key, 1, origin.offset(), "first".getBytes(UTF_8)));

        Api.Answer refused = letters.resend(id);

        Problems.refused(refused, 409, "DEAD_LETTER_OVERTAKEN");
        JsonNode overtakenBy = refused.body().path("overtaking").path("overtakenBy");
        assertThat(overtakenBy.values()).singleElement().satisfies(record -> {
            assertThat(record.path("offset").asLong()).isEqualTo(second.offset());
            assertThat(record.path("type").asString()).isEqualTo("second");
        });
        assertThat(letters.find(id).body().path("actions").isEmpty()).isTrue();

        JsonNode sent = letters.resendAllTheSame(id).body();

        assertThat(sent.path("letter").path("status").asString()).isEqualTo("RESENT");
        assertThat(sent.path("actions").get(0).path("overtaking").path("overtakenBy"))
                .isEqualTo(overtakenBy);
    }

    @Test
    void saysSoIfItIsNotKnownWhatHasOvertakenTheMessage() {
        UUID key = UUID.randomUUID();
        RecordMetadata last = record(UUID.randomUUID(), 0, "last");
        String id = DeadLetters.idOf(letters.letter(TOPIC, key, 0, last.offset() + 1_000_000, new byte[] {1}));

        Problems.refused(letters.resend(id), 409, "DEAD_LETTER_ORDER_UNKNOWN");
    }

    @Test
    void keepsTheOrderOfAKeyThatHasSeveralDeadLetters() {
        UUID key = UUID.randomUUID();
        RecordMetadata first = record(key, 3, "first");
        RecordMetadata second = record(key, 3, "second");
        String later = DeadLetters.idOf(letters.letter(TOPIC, key, 3, second.offset(), "second".getBytes(UTF_8)));
        String earlier = DeadLetters.idOf(letters.letter(TOPIC, key, 3, first.offset(), "first".getBytes(UTF_8)));

        Api.Answer outOfTurn = letters.resend(later);
        Problems.refused(outOfTurn, 409, "EARLIER_DEAD_LETTER_OPEN");
        assertThat(outOfTurn
                        .body()
                        .path("overtaking")
                        .path("earlierLetters")
                        .get(0)
                        .asString())
                .isEqualTo(earlier);

        String filter = "\"filter\": {\"key\": \"" + key + "\"}";
        JsonNode dryRun = letters.actOnAll(
                        "{\"action\": \"RESEND\", \"reason\": \"mended\", \"dryRun\": true, " + filter + "}")
                .body();
        assertThat(dryRun.path("found").asInt()).isEqualTo(2);
        assertThat(ids(dryRun.path("left"))).containsExactly(earlier, later);
        assertThat(new PublishedRecords(TOPIC).of(key)).hasSize(2);

        JsonNode done = letters.actOnAll("{\"action\": \"RESEND\", \"reason\": \"mended\", " + filter + "}")
                .body();

        assertThat(ids(done.path("done"))).as(done.toString()).containsExactly(earlier, later);
        assertThat(new PublishedRecords(TOPIC).of(key))
                .extracting(ConsumerRecord::value)
                .containsExactly("first", "second", "first", "second");
    }

    @Test
    void sendsALetterOnceHoweverManyOperatorsAskForIt() throws Exception {
        UUID key = UUID.randomUUID();
        RecordMetadata origin = record(key, 4, "first");
        String id = DeadLetters.idOf(letters.letter(TOPIC, key, 4, origin.offset(), "first".getBytes(UTF_8)));

        List<Api.Answer> answers;
        try (ExecutorService operators = Executors.newFixedThreadPool(8)) {
            List<Callable<Api.Answer>> requests = IntStream.range(0, 8)
                    .<Callable<Api.Answer>>mapToObj(i -> () -> answerInTheEnd(() -> letters.resendAllTheSame(id)))
                    .toList();
            answers = operators.invokeAll(requests).stream()
                    .map(Future::resultNow)
                    .toList();
        }

        assertThat(answers).filteredOn(answer -> answer.status() == 200).hasSize(1);
        assertThat(answers)
                .filteredOn(answer -> answer.status() != 200)
                .hasSize(7)
                .allSatisfy(answer -> Problems.refused(answer, 409, "DEAD_LETTER_NOT_OPEN"));
        assertThat(new PublishedRecords(TOPIC).of(key)).hasSize(2);
    }

    /** Repeats a request that is to come later, as it has waited too long for another one. */
    private static Api.Answer answerInTheEnd(Callable<Api.Answer> request) {
        return await().until(request, answer -> answer.status() != 503);
    }

    @Test
    void discardsAndSendsNothing() {
        UUID key = UUID.randomUUID();
        RecordMetadata origin = record(key, 5, "first");
        String id = DeadLetters.idOf(letters.letter(TOPIC, key, 5, origin.offset(), "first".getBytes(UTF_8)));

        assertThat(letters.discard(id).body().path("letter").path("status").asString())
                .isEqualTo("DISCARDED");

        Api.Answer again = letters.resend(id);
        Problems.refused(again, 409, "DEAD_LETTER_NOT_OPEN");
        assertThat(again.body().path("letterStatus").asString()).isEqualTo("DISCARDED");
        assertThat(new PublishedRecords(TOPIC).of(key)).hasSize(1);
    }

    @Test
    void showsNoSecrets() {
        UUID key = UUID.randomUUID();
        String secret = "hush" + UUID.randomUUID();
        String body = """
                {"orderId": "o-1", "claim": {"id": "c", "token": "%1$s"}, "paymentMethod": "%1$s", "method": "%1$s",
                 "list": [{"E-Mail": "%1$s"}], "note": "Bearer %1$s", "nested": "{\\"accessToken\\": \\"%1$s\\"}"}
                """.formatted(secret);
        ProducerRecord<String, byte[]> json = letter(key, body);
        json.headers().add("Authorization", secret.getBytes(UTF_8));
        json.headers().add("x-note", ("bearer " + secret).getBytes(UTF_8));
        json.headers().add("dead_letter_reason", ("bad token=" + secret).getBytes(UTF_8));
        ProducerRecord<String, byte[]> broken = letter(key, body.substring(0, body.length() - 5));

        for (ProducerRecord<String, byte[]> record : List.of(json, broken)) {
            JsonNode detail = letters.written(record);
            assertThat(detail.toString()).contains("[redacted]", "o-1").doesNotContain(secret);
        }
        assertThat(letters.list("key=" + key).toString()).contains("bad token").doesNotContain(secret);
    }

    @Test
    void takesWhateverStandsOnTheTopic() {
        UUID key = UUID.randomUUID();
        byte[] random = new byte[900_000];
        new Random(5).nextBytes(random);
        ProducerRecord<String, byte[]> nothing = new ProducerRecord<>(Topics.deadLettersOf(TOPIC), 0, null, null);
        ProducerRecord<String, byte[]> bytes =
                new ProducerRecord<>(Topics.deadLettersOf(TOPIC), 0, key.toString(), random);
        bytes.headers().add("dead_letter_offset", "a million".getBytes(UTF_8));
        bytes.headers().add("dead_letter_partition", "-7".getBytes(UTF_8));
        bytes.headers().add("dead_letter_timestamp", "yesterday".getBytes(UTF_8));
        bytes.headers().add("dead_letter_reason", new byte[] {0, -1, 'x'});
        bytes.headers().add("nul\u0000", null);
        ProducerRecord<String, byte[]> longKey =
                new ProducerRecord<>(Topics.deadLettersOf(TOPIC), 0, "k".repeat(100_000), new byte[0]);
        ProducerRecord<String, byte[]> fatHeaders = letter(key, "{}");
        fatHeaders.headers().add("fat", new byte[500_000]);
        ProducerRecord<String, byte[]> deep = letter(key, "[".repeat(5_000));

        for (ProducerRecord<String, byte[]> record : List.of(nothing, bytes, longKey, fatHeaders, deep)) {
            String id = DeadLetters.idOf(letters.written(record));

            Problems.refused(letters.resend(id), 409, "DEAD_LETTER_INCOMPLETE");
            assertThat(letters.discard(id).status()).isEqualTo(200);
        }
    }

    @Test
    void findsByTopicReasonGroupAndTimePageByPage() {
        UUID key = UUID.randomUUID();
        List<String> ids = IntStream.range(0, 5)
                .mapToObj(i -> DeadLetters.idOf(letters.letter(TOPIC, key, 1, 1_000_000 + i, new byte[] {1})))
                .toList();
        String query = "topic=" + TOPIC + "&reason=A%20TEST&group=test-group&from=2020-01-01T00:00:00Z&key=" + key;

        JsonNode page = letters.list(query + "&limit=2");
        List<String> first = ids(page);
        List<String> rest =
                ids(letters.list(query + "&after=" + page.path("next").asString()));

        assertThat(Stream.concat(first.stream(), rest.stream())).containsExactlyElementsOf(ids);
        assertThat(letters.list(query + "&limit=5").has("next")).isFalse();
        assertThat(ids(letters.list(query + "&to=2020-01-01T00:00:00Z"))).isEmpty();
        assertThat(ids(letters.list(query + "&status=RESENT"))).isEmpty();
        assertThat(ids(letters.list("topic=orders.events&key=" + key))).isEmpty();
        Problems.invalid(
                letters.api().get("/dead-letters?after=saga.events.dlt/9/9"),
                "after",
                "must be a dead letter that is there");
    }

    /** The consumer group's position is set back by hand, as a restored or recreated group's is. */
    @Test
    void storesALetterOnceHoweverOftenItIsRead() {
        UUID key = UUID.randomUUID();
        String id = DeadLetters.idOf(letters.letter(TOPIC, key, 0, 5_000_000, new byte[] {1}));
        letters.discard(id);

        DeadLetters.readAllAgain();
        letters.letter(TOPIC, key, 0, 5_000_001, new byte[] {1});

        List<JsonNode> found =
                letters.list("key=" + key).path("deadLetters").valueStream().toList();
        assertThat(found).hasSize(2);
        assertThat(found.getFirst().path("status").asString()).isEqualTo("DISCARDED");
    }

    @Test
    void isForOperatorsOnly() {
        Api mina = letters.api().as(LocalIssuer.get().customer("mina"));

        assertThat(mina.get("/dead-letters").code()).isEqualTo("FORBIDDEN");
        assertThat(mina.get("/dead-letters/saga.events.dlt/0/0").code()).isEqualTo("FORBIDDEN");
        assertThat(mina.post("/dead-letters/actions", "{}").code()).isEqualTo("FORBIDDEN");
        assertThat(mina.post("/dead-letters/saga.events.dlt/0/0/actions", "{}").code())
                .isEqualTo("FORBIDDEN");
        assertThat(letters.api().as("").get("/dead-letters").code()).isEqualTo("UNAUTHENTICATED");
    }

    @Test
    void wantsAFilterThatMeansSomething() {
        Problems.invalid(
                letters.actOnAll("{\"action\": \"DISCARD\", \"reason\": \"all\", \"filter\": {}}"),
                "filter",
                "either ids, or a filter with at least one member");
        Problems.refused(letters.resend("saga.events.dlt/0/123456789"), 404, "DEAD_LETTER_NOT_FOUND");
    }

    private static ProducerRecord<String, byte[]> letter(UUID key, String value) {
        return new ProducerRecord<>(Topics.deadLettersOf(TOPIC), 0, key.toString(), value.getBytes(UTF_8));
    }

    private static RecordMetadata record(UUID key, int partition, String value) {
        ProducerRecord<String, byte[]> record =
                new ProducerRecord<>(TOPIC, partition, key.toString(), value.getBytes(UTF_8));
        record.headers().add("ce_type", value.getBytes(UTF_8));
        return TopicRecords.send(record);
    }

    private static List<String> ids(JsonNode list) {
        return (list.isArray() ? list : list.path("deadLetters"))
                .valueStream()
                .map(letter -> letter.isObject() ? letter.path("id").asString() : letter.asString())
                .toList();
    }

    private static dev.layeredsaga.contract.order.OrderPlaced placed(UUID id) {
        var event = PlacedOrder.event("pm_ok");
        return new dev.layeredsaga.contract.order.OrderPlaced(
                id, event.customerId(), event.lines(), event.total(), event.paymentMethod(), event.onBusy(), null);
    }

    private static void database(String sql) {
        OrchestratorInstance.shared().database().sql(sql).update();
    }
}
