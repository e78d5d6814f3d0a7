package dev.layeredsaga.testbed.process;

import dev.layeredsaga.testbed.infrastructure.Infrastructure;
import dev.layeredsaga.testbed.infrastructure.LocalIssuer;
import dev.layeredsaga.testbed.infrastructure.ServiceSettings;
import dev.layeredsaga.testbed.infrastructure.server.Loopback;
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
 * The payment stub and any number of instances of each service, each a process of its own, on servers that are already there or on
 * its own. Closing is thread-safe, the rest is not.
 */
public final class SeparateSystem implements AutoCloseable {

    /** The name of the stub's module. */
    public static final String STUB = "payment-stub";

    private final Infrastructure infrastructure;
    private final Map<String, String> environment;
    private final Function<String, Executable> programs;
    private final ServiceProcess stub;
    private final Map<Service, List<ServiceProcess>> services = new EnumMap<>(Service.class);
    private final List<Runnable> afterwards = new ArrayList<>();
    private boolean closed;

    /**
     * Starts the stub on servers that belong to others, without waiting until it is ready.
     *
     * @param environment for all processes, on top of the addresses of the others
     * @param programs each executable by its program's name, such as {@code TrainedPrograms.FOR_TESTS::of}
     */
    public SeparateSystem(
            Infrastructure infrastructure, Map<String, String> environment, Function<String, Executable> programs) {
        this.programs = programs;
        this.infrastructure = infrastructure;
        this.environment = environment;
        int port = Loopback.freePort();
        Map<String, String> own = new HashMap<>(environment);
        own.putAll(StubAccess.environment());
        own.put("PAYMENT_STUB_PORT", Integer.toString(port));
        this.stub = ServiceProcess.start(STUB, programs.apply(STUB), port, own);
    }

    /**
     * Starts the stub and these servers. All are closed together, at the latest when this JVM is asked to end.
     *
     * @param afterwards run once everything has stopped
     */
    public static SeparateSystem withServers(
            Infrastructure servers,
            Map<String, String> environment,
            Function<String, Executable> programs,
            Runnable... afterwards) {
        SeparateSystem system = new SeparateSystem(servers, environment, programs);
        system.afterwards.add(servers::close);
        system.afterwards.addAll(List.of(afterwards));
        Runtime.getRuntime().addShutdownHook(new Thread(system::close, "system-close"));
        system.closingIfItFails(servers::start);
        return system;
    }

    /** The names of all programs that a system is made of. */
    static Stream<String> programs() {
        return Stream.concat(Arrays.stream(Service.values()).map(Service::serviceName), Stream.of(STUB));
    }

    /** Starts one instance of each service and waits until all of them are ready. */
    public SeparateSystem startEach() {
        return startEach(service -> Map.of());
    }

    /** The same with settings for each. If one does not become ready, everything is closed. */
    public SeparateSystem startEach(Function<Service, Map<String, String>> settings) {
        closingIfItFails(() -> {
            for (Service service : Service.values()) {
                add(service, settings.apply(service));
            }
            awaitReady();
        });
        return this;
    }

    /** Goes on with the start of the system, and closes it if that fails. */
    public void closingIfItFails(Runnable start) {
        try {
            start.run();
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    /**
     * Starts a further instance without waiting until it is ready.
     *
     * @throws IllegalStateException if all is closed
     */
    public ServiceProcess add(Service service, Map<String, String> settings) {
        Map<String, String> own = new HashMap<>(environment);
        own.putAll(environmentFor(infrastructure, service.database(), stub.url().toString()));
        own.putAll(settings);
        Executable program = programs.apply(service.serviceName());
        // nothing slow: a call to close() waits for it
        synchronized (this) {
            if (closed) {
                throw new IllegalStateException("the system has been closed");
            }
            ServiceProcess instance = ServiceProcess.start(service.serviceName(), program, Loopback.freePort(), own);
            services.computeIfAbsent(service, none -> new ArrayList<>()).add(instance);
            return instance;
        }
    }

    /**
     * Returns a service's environment, with the variables that its settings name for users: infrastructure, gateway, trust in the
     * {@link LocalIssuer}. Creates its database if absent.
     */
    public static Map<String, String> environmentFor(
            Infrastructure infrastructure, String database, String paymentGateway) {
        infrastructure.postgres().createDatabase(database);
        Map<String, String> environment =
                new HashMap<>(ServiceSettings.asEnvironment(LocalIssuer.get().settings()));
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

    public Infrastructure infrastructure() {
        return infrastructure;
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

    /** Kills every process, then closes the servers that are its own. */
    @Override
    public synchronized void close() {
        if (!closed) {
            closed = true;
            processes().forEach(ServiceProcess::close);
            afterwards.forEach(Runnable::run);
        }
    }

    /** All processes, the stub first. */
    public Stream<ServiceProcess> processes() {
        return Stream.concat(
                Stream.of(stub), Stream.of(Service.values()).flatMap(service -> instancesOf(service).stream()));
    }
}
