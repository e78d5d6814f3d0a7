package dev.layeredsaga.testbed.process;

import dev.layeredsaga.testbed.infrastructure.Infrastructure;
import dev.layeredsaga.testbed.infrastructure.LocalIssuer;
import dev.layeredsaga.testbed.infrastructure.Loopback;
import dev.layeredsaga.testbed.system.Addresses;
import dev.layeredsaga.testbed.system.Service;
import dev.layeredsaga.testbed.system.StubAccess;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The payment stub and any number of instances of each service, each a process of its own, on infrastructure that is already
 * there. Not thread-safe.
 */
public final class SeparateSystem implements AutoCloseable {

    /** The name of the stub's module. */
    public static final String STUB = "payment-stub";

    private final Infrastructure infrastructure;
    private final String databaseSuffix;
    private final Map<String, String> environment;
    private final Function<String, Executable> programs;
    private final ServiceProcess stub;
    private final Map<Service, List<ServiceProcess>> services = new EnumMap<>(Service.class);

    /**
     * Starts the stub, without waiting until it is ready.
     *
     * @param databaseSuffix behind the name of each database; empty for the usual ones
     * @param environment for all processes, on top of what tells them where the others are
     */
    public SeparateSystem(Infrastructure infrastructure, String databaseSuffix, Map<String, String> environment) {
        this(infrastructure, databaseSuffix, environment, TrainedPrograms.FOR_TESTS::of);
    }

    /** The same with executables of one's own, each by its program's name. */
    public SeparateSystem(
            Infrastructure infrastructure,
            String databaseSuffix,
            Map<String, String> environment,
            Function<String, Executable> programs) {
        this.programs = programs;
        this.infrastructure = infrastructure;
        this.databaseSuffix = databaseSuffix;
        this.environment = environment;
        int port = Loopback.freePort();
        Map<String, String> own = new HashMap<>(environment);
        own.putAll(StubAccess.environment());
        own.put("PAYMENT_STUB_PORT", Integer.toString(port));
        this.stub = ServiceProcess.start(STUB, programs.apply(STUB), port, own);
    }

    /** The names of all programs that a system is made of. */
    static Stream<String> programs() {
        return Stream.concat(Arrays.stream(Service.values()).map(Service::serviceName), Stream.of(STUB));
    }

    /** Starts one instance of each service and waits until all of them are ready. */
    public SeparateSystem startEach() {
        for (Service service : Service.values()) {
            add(service, Map.of());
        }
        awaitReady();
        return this;
    }

    /** Starts a further instance without waiting until it is ready. */
    public ServiceProcess add(Service service, Map<String, String> settings) {
        Map<String, String> own = new HashMap<>(environment);
        own.putAll(whereTheOthersAre(service));
        own.putAll(settings);
        String program = service.serviceName();
        ServiceProcess instance = ServiceProcess.start(program, programs.apply(program), Loopback.freePort(), own);
        services.computeIfAbsent(service, none -> new ArrayList<>()).add(instance);
        return instance;
    }

    private Map<String, String> whereTheOthersAre(Service service) {
        return environmentFor(infrastructure, databaseOf(service), stub.url().toString());
    }

    /** Returns a service's environment: infrastructure, gateway, trust in the {@link LocalIssuer}. Creates its database if absent. */
    public static Map<String, String> environmentFor(
            Infrastructure infrastructure, String database, String paymentGateway) {
        infrastructure.postgres().createDatabase(database);
        Map<String, String> environment = new HashMap<>(LocalIssuer.get().environment());
        environment.put("DATABASE_URL", infrastructure.postgres().jdbcUrl(database));
        environment.put("DATABASE_USER", infrastructure.postgres().user());
        environment.put("DATABASE_PASSWORD", infrastructure.postgres().password());
        environment.put("KAFKA_BOOTSTRAP_SERVERS", infrastructure.kafkaBootstrapServers());
        environment.put("REDIS_URL", infrastructure.redisUrl());
        environment.put("PAYMENT_GATEWAY_URL", paymentGateway);
        environment.put("PAYMENT_GATEWAY_API_KEY", StubAccess.apiKey());
        return environment;
    }

    public void awaitReady() {
        processes().forEach(ServiceProcess::awaitReady);
    }

    public String databaseOf(Service service) {
        return service.database() + databaseSuffix;
    }

    public ServiceProcess stub() {
        return stub;
    }

    /** Every instance of the service, in the order in which they were started. */
    public List<ServiceProcess> instancesOf(Service service) {
        return List.copyOf(services.getOrDefault(service, List.of()));
    }

    /** Returns the addresses of each service's first instance. */
    public Addresses addresses() {
        return new Addresses(
                instancesOf(Service.ORDERS).getFirst().url(),
                instancesOf(Service.ORCHESTRATOR).getFirst().url(),
                instancesOf(Service.INVENTORY).getFirst().url(),
                stub.url());
    }

    /** Asks every process to stop, and waits until all of them have. */
    void terminate() {
        processes().parallel().forEach(ServiceProcess::terminate);
    }

    /** Kills every process. */
    @Override
    public void close() {
        processes().forEach(ServiceProcess::close);
    }

    private Stream<ServiceProcess> processes() {
        return Stream.concat(services.values().stream().flatMap(List::stream), Stream.of(stub));
    }
}
