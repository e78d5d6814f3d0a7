package dev.layeredsaga.testbed.system;

import dev.layeredsaga.console.signin.LocalSignIn;
import dev.layeredsaga.paymentstub.PaymentStubServer;
import dev.layeredsaga.paymentstub.StubSettings;
import dev.layeredsaga.testbed.infrastructure.Infrastructure;
import dev.layeredsaga.testbed.infrastructure.ServiceSettings;
import dev.layeredsaga.testbed.infrastructure.server.SideBySide;
import java.net.InetAddress;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.function.BiConsumer;
import java.util.stream.Stream;

/**
 * The four services in this JVM, on infrastructure that is already there. Each has its own application context and database;
 * they talk over Kafka and HTTP, as they would apart. Not thread-safe.
 */
public final class HostedSystem implements AutoCloseable {

    private final Infrastructure infrastructure;
    private final BiConsumer<String, Duration> progress;
    private final Map<Service, List<HostedService>> services = new ConcurrentHashMap<>();
    private final Deque<AutoCloseable> running = new ConcurrentLinkedDeque<>();
    private Optional<Path> ledger = Optional.empty();
    private Optional<PaymentStubServer> paymentStub = Optional.empty();

    public HostedSystem(Infrastructure infrastructure) {
        this(infrastructure, (part, took) -> {});
    }

    /** @param progress is notified of every part that is up, and how long it took */
    public HostedSystem(Infrastructure infrastructure, BiConsumer<String, Duration> progress) {
        this.infrastructure = infrastructure;
        this.progress = progress;
    }

    /** Lets the payment stub keep its ledger in this file; without it, in memory. */
    public HostedSystem keepingLedgerIn(Path file) {
        ledger = Optional.of(file);
        return this;
    }

    /**
     * Starts one instance of each service, all at the same time. Returns, or throws the first failure, when none is starting any
     * more; those that have started are left to {@link #close()}.
     */
    public HostedSystem start(ServicePorts ports, Map<String, String> settings) {
        startPaymentStub(ports.paymentStub());
        HostedLog.setUp(settings);
        SideBySide.run(Stream.of(Service.values())
                .<Runnable>map(service -> () -> start(service, ports, settings))
                .toList());
        return this;
    }

    private void start(Service service, ServicePorts ports, Map<String, String> settings) {
        Map<String, String> own = new HashMap<>(settings);
        own.put("server.port", Integer.toString(ports.of(service)));
        timed(service.serviceName(), () -> add(service, own));
    }

    /** Starts the payment stub alone. */
    public void startPaymentStub(int port) {
        timed("payment-stub", () -> startStub(port));
    }

    /** Returns the settings with which a service that runs elsewhere is part of this system; creates its database. */
    public Map<String, String> settingsOf(Service service) {
        return withAddresses(service, Map.of());
    }

    /** Starts a further instance on the same database, on a free port. */
    public HostedService addInstance(Service service, Map<String, String> settings) {
        Map<String, String> own = new HashMap<>(settings);
        own.put("server.port", "0");
        return add(service, own);
    }

    /** Stops every instance of the service; {@link #addInstance} brings it back. */
    public void stop(Service service) {
        List<HostedService> instances = services.getOrDefault(service, List.of());
        running.removeAll(instances);
        instances.forEach(HostedService::close);
        instances.clear();
    }

    private HostedService add(Service service, Map<String, String> settings) {
        Map<String, String> all = withAddresses(service, settings);
        // an application.yaml is of another program: a test's class path may have one
        all.put("spring.config.name", service.serviceName());
        HostedService instance = HostedService.start(service, all);
        running.push(instance);
        services.computeIfAbsent(service, none -> new ArrayList<>()).add(instance);
        return instance;
    }

    private PaymentStubServer startStub(int port) {
        StubSettings settings =
                StubSettings.onPort(port).withKeys(StubAccess.keys()).withAddress(InetAddress.getLoopbackAddress());
        PaymentStubServer stub =
                PaymentStubServer.start(ledger.map(settings::withLedger).orElse(settings));
        running.push(stub);
        paymentStub = Optional.of(stub);
        return stub;
    }

    private Map<String, String> withAddresses(Service service, Map<String, String> settings) {
        infrastructure.postgres().createDatabase(service.database());
        Map<String, String> all = new HashMap<>(settings);
        all.putAll(ServiceSettings.on(infrastructure, service.database()));
        all.put("server.address", "127.0.0.1");
        // unless there is something between the two
        all.putIfAbsent("orchestrator.payment-gateway.url", paymentStubUrl().toString());
        all.putIfAbsent("orchestrator.payment-gateway.api-key", StubAccess.apiKey());
        all.putIfAbsent("saga.console.peers.gateway-key", StubAccess.apiKey());
        return all;
    }

    private void timed(String part, Runnable start) {
        long begin = System.nanoTime();
        start.run();
        progress.accept(part, Duration.ofNanos(System.nanoTime() - begin));
    }

    /** Returns the addresses of each service's first instance. */
    public Addresses addresses() {
        return new Addresses(
                first(Service.ORDERS).url(),
                first(Service.ORCHESTRATOR).url(),
                first(Service.INVENTORY).url(),
                paymentStubUrl());
    }

    private URI paymentStubUrl() {
        return paymentStub.map(PaymentStubServer::url).orElse(URI.create("http://localhost"));
    }

    /**
     * Returns the payment stub.
     *
     * @throws java.util.NoSuchElementException if it has not been started
     */
    public PaymentStubServer paymentStub() {
        return paymentStub.orElseThrow();
    }

    /** Returns the link that opens the console once, of a system that was started with {@code saga.console.local-sign-in}. */
    public String consoleLink() {
        return first(Service.ORCHESTRATOR).bean(LocalSignIn.class).link();
    }

    private HostedService first(Service service) {
        return services.getOrDefault(service, List.of()).getFirst();
    }

    /** Stops everything in the reverse order of its start. */
    @Override
    public void close() {
        while (!running.isEmpty()) {
            try {
                running.pop().close();
            } catch (Exception e) {
                // the others are still to be stopped
                System.err.println("could not be stopped properly: " + e);
            }
        }
    }
}
