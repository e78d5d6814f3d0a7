package dev.layeredsaga.testbed.failures.matrix.run;

import dev.layeredsaga.testbed.client.Shop;
import dev.layeredsaga.testbed.failures.chaos.injection.Injector;
import dev.layeredsaga.testbed.failures.chaos.injection.Resending;
import dev.layeredsaga.testbed.failures.chaos.system.ChaosSystem;
import dev.layeredsaga.testbed.failures.fault.Clocks;
import dev.layeredsaga.testbed.failures.fault.Messages;
import dev.layeredsaga.testbed.failures.fault.PublishedKey;
import dev.layeredsaga.testbed.failures.matrix.outcome.Limits;
import dev.layeredsaga.testbed.process.SeparateSystem;
import dev.layeredsaga.testbed.process.Silence;
import dev.layeredsaga.testbed.system.Service;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** A system of the matrix's own, whose servers and processes may be stopped, killed, frozen and set to another time. */
public record Laboratory(ChaosSystem system, Injector injector, Clocks clocks, PublishedKey key)
        implements AutoCloseable {

    /**
     * The deadline is short, so that what has to wait for it does not wait long; longer than a killed orchestrator takes to start on a
     * busy machine and to know of a lost payment call. A compensation is tried for longer than that.
     */
    public static final Limits LIMITS = new Limits(Duration.ofSeconds(70), Duration.ofSeconds(100));

    /** The freeze time after which all locks and leases of a process have expired, Kafka's included. */
    public static final Duration LOCKS_ARE_OVER = Duration.ofSeconds(8);

    private static final Map<String, String> SETTINGS = Map.ofEntries(
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
            // few, so that a few hundred connections are more
            Map.entry("HTTP_MAXCONCURRENTREQUESTS", "150"),
            Map.entry("ORDER_WAITING_INALL", "75"),
            Map.entry("SERVER_TOMCAT_MAXCONNECTIONS", "240"),
            Map.entry("SPRING_KAFKA_CONSUMER_PROPERTIES_SESSION_TIMEOUT_MS", "6000"));

    /** Returns when everything is ready. Leaves no process behind, even if the program is asked to end. */
    static Laboratory start() {
        Clocks clocks = new Clocks();
        PublishedKey key = new PublishedKey();
        Map<String, String> environment = new HashMap<>(SETTINGS);
        environment.putAll(clocks.environmentOf(SeparateSystem.STUB));
        environment.put("SPRING_SECURITY_OAUTH2_RESOURCESERVER_JWT_JWKSETURI", key.address());
        ChaosSystem system =
                ChaosSystem.start(environment, service -> clocks.environmentOf(service.serviceName()), () -> {
                    clocks.close();
                    key.close();
                });
        Messages messages = new Messages(system.infrastructure().kafkaBootstrapServers());
        Laboratory own = new Laboratory(system, new Injector(system, new Resending(messages)), clocks, key);
        system.closingIfItFails(own::awaitWell);
        return own;
    }

    /** Returns once orders go through: everybody is awake, and has been found by Kafka again. */
    public void awaitWell() {
        Shop shop = new Shop(system.addresses());
        String sku = "well-" + UUID.randomUUID();
        shop.stock(sku, 1, "COUNTED");
        shop.awaitEndOf(List.of(shop.order(sku, "pm_ok")));
    }

    /** Does something while the inventory can finish no transaction, so that every step it is asked for stands still. */
    public void whileTheInventoryIsHeld(Runnable action) {
        try (Silence silence = new Silence(system.infrastructure().postgres(), Service.INVENTORY.database())) {
            silence.begin();
            action.run();
            silence.end();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Returns once the inventory stands still in the middle of a transaction. */
    public void awaitInventoryHeld() {
        awaitRows(
                true,
                Service.INVENTORY,
                "SELECT 1 FROM pg_stat_activity WHERE datname = current_database()"
                        + " AND wait_event_type = 'Lock' AND query LIKE '%INSERT INTO outbox%' AND pid <> pg_backend_pid()");
    }

    /** Returns once the order-service has sent all that it has to send. */
    public void awaitSent() {
        awaitRows(false, Service.ORDERS, "SELECT 1 FROM outbox");
    }

    /** Returns once the service has something to send that cannot be sent. */
    public void awaitStuck(Service service) {
        awaitRows(true, service, "SELECT 1 FROM outbox_stuck");
    }

    private void awaitRows(boolean some, Service service, String sql) {
        TestSystem.await(
                sql, () -> system.read(service, sql, row -> row.getInt(1)).isEmpty() != some);
    }

    /** Changes rows of the service's database. */
    public void change(Service service, String sql) {
        injector.databases().on(service.database(), sql);
    }

    @Override
    public void close() {
        system.close();
    }
}
