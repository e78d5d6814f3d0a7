package dev.layeredsaga.testbed.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.layeredsaga.contract.Topics;
import dev.layeredsaga.testbed.client.Http;
import dev.layeredsaga.testbed.client.Shop;
import dev.layeredsaga.testbed.infrastructure.EmbeddedInfrastructure;
import dev.layeredsaga.testbed.infrastructure.EmbeddedSettings;
import dev.layeredsaga.testbed.infrastructure.Infrastructure;
import dev.layeredsaga.testbed.process.SeparateSystem;
import dev.layeredsaga.testbed.process.ServiceProcess;
import dev.layeredsaga.testbed.process.TrainedPrograms;
import dev.layeredsaga.testbed.system.Service;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.errors.GroupAuthorizationException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

/** Every service as a user of its own, on a Kafka where each may do what {@code docker/kafka/acls.txt} says and nothing else. */
@Execution(ExecutionMode.SAME_THREAD)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
@Tag("outage")
class KafkaAclsIT {

    private static final String READER = "order-stories";

    private static final List<String> CONSUMED = List.of(
            Topics.ORDERS_EVENTS,
            Topics.INVENTORY_COMMANDS,
            Topics.PAYMENT_COMMANDS,
            Topics.SAGA_REPLIES,
            Topics.SAGA_EVENTS);

    private static final Infrastructure INFRASTRUCTURE =
            new EmbeddedInfrastructure(EmbeddedSettings.forTests().withKafkaAcls());
    private static KafkaUsers users;
    private static SeparateSystem system;
    private static Shop shop;

    @BeforeAll
    static void startEachAsAUserOfItsOwn() {
        INFRASTRUCTURE.start();
        users = new KafkaUsers(INFRASTRUCTURE.kafka());
        users.create("order-service", "inventory-service", "saga-orchestrator", READER, "nobody");
        users.grantWhatIsDocumented();
        system = new SeparateSystem(
                        INFRASTRUCTURE, Map.of("SPRING_MAIN_BANNERMODE", "off"), TrainedPrograms.FOR_TESTS::of)
                .startEach(service -> users.environmentOf(service.serviceName()));
        shop = new Shop(system.addresses());
    }

    @AfterAll
    static void stop() {
        system.close();
        users.close();
        INFRASTRUCTURE.close();
    }

    /** The first one: nothing has been refused yet. */
    @Test
    @Order(1)
    void isEnoughForOrdersToBeConfirmedAndRejected() {
        shop.stock("granted", 2, "COUNTED");

        String confirmed = shop.order("granted", "pm_ok");
        String rejected = shop.order("granted", "pm_declined");
        shop.awaitEndOf(List.of(confirmed, rejected), Duration.ofSeconds(30));

        assertThat(shop.statusOf(confirmed)).isEqualTo("CONFIRMED");
        assertThat(shop.statusOf(rejected)).isEqualTo("REJECTED");
        assertThat(system.instancesOf(Service.ORCHESTRATOR).getFirst().output())
                .doesNotContain("AuthorizationException");
    }

    /** A forged reply would confirm an order, a forged ending would notify a customer so. */
    @Test
    void letsNoServiceWriteInAnothersName() {
        assertThat(writtenBy("order-service"))
                .containsExactlyInAnyOrder(Topics.ORDERS_EVENTS, "saga.events.dlt", "returns.events.dlt");
        assertThat(writtenBy("inventory-service"))
                .containsExactlyInAnyOrder(Topics.SAGA_REPLIES, Topics.INVENTORY_EVENTS, "inventory.commands.dlt");
        assertThat(writtenBy(READER)).isEmpty();
    }

    /** The orchestrator's operators read them all, and send them again to where they came from. */
    @Test
    void letsEachPutPoisonAsideAndTheOrchestratorWorkWithIt() {
        assertThat(writtenBy("saga-orchestrator"))
                .containsAll(Topics.ALL)
                .doesNotContain("inventory.commands.dlt", "saga.events.dlt", "returns.events.dlt");

        assertThat(CONSUMED)
                .allSatisfy(topic -> within(30)
                        .untilAsserted(() -> assertThat(read("saga-orchestrator", Topics.deadLettersOf(topic)))
                                .as(topic)
                                .extracting(ConsumerRecord::value)
                                .contains("written by saga-orchestrator")));
    }

    @Test
    void letsAReaderOfTheEventsReadThemAndNothingElse() {
        shop.stock("followed", 1, "COUNTED");
        String order = shop.order("followed", "pm_ok");
        shop.awaitEndOf(List.of(order), Duration.ofSeconds(30));

        assertThat(read(READER, Topics.SAGA_EVENTS))
                .filteredOn(event -> event.key().equals(order))
                .isNotEmpty();
        assertThat(everyTopic().filter(topic -> !topic.equals(Topics.SAGA_EVENTS)))
                .isNotEmpty()
                .allSatisfy(topic ->
                        assertThatThrownBy(() -> read(READER, topic)).isInstanceOf(TopicAuthorizationException.class));
        assertThatThrownBy(() -> readAsGroup("order-service")).isInstanceOf(GroupAuthorizationException.class);
    }

    /** A forbidden message waits in the database until permitted; other topics' messages go out. */
    @Test
    void holdsAMessageThatIsForbiddenAndNothingElse() {
        ServiceProcess inventory = system.instancesOf(Service.INVENTORY).getFirst();
        shop.stock("forbidden", 3, "COUNTED");
        users.revoke("inventory-service", AclOperation.WRITE, Topics.INVENTORY_EVENTS);

        String claim = shop.hold(Duration.ofSeconds(1), "forbidden")
                .body()
                .path("claimId")
                .asString();
        within(30).until(() -> stuckMessages() == 1);
        String order = shop.order("forbidden", "pm_ok");
        shop.awaitEndOf(List.of(order), Duration.ofSeconds(30));
        assertThat(shop.statusOf(order)).isEqualTo("CONFIRMED");
        assertThat(inventory.output()).contains("nothing is sent to inventory.events for now");
        assertThat(expiredClaims()).noneMatch(event -> event.contains(claim));

        users.grant("inventory-service", AclOperation.WRITE, Topics.INVENTORY_EVENTS);
        within(30).until(() -> stuckMessages() == 0);
        assertThat(expiredClaims()).filteredOn(event -> event.contains(claim)).hasSize(1);
    }

    @Test
    void isNotReadyWithoutTheRightToReadAndGoesOnWhereItWasWithIt() {
        ServiceProcess orders = system.instancesOf(Service.ORDERS).getFirst();
        shop.stock("unread", 1, "COUNTED");
        users.revoke("order-service", AclOperation.READ, Topics.SAGA_EVENTS);

        String order = shop.order("unread", "pm_ok");
        within(10).until(() -> readiness(orders) == 503);
        assertThat(orders.output()).contains("refused by Kafka").contains("[saga.events]");
        assertThat(liveness(orders)).isEqualTo(200);
        shop.awaitSagaStatus(order, "COMPLETED");
        assertThat(shop.statusOf(order)).isEqualTo("PENDING");

        users.grant("order-service", AclOperation.READ, Topics.SAGA_EVENTS);
        shop.awaitEndOf(List.of(order), Duration.ofSeconds(30));
        assertThat(shop.statusOf(order)).isEqualTo("CONFIRMED");
        within(10).until(() -> readiness(orders) == 200);
    }

    /** As after an upgrade for which it is not granted yet. */
    @Test
    void leavesTheOrchestratorAtWorkWithoutTheRightToReadDeadLetters() throws ExecutionException {
        ServiceProcess orchestrator = system.instancesOf(Service.ORCHESTRATOR).getFirst();
        String deadLetters = Topics.deadLettersOf(Topics.SAGA_REPLIES);
        shop.stock("worked-on", 1, "COUNTED");
        users.revoke("saga-orchestrator", AclOperation.READ, deadLetters);

        within(30).until(() -> orchestrator.output().contains("[" + deadLetters + "]"));
        write("saga-orchestrator", deadLetters, "unread-letter");
        String order = shop.order("worked-on", "pm_ok");
        shop.awaitEndOf(List.of(order), Duration.ofSeconds(30));
        assertThat(shop.statusOf(order)).isEqualTo("CONFIRMED");
        assertThat(liveness(orchestrator)).isEqualTo(200);
        assertThat(lettersWithKey(orchestrator, "unread-letter")).isZero();

        users.grant("saga-orchestrator", AclOperation.READ, deadLetters);
        within(60).until(() -> lettersWithKey(orchestrator, "unread-letter") == 1);
        assertThat(liveness(orchestrator)).isEqualTo(200);
    }

    @Test
    void doesNotStartWhereTheTopicsAreNotShown() {
        Map<String, String> environment =
                new HashMap<>(SeparateSystem.environmentFor(INFRASTRUCTURE, "orders_of_nobody", "http://localhost:1"));
        environment.putAll(users.environmentOf("nobody"));

        try (ServiceProcess process = TrainedPrograms.FOR_TESTS.start(Service.ORDERS.serviceName(), 0, environment)) {
            assertThat(process.awaitExit()).isNotZero();
            assertThat(process.output())
                    .contains("orders.events", "this service may not create them")
                    .doesNotContain("\tat ");
        }
    }

    private static Stream<String> everyTopic() {
        return Topics.ALL.stream().flatMap(topic -> Stream.of(topic, Topics.deadLettersOf(topic)));
    }

    /** The topics that take what the user writes. */
    private static Set<String> writtenBy(String user) {
        Set<String> written = new HashSet<>();
        everyTopic().forEach(topic -> {
            try {
                write(user, topic, "key");
                written.add(topic);
            } catch (ExecutionException e) {
                assertThat(e).hasRootCauseInstanceOf(TopicAuthorizationException.class);
            }
        });
        return written;
    }

    /** Rubbish: its readers put it aside. */
    private static void write(String user, String topic, String key) throws ExecutionException {
        Map<String, Object> settings = new HashMap<>(users.settingsOf(user));
        settings.put("max.block.ms", 10_000);
        // or those who may write nowhere at all would be refused for that already
        settings.put("enable.idempotence", false);
        try (var producer = new KafkaProducer<>(settings, new StringSerializer(), new StringSerializer())) {
            producer.send(new ProducerRecord<>(topic, key, "written by " + user))
                    .get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private static int lettersWithKey(ServiceProcess orchestrator, String key) {
        return new Http()
                .get(orchestrator.url(), "/dead-letters?key=" + key)
                .body()
                .path("deadLetters")
                .size();
    }

    private static List<ConsumerRecord<String, String>> read(String user, String topic) {
        try (var consumer =
                new KafkaConsumer<>(users.settingsOf(user), new StringDeserializer(), new StringDeserializer())) {
            List<TopicPartition> partitions = consumer.partitionsFor(topic).stream()
                    .map(partition -> new TopicPartition(topic, partition.partition()))
                    .toList();
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            Map<TopicPartition, Long> end = consumer.endOffsets(partitions);
            List<ConsumerRecord<String, String>> records = new ArrayList<>();
            while (end.entrySet().stream().anyMatch(one -> consumer.position(one.getKey()) < one.getValue())) {
                consumer.poll(Duration.ofMillis(200)).forEach(records::add);
            }
            return records;
        }
    }

    private static void readAsGroup(String group) {
        Map<String, Object> settings = new HashMap<>(users.settingsOf(READER));
        settings.put("group.id", group);
        try (var consumer = new KafkaConsumer<>(settings, new StringDeserializer(), new StringDeserializer())) {
            consumer.subscribe(List.of(Topics.SAGA_EVENTS));
            consumer.poll(Duration.ofSeconds(10));
        }
    }

    private static List<String> expiredClaims() {
        return read("saga-orchestrator", Topics.INVENTORY_EVENTS).stream()
                .map(ConsumerRecord::value)
                .toList();
    }

    private static int stuckMessages() {
        var postgres = INFRASTRUCTURE.postgres();
        String database = Service.INVENTORY.database();
        return JdbcClient.create(
                        new DriverManagerDataSource(postgres.jdbcUrl(database), postgres.user(), postgres.password()))
                .sql("SELECT count(*) FROM outbox_stuck")
                .query(Integer.class)
                .single();
    }

    private static int readiness(ServiceProcess service) {
        return new Http().get(service.url(), "/actuator/health/readiness").status();
    }

    private static int liveness(ServiceProcess service) {
        return new Http().get(service.url(), "/actuator/health/liveness").status();
    }

    private static ConditionFactory within(int seconds) {
        return Awaitility.await().atMost(Duration.ofSeconds(seconds)).pollInterval(Duration.ofMillis(100));
    }
}
