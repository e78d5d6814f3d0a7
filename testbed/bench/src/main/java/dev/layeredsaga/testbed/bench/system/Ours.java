package dev.layeredsaga.testbed.bench.system;

import dev.layeredsaga.contract.Topics;
import dev.layeredsaga.testbed.bench.service.Programs;
import dev.layeredsaga.testbed.infrastructure.Infrastructure;
import dev.layeredsaga.testbed.process.Executable;
import dev.layeredsaga.testbed.process.SeparateSystem;
import dev.layeredsaga.testbed.process.ServiceProcess;
import dev.layeredsaga.testbed.system.Addresses;
import dev.layeredsaga.testbed.system.Service;
import java.net.URI;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The project's services as deployed, with any number of instances of each. */
final class Ours implements Peer {

    /** Limits that no single client of a real system should have. */
    private static final Map<String, String> LIMITS = Map.of(
            "HTTP_RATELIMIT_OPERATORPERSECOND", "1000000",
            "HTTP_RATELIMIT_OPERATORBURST", "1000000");

    /** Retention of minutes instead of days, so that every row written is also deleted within the benchmark, and so no returns. */
    private static final Map<String, String> RETENTION = Map.ofEntries(
            Map.entry("MESSAGING_TOPICS_RETENTION", "1m"),
            Map.entry("MESSAGING_INBOX_RETENTION", "2m"),
            Map.entry("MESSAGING_INBOX_INTERVAL", "5s"),
            Map.entry("INVENTORY_HOLDS_KEEPKEYS", "2m"),
            Map.entry("INVENTORY_RETENTION_RETURNS", "0"),
            Map.entry("INVENTORY_RETENTION_TOPICS", "1m"),
            Map.entry("INVENTORY_RETENTION_KEEP", "3m"),
            Map.entry("INVENTORY_RETENTION_INTERVAL", "5s"),
            Map.entry("ORCHESTRATOR_RETURNS_WINDOW", "0"),
            Map.entry("SAGA_RETENTION_KEEP", "4m"),
            Map.entry("SAGA_RETENTION_INTERVAL", "5s"),
            Map.entry("ORDER_RECONCILIATION_PLACEDAGAINFOR", "3m"),
            Map.entry("ORDER_RETENTION_SAGAS", "4m"),
            Map.entry("ORDER_RETURNS_WINDOW", "0"),
            Map.entry("ORDER_RETENTION_KEEP", "5m"),
            Map.entry("ORDER_RETENTION_INTERVAL", "5s"));

    private final SeparateSystem system;
    private int instances = 1;

    Ours(Infrastructure servers) {
        Map<String, String> environment = new HashMap<>(LIMITS);
        environment.putAll(RETENTION);
        system = new SeparateSystem(servers, environment, Ours::executable);
    }

    /**
     * Returns the program as deployed, plus the JVM options in {@code BENCH_JVM_OPTIONS}, such as a recording. The stub keeps
     * every payment of the benchmark in memory: it gets a larger heap and promotes objects after one copy. Under this load that
     * shortens its pauses, one every two seconds, from 57 ms to 31 ms.
     */
    static Executable executable(String program) {
        Executable deployed = Programs.of(program);
        Stream<String> memory = program.equals(SeparateSystem.STUB)
                ? Stream.of("-Xmx2g", "-XX:MaxTenuringThreshold=1")
                : Stream.empty();
        String more = System.getenv().getOrDefault("BENCH_JVM_OPTIONS", "");
        return new Executable(
                deployed.jar(),
                Stream.of(deployed.options().stream(), memory, Stream.of(more.split(" ")))
                        .flatMap(options -> options)
                        .filter(option -> !option.isBlank())
                        .toList());
    }

    @Override
    public String title() {
        return "ours";
    }

    @Override
    public void start() {
        system.startEach();
    }

    /** Starts a further instance of each service. */
    void addInstances() {
        for (Service service : Service.values()) {
            system.add(service, Map.of());
        }
        system.awaitReady();
        instances++;
    }

    /** Stops the last instance of each service. */
    void removeInstances() {
        instances--;
        for (Service service : Service.values()) {
            system.instancesOf(service).get(instances).terminate();
        }
    }

    private List<ServiceProcess> instancesOf(Service service) {
        return system.instancesOf(service).subList(0, instances);
    }

    @Override
    public Addresses addresses() {
        return system.addresses();
    }

    @Override
    public List<URI> orderServices() {
        return instancesOf(Service.ORDERS).stream().map(ServiceProcess::url).toList();
    }

    @Override
    public List<List<ServiceProcess>> services() {
        return Stream.of(Service.ORDERS, Service.INVENTORY, Service.ORCHESTRATOR)
                .map(this::instancesOf)
                .toList();
    }

    @Override
    public ServiceProcess stub() {
        return system.stub();
    }

    @Override
    public List<String> topics() {
        return Topics.ALL;
    }

    @Override
    public String endsTopic() {
        return Topics.SAGA_EVENTS;
    }

    @Override
    public String inventoryDatabase() {
        return Service.INVENTORY.database();
    }

    @Override
    public void close() {
        system.close();
    }
}
