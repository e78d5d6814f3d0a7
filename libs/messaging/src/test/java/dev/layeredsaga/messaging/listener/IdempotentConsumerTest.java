package dev.layeredsaga.messaging.listener;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.layeredsaga.contract.Money;
import dev.layeredsaga.contract.StockLine;
import dev.layeredsaga.contract.Topics;
import dev.layeredsaga.contract.order.OnBusy;
import dev.layeredsaga.contract.order.OrderPlaced;
import dev.layeredsaga.messaging.envelope.CloudEventCodec;
import dev.layeredsaga.messaging.envelope.OutgoingMessage;
import dev.layeredsaga.messaging.fixture.Broker;
import dev.layeredsaga.messaging.held.DeadLetters;
import dev.layeredsaga.testbed.infrastructure.SharedInfrastructure;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.health.contributor.Status;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.kafka.config.KafkaListenerEndpointRegistry;
import org.springframework.kafka.core.KafkaOperations;
import org.springframework.kafka.listener.MessageListenerContainer;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

/** Records that must arrive in one poll and in order are sent with one key before the listener starts. */
@SpringBootTest(
        classes = {Shop.class, AdvancedClock.class},
        properties = {
            "spring.application.name=shop",
            "spring.flyway.locations=classpath:db/messaging",
            "messaging.topics.partitions=2"
        })
@Order(1)
class IdempotentConsumerTest {

    @Autowired
    private Shop shop;

    @Autowired
    private CloudEventCodec codec;

    @Autowired
    private KafkaOperations<String, byte[]> kafka;

    @Autowired
    private KafkaListenerEndpointRegistry listeners;

    @Autowired
    private JdbcTemplate jdbc;

    @Autowired
    private StoppedPartitions health;

    @Autowired
    private AdvancedClock clock;

    @DynamicPropertySource
    static void infrastructure(DynamicPropertyRegistry registry) {
        SharedInfrastructure.springProperties("shop").forEach((key, value) -> registry.add(key, () -> value));
    }

    @BeforeEach
    void forget() {
        jdbc.execute("TRUNCATE received, held_message");
    }

    @AfterEach
    void stopListening() {
        listener().stop();
    }

    @Test
    void handlesABatchInOneTransaction() {
        send(List.of(order("anna"), order("bert"), order("carl")));
        listener().start();

        awaitCustomers("anna", "bert", "carl");
        assertThat(shop.transactions()).hasSize(1);
    }

    @Test
    void handlesAMessageOnceThatArrivesTwice() {
        ProducerRecord<String, byte[]> twice = order("anna");
        send(List.of(twice, twice, order("bert")));
        listener().start();
        awaitCustomers("anna", "bert");
        listener().stop();

        send(List.of(twice, order("carl")));
        listener().start();
        awaitCustomers("anna", "bert", "carl");
    }

    @Test
    void mindsNoHandlerThatFailsWhenItSeesAMessageAgain() {
        ProducerRecord<String, byte[]> twice = order(Shop.FORGETFUL);
        send(List.of(twice));
        listener().start();
        awaitCustomers(Shop.FORGETFUL);
        listener().stop();

        send(List.of(twice, order("anna")));
        listener().start();

        awaitCustomers(Shop.FORGETFUL, "anna");
        assertThat(deadLetters()).noneMatch(record -> hasValueOf(record, twice));
    }

    @Test
    void holdsWhatIsForAnotherReleaseAndHandlesTheRestTogether() {
        ProducerRecord<String, byte[]> first = order(Shop.OF_ANOTHER_RELEASE, "elsewhere");
        send(Stream.of(order("anna"), first, order("bert"), order("behind", "elsewhere"), order("carl"))
                .map(record -> onPartition(0, record))
                .toList());
        listener().start();

        awaitCustomers("anna", "bert", "carl");
        assertThat(shop.transactions()).hasSize(1);
        await().until(() -> held(Shop.ONLY_ELSEWHERE) == 2);
        assertThat(deadLetters()).noneMatch(record -> hasValueOf(record, first));

        shop.knowsAll(true);
        awaitCustomers("anna", "bert", "carl", Shop.OF_ANOTHER_RELEASE, "behind");
        await().until(() -> held(Shop.ONLY_ELSEWHERE) == 0);
        shop.knowsAll(false);
    }

    @Test
    void putsAPoisonousMessageIntoTheDeadLettersAndNoOther() {
        ProducerRecord<String, byte[]> poison = order(Shop.POISONOUS);
        send(List.of(order("anna"), poison, order("bert")));
        listener().start();

        awaitCustomers("anna", "bert");
        assertThat(reasonOf(deadLetterOf(poison))).contains("violates check constraint");
    }

    @Test
    void putsAMalformedMessageIntoTheDeadLettersAndNoOther() {
        ProducerRecord<String, byte[]> garbage = garbage();
        send(List.of(order("anna"), garbage, order("bert")));
        listener().start();

        awaitCustomers("anna", "bert");
        assertThat(reasonOf(deadLetterOf(garbage))).startsWith("not a CloudEvent");
    }

    @Test
    void repeatsWithoutDeadLetterWhatFailsForALackThatPasses() {
        ProducerRecord<String, byte[]> unlucky = order(Shop.UNLUCKY);
        send(List.of(order("anna"), unlucky, order("bert")));
        listener().start();

        awaitCustomers("anna", Shop.UNLUCKY, "bert");
        assertThat(deadLetters()).noneMatch(record -> hasValueOf(record, unlucky));
    }

    @Test
    void holdsUntilTheNextReleaseWhatThisOneHasABugFor() {
        ProducerRecord<String, byte[]> order = order("anna");
        shop.release(new IllegalArgumentException("a bug"));
        try {
            send(List.of(order));
            listener().start();

            await().until(() -> held("IllegalArgumentException") == 1);
            assertNothingIsRepeated();
            assertThat(health.health().getStatus()).isEqualTo(Status.UP);
        } finally {
            shop.release(null);
        }
        awaitCustomers("anna");
        await().until(() -> held("") == 0);
        assertThat(deadLetters()).noneMatch(record -> hasValueOf(record, order));
    }

    /** Damaged rows cost only themselves: they stay held, with the reason, and what is due with them is tried again. */
    @Test
    void triesTheOthersAgainWhenAHeldMessageCannotBeRead() {
        List<String> damaged =
                List.of("no JSON", "", "null", "{}", "[null]", "[{}]", "[{\"name\": \"a\", \"value\": \"%\"}]");
        shop.release(new IllegalArgumentException("a bug"));
        try {
            damaged.forEach(headers -> send(List.of(order("anna", headers))));
            send(List.of(order("bert")));
            listener().start();
            await().until(() -> held("IllegalArgumentException") == damaged.size() + 1);

            jdbc.update("""
                    UPDATE held_message SET due_at = now(), headers =
                      CASE WHEN message_key = 'key' THEN headers ELSE convert_from(message_key, 'UTF8') END
                    """);
            // none is being tried any more by what it was before
            await().until(() -> held("unreadable: ") == damaged.size());
        } finally {
            shop.release(null);
        }
        awaitCustomers("bert");
        await().until(() -> held("") == damaged.size());
        assertThat(deadLetters()).noneMatch(letter -> damaged.contains(letter.key()));
    }

    private int held(String reason) {
        return requireNonNull(jdbc.queryForObject(
                "SELECT count(*) FROM held_message WHERE reason LIKE ?", Integer.class, "%" + reason + "%"));
    }

    /** As after a failover to a standby: SQLSTATE 25006, which was on no list of what passes. */
    @Test
    void makesNoDeadLettersWhileTheDatabaseIsReadOnly() throws SQLException {
        String database = jdbc.queryForObject("SELECT current_database()", String.class);
        List<ProducerRecord<String, byte[]>> orders = List.of(order("anna"), order("bert"), order("carl"));
        readOnly(database, true);
        try {
            send(orders);
            listener().start();
            awaitStop();
        } finally {
            readOnly(database, false);
        }
        awaitCustomers("anna", "bert", "carl");
        await().until(() -> health.health().getStatus(), Status.UP::equals);
        assertThat(deadLetters()).noneMatch(record -> orders.stream().anyMatch(order -> hasValueOf(record, order)));
    }

    @Test
    void letsEveryKindOfPoisonCostOnlyItsOwnKey() throws Exception {
        sendEveryKindOfPoisonBetween("anna", "bert");
        listener().start();

        await().untilAsserted(() -> assertThat(shop.customers()).containsExactlyInAnyOrder("anna", "bert"));
        await().untilAsserted(() ->
                assertThat(deadLetters()).extracting(ConsumerRecord::key).contains("poison-1", "poison-2", "poison-3"));
        assertThat(deadLetters())
                .filteredOn(letter -> "poison-3".equals(letter.key()))
                .first()
                .satisfies(letter -> {
                    assertThat(letter.headers().lastHeader("dead_letter_truncated"))
                            .isNotNull();
                    assertThat(reasonOf(letter)).contains("3000000 bytes");
                });
    }

    @Tag("timing")
    @Test
    void takesLittleTimeForEveryKindOfPoison() throws Exception {
        sendEveryKindOfPoisonBetween("anna", "bert");
        listener().start();

        await().atMost(Duration.ofSeconds(20))
                .untilAsserted(() -> assertThat(shop.customers()).containsExactlyInAnyOrder("anna", "bert"));
    }

    private void sendEveryKindOfPoisonBetween(String before, String after) throws Exception {
        ProducerRecord<String, byte[]> longId = order("long id", "poison-1");
        longId.headers().remove("ce_id").add("ce_id", random(4_000));
        ProducerRecord<String, byte[]> tooLargeForALetter = order("large", "poison-2");
        tooLargeForALetter.headers().remove("ce_type").add("ce_type", random(100_000));
        ProducerRecord<String, byte[]> large = new ProducerRecord<>(
                Topics.ORDERS_EVENTS, null, "poison-2", random(800_000), tooLargeForALetter.headers());
        ProducerRecord<String, byte[]> bomb = new ProducerRecord<>(
                Topics.ORDERS_EVENTS,
                null,
                "poison-3",
                new byte[3_000_000],
                order("bomb", "poison-3").headers());
        send(List.of(order(before), longId, large));
        sendCompressed(bomb);
        send(List.of(order(after)));
    }

    private static void readOnly(@Nullable String database, boolean readOnly) throws SQLException {
        try (Connection connection = SharedInfrastructure.get().postgres().connect("postgres");
                Statement statement = connection.createStatement()) {
            statement.execute("ALTER DATABASE %s SET default_transaction_read_only = %s".formatted(database, readOnly));
            statement.execute(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '%s'".formatted(database));
        }
    }

    private static void sendCompressed(ProducerRecord<String, byte[]> record) throws Exception {
        Map<String, Object> settings = Map.of(
                "bootstrap.servers", Broker.address(), "compression.type", "gzip", "max.request.size", 4_000_000);
        try (var producer = new KafkaProducer<>(settings, new StringSerializer(), new ByteArraySerializer())) {
            producer.send(record).get();
        }
    }

    /** Does not become shorter when it is compressed. */
    private static byte[] random(int length) {
        byte[] text = new byte[length];
        Random random = new Random(length);
        for (int i = 0; i < length; i++) {
            text[i] = (byte) ('A' + random.nextInt(50));
        }
        return text;
    }

    @Test
    void repeatsAPollThatCanNeitherBeHandledNorHeld() {
        ProducerRecord<String, byte[]> poison = onPartition(0, order(Shop.POISONOUS));
        jdbc.execute("ALTER TABLE held_message ADD CONSTRAINT takes_nothing CHECK (false) NOT VALID");
        try {
            send(List.of(poison, onPartition(0, order("anna")), onPartition(1, order("bert", "another key"))));
            listener().start();
            awaitStop();
        } finally {
            jdbc.execute("ALTER TABLE held_message DROP CONSTRAINT takes_nothing");
        }
        await().untilAsserted(() -> assertThat(shop.customers()).containsExactlyInAnyOrder("anna", "bert"));
        assertThat(reasonOf(deadLetterOf(poison))).contains("violates check constraint");
        await().until(() -> health.health().getStatus(), Status.UP::equals);
        assertNothingIsRepeated();
    }

    /** Spring Kafka would take some exceptions, as this one, for fatal, and go on behind the poll. */
    @Test
    void givesUpNoMessageWhateverItsListenerThrows() {
        shop.breakListener(new ClassCastException("a bug outside of the handler"));
        try {
            send(List.of(order("anna")));
            listener().start();
            awaitStop();
        } finally {
            shop.breakListener(null);
        }
        awaitCustomers("anna");
        assertNothingIsRepeated();
    }

    /** Its offset is committed when the next poll ends, at the latest with the listener. */
    private void assertNothingIsRepeated() {
        listener().stop();
        assertThat(Broker.lag("shop", Topics.ORDERS_EVENTS)).isZero();
    }

    /** Each look is so much later that whatever has stopped has done so for long. */
    private void awaitStop() {
        await().until(
                        () -> {
                            clock.advance(StoppedPartitions.NOTEWORTHY);
                            return health.health().getStatus();
                        },
                        Status.DOWN::equals);
    }

    private void send(List<ProducerRecord<String, byte[]>> records) {
        records.forEach(record -> kafka.send(record).join());
    }

    private static ProducerRecord<String, byte[]> garbage() {
        return new ProducerRecord<>(
                Topics.ORDERS_EVENTS, "key", UUID.randomUUID().toString().getBytes(UTF_8));
    }

    private static ProducerRecord<String, byte[]> onPartition(int partition, ProducerRecord<String, byte[]> record) {
        return new ProducerRecord<>(record.topic(), partition, record.key(), record.value(), record.headers());
    }

    private ProducerRecord<String, byte[]> order(String customer) {
        return order(customer, "key");
    }

    private ProducerRecord<String, byte[]> order(String customer, String key) {
        OrderPlaced placed = new OrderPlaced(
                UUID.randomUUID(),
                customer,
                List.of(new StockLine("seat-1", 1)),
                new Money(1, "KRW"),
                "pm_ok",
                OnBusy.REJECT,
                null);
        return codec.encode(OutgoingMessage.of(Topics.ORDERS_EVENTS, key, placed));
    }

    private void awaitCustomers(String... customers) {
        await().ignoreException(DataAccessResourceFailureException.class) // of a connection that was terminated
                .untilAsserted(() -> assertThat(shop.customers()).containsExactly(customers));
    }

    private static ConsumerRecord<String, byte[]> deadLetterOf(ProducerRecord<String, byte[]> sent) {
        return Broker.read(
                        Topics.deadLettersOf(Topics.ORDERS_EVENTS),
                        records -> records.stream().anyMatch(record -> hasValueOf(record, sent)))
                .stream()
                .filter(record -> hasValueOf(record, sent))
                .findFirst()
                .orElseThrow();
    }

    /** Returns the dead letters up to one that is sent last. */
    private List<ConsumerRecord<String, byte[]>> deadLetters() {
        ProducerRecord<String, byte[]> last = new ProducerRecord<>(
                Topics.deadLettersOf(Topics.ORDERS_EVENTS),
                "key",
                UUID.randomUUID().toString().getBytes(UTF_8));
        send(List.of(last));
        return Broker.read(last.topic(), records -> records.stream().anyMatch(record -> hasValueOf(record, last)));
    }

    private static boolean hasValueOf(ConsumerRecord<String, byte[]> record, ProducerRecord<String, byte[]> sent) {
        return record.value() != null && Broker.value(record).equals(new String(sent.value(), UTF_8));
    }

    private static String reasonOf(ConsumerRecord<String, byte[]> deadLetter) {
        return new String(deadLetter.headers().lastHeader(DeadLetters.REASON).value(), UTF_8);
    }

    private MessageListenerContainer listener() {
        return requireNonNull(listeners.getListenerContainer("shop"));
    }
}
