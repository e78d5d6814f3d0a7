package dev.layeredsaga.testbed.junit;

import dev.layeredsaga.contract.Topics;
import dev.layeredsaga.paymentstub.junit.StubbedGateway;
import dev.layeredsaga.testbed.client.Shop;
import dev.layeredsaga.testbed.infrastructure.LocalIssuer;
import dev.layeredsaga.testbed.infrastructure.PublishedRecords;
import dev.layeredsaga.testbed.infrastructure.ServiceSettings;
import java.net.URI;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.context.annotation.ImportCandidates;

/**
 * The whole system for tests: PostgreSQL, Redis, Kafka, the three services and the payment stub in this JVM, on free ports of the
 * loopback interface. Register it in a static field:
 *
 * <pre>{@code
 * @RegisterExtension
 * static final LayeredSaga system = LayeredSaga.embedded();
 * }</pre>
 *
 * <p>It starts at the first use, at the latest before the class's first test, within three minutes. Test classes that ask for the same
 * settings share one system: each should have items of its own. It closes when the JVM ends, after the application contexts of Spring;
 * if the JVM is killed, its servers end within seconds.
 *
 * <p>Immutable and thread-safe. Every method throws an {@link IllegalStateException} if the system has not started, with what is up, what
 * is not, and the last warnings of the log.
 */
public final class LayeredSaga implements BeforeAllCallback, AfterEachCallback {

    private static final Map<String, String> DEFAULTS = Map.of(
            "spring.main.banner-mode", "off",
            // a consumer that joins a group waits for a heartbeat of the others
            "spring.kafka.consumer.heartbeat-interval", "300ms");

    private static final String OWN_AUTO_CONFIGURATION =
            ImportCandidates.load(AutoConfiguration.class, null).getCandidates().stream()
                    .filter(name -> name.startsWith("dev.layeredsaga."))
                    .collect(Collectors.joining(","));

    private final Map<String, String> settings;
    private final Duration timeout;

    private LayeredSaga(Map<String, String> settings, Duration timeout) {
        this.settings = Map.copyOf(settings);
        this.timeout = timeout;
    }

    /** Returns the system with the services' default settings. What a test waits for may take a minute. */
    public static LayeredSaga embedded() {
        return new LayeredSaga(DEFAULTS, Duration.ofMinutes(1));
    }

    /**
     * Returns a system in which every service has this setting, such as {@code orchestrator.payment.participant}.
     *
     * @see <a href="https://github.com/layered-saga/layered-saga/blob/main/docs/settings.md">All settings</a>
     */
    public LayeredSaga with(String setting, String value) {
        Map<String, String> more = new HashMap<>(settings);
        more.put(setting, value);
        return new LayeredSaga(more, timeout);
    }

    /** Returns the same with another limit for each wait, a minute by default. */
    public LayeredSaga waitingUpTo(Duration limit) {
        return new LayeredSaga(settings, limit);
    }

    @Override
    public void beforeAll(ExtensionContext context) {
        system();
    }

    /** Ends the fault that the test has set for all orders. */
    @Override
    public void afterEach(ExtensionContext context) {
        stub().willMeetNoFault();
    }

    /** Returns Kafka's address, for {@code bootstrap.servers}. */
    public String bootstrapServers() {
        return system().infrastructure().kafkaBootstrapServers();
    }

    /**
     * Returns Spring Boot's settings for a service under test: Kafka, a database of its own, trust in the tokens, and none of the
     * auto-configuration that the services bring to the class path ({@code spring.autoconfigure.exclude}).
     *
     * @param database the database's name, in lower-case letters, digits and underscores; created if it is absent
     */
    public Map<String, String> springProperties(String database) {
        system().infrastructure().postgres().createDatabase(database);
        Map<String, String> properties = new HashMap<>(ServiceSettings.on(system().infrastructure(), database));
        properties.put("spring.autoconfigure.exclude", OWN_AUTO_CONFIGURATION);
        return properties;
    }

    /** Returns the base URL of the order API. */
    public URI orderApi() {
        return system().services().addresses().orders();
    }

    /** Returns the base URL of the inventory's API. */
    public URI inventoryApi() {
        return system().services().addresses().inventory();
    }

    /** Returns the base URL of the operators' API. */
    public URI operatorsApi() {
        return system().services().addresses().orchestrator();
    }

    /** Returns a bearer token for all of these, valid for twelve hours. */
    public String operatorToken() {
        return LocalIssuer.get().operator("test");
    }

    /** Returns a bearer token of a customer, who has access to their own orders only. */
    public String customerToken(String customerId) {
        return LocalIssuer.get().customer(customerId);
    }

    /** Returns the payment gateway: its faults and its ledger. A fault ends with its test. */
    public StubbedGateway stub() {
        return StubbedGateway.of(system().services().paymentStub());
    }

    /** Puts a product on sale for {@value Shop#PRICE} won, with so many in stock, for several orders at a time. */
    public void item(String sku, int stock) {
        item(sku, stock, "COUNTED");
    }

    /** @param policy {@code COUNTED} or {@code EXCLUSIVE}, which is one order at a time */
    public void item(String sku, int stock, String policy) {
        system().shop().stock(sku, stock, policy);
    }

    /** Orders one of each, paid with {@code pm_ok}; while another order holds one, the order is tried again. */
    public PlacedOrder placeOrder(String... skus) {
        return placeOrder(Map.of(), skus);
    }

    /**
     * Orders one of each.
     *
     * @param fields further fields of the request by their names, such as {@code paymentMethod} and {@code onBusy}
     * @throws IllegalStateException if the order API refuses it, with its answer
     */
    public PlacedOrder placeOrder(Map<String, ?> fields, String... skus) {
        return new PlacedOrder(this, system().shop().order("pm_ok", fields, skus));
    }

    /** Returns all that has been published on {@code saga.events} so far, in order within a saga. */
    public List<PublishedEvent> events() {
        return events(Topics.SAGA_EVENTS);
    }

    /** Returns all that is on a topic, in order within a key and without repetitions. */
    public List<PublishedEvent> events(String topic) {
        return new PublishedRecords(bootstrapServers(), topic)
                .all().stream().map(PublishedEvent::of).distinct().toList();
    }

    EmbeddedSystem system() {
        return EmbeddedSystem.with(settings);
    }

    Duration timeout() {
        return timeout;
    }
}
