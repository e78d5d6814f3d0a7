package dev.layeredsaga.testbed.failures.matrix.system;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.layeredsaga.testbed.client.Shop;
import dev.layeredsaga.testbed.failures.matrix.outcome.Limits;
import dev.layeredsaga.testbed.infrastructure.EmbeddedInfrastructure;
import dev.layeredsaga.testbed.infrastructure.EmbeddedSettings;
import dev.layeredsaga.testbed.infrastructure.Infrastructure;
import dev.layeredsaga.testbed.process.SeparateSystem;
import dev.layeredsaga.testbed.process.ServiceProcess;
import dev.layeredsaga.testbed.process.Silence;
import dev.layeredsaga.testbed.process.TrainedPrograms;
import dev.layeredsaga.testbed.system.Addresses;
import dev.layeredsaga.testbed.system.Service;
import java.net.URI;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.awaitility.Awaitility;

/** PostgreSQL, Redis, Kafka and four processes that may be stopped, killed, frozen and set to another time. */
public final class OwnSystem implements AutoCloseable {

    /** The name of the gateway's process. */
    public static final String GATEWAY = "payment-stub";

    /**
     * The deadline is short, so that what has to wait for it does not wait long; longer than a killed orchestrator takes to start on a
     * busy machine and to know of a lost payment call. A compensation is tried for longer than that.
     */
    public static final Limits LIMITS = new Limits(Duration.ofSeconds(70), Duration.ofSeconds(100));

    /** The freeze time after which all locks and leases of a process have expired, Kafka's included. */
    public static final Duration LOCKS_ARE_OVER = Duration.ofSeconds(8);

    /** By which the orchestrator knows the gateway's webhooks. */
    public static final String WEBHOOK_SECRET =
            "whsec_" + Base64.getEncoder().encodeToString("known to this system only".getBytes(UTF_8));

    private static final Map<String, String> SETTINGS = Map.ofEntries(
            Map.entry("SPRING_MAIN_BANNERMODE", "off"),
            Map.entry("ORCHESTRATOR_ORDERSAGA_DEADLINE", LIMITS.deadline().toString()),
            Map.entry("ORCHESTRATOR_ORDERSAGA_INVENTORYTIMEOUT", "2s"),
            Map.entry("SAGA_COMPENSATIONTIMEOUT", LIMITS.compensationTimeout().toString()),
            Map.entry("SAGA_DUELOOP_LOCKTIMEOUT", "3s"),
            Map.entry("ORCHESTRATOR_PAYMENTGATEWAY_RESPONSETIMEOUT", "8s"),
            // soon, so that no case waits long; nothing comes of it for sagas that are known and have not ended
            Map.entry("INVENTORY_UNSETTLED_HELDFOR", "20s"),
            Map.entry("INVENTORY_UNSETTLED_INTERVAL", "2s"),
            // later than the deadline: only a saga that was lost is still to be begun by then
            Map.entry("ORDER_RECONCILIATION_UNFINISHEDAFTER", "80s"),
            Map.entry("PAYMENT_WEBHOOK_SECRETS", WEBHOOK_SECRET),
            // few, so that a few hundred connections are more
            Map.entry("HTTP_MAXCONCURRENTREQUESTS", "150"),
            Map.entry("ORDER_WAITING_INALL", "75"),
            Map.entry("SERVER_TOMCAT_MAXCONNECTIONS", "240"),
            Map.entry("SPRING_KAFKA_CONSUMER_PROPERTIES_SESSION_TIMEOUT_MS", "6000"));

    private final Clocks clocks = new Clocks();
    private final PublishedKey key = new PublishedKey();
    private final SeparateSystem system;

    private OwnSystem() {
        Map<String, String> environment = new HashMap<>(SETTINGS);
        environment.putAll(clocks.environmentOf(GATEWAY));
        environment.put(
                "PAYMENT_STUB_LEDGER", clocks.folder().resolve("ledger.jsonl").toString());
        environment.put("SPRING_SECURITY_OAUTH2_RESOURCESERVER_JWT_JWKSETURI", key.address());
        this.system = SeparateSystem.withServers(
                        new EmbeddedInfrastructure(EmbeddedSettings.forTests()),
                        environment,
                        TrainedPrograms.FOR_TESTS::of,
                        clocks::close,
                        key::close)
                .startEach(service -> clocks.environmentOf(service.serviceName()));
    }

    /** Returns when everything is ready. Leaves no process behind, even if the program is told to end. */
    public static OwnSystem start() {
        OwnSystem own = new OwnSystem();
        own.system.closingIfItFails(own::awaitWell);
        return own;
    }

    /** Returns once orders go through: everybody is awake, and has been found by Kafka again. */
    public void awaitWell() {
        Shop shop = new Shop(addresses());
        String sku = "well-" + UUID.randomUUID();
        shop.stock(sku, 1, "COUNTED");
        shop.awaitEndOf(List.of(shop.order(sku, "pm_ok")), Duration.ofSeconds(60));
    }

    public Infrastructure infrastructure() {
        return system.infrastructure();
    }

    public Addresses addresses() {
        return system.addresses();
    }

    /** Returns the gateway's webhook URL. */
    public URI webhooks() {
        return addresses().orchestrator().resolve("/payments/webhooks");
    }

    public Clocks clocks() {
        return clocks;
    }

    /** Returns the key by which the services check tokens. */
    public PublishedKey key() {
        return key;
    }

    /** @param name of a service, or of the gateway */
    public ServiceProcess process(String name) {
        for (Service service : Service.values()) {
            if (service.serviceName().equals(name)) {
                return system.instancesOf(service).getFirst();
            }
        }
        return system.stub();
    }

    /** Does something while the inventory can finish no transaction, so that every step it is asked for stands still. */
    public void whileTheInventoryIsHeld(Runnable action) {
        try (Silence silence = new Silence(infrastructure().postgres(), Service.INVENTORY.database())) {
            silence.begin();
            action.run();
            silence.end();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Returns once the inventory stands still in the middle of a transaction. */
    public void awaitInventoryHeld() {
        Awaitility.await("the inventory to stand still")
                .atMost(Duration.ofSeconds(30))
                .pollInterval(Duration.ofMillis(50))
                .until(this::isInventoryHeld);
    }

    /** Returns once the order-service has sent all that it has to send. */
    public void awaitSent() {
        Awaitility.await("an empty outbox of the order-service")
                .atMost(Duration.ofSeconds(30))
                .pollInterval(Duration.ofMillis(100))
                .until(() -> count(Service.ORDERS, "SELECT count(*) FROM outbox") == 0);
    }

    /** Returns once the service has something to send that cannot be sent. */
    public void awaitStuck(Service service) {
        Awaitility.await("a stuck message of the " + service.serviceName())
                .atMost(Duration.ofSeconds(30))
                .pollInterval(Duration.ofMillis(100))
                .until(() -> count(service, "SELECT count(*) FROM outbox_stuck") > 0);
    }

    /** Returns the item's quantity held by claims. */
    public int heldOf(String sku) throws SQLException {
        return count(Service.INVENTORY, "SELECT reserved FROM item WHERE sku = '" + sku + "'");
    }

    /** Changes rows of the service's database. */
    public void change(Service service, String sql) {
        try (Connection database = infrastructure().postgres().connect(service.database());
                Statement statement = database.createStatement()) {
            statement.executeUpdate(sql);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private int count(Service service, String sql) throws SQLException {
        try (Connection connection = infrastructure().postgres().connect(service.database());
                Statement query = connection.createStatement();
                ResultSet count = query.executeQuery(sql)) {
            count.next();
            return count.getInt(1);
        }
    }

    private boolean isInventoryHeld() throws SQLException {
        String waiting = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
                + " AND wait_event_type = 'Lock' AND query LIKE '%INSERT INTO outbox%' AND pid <> pg_backend_pid()";
        return count(Service.INVENTORY, waiting) > 0;
    }

    @Override
    public void close() {
        system.close();
    }
}
