package dev.layeredsaga.testbed.bench.system;

import dev.layeredsaga.testbed.bench.ordinary.inventory.InventoryApplication;
import dev.layeredsaga.testbed.bench.ordinary.order.OrderApplication;
import dev.layeredsaga.testbed.bench.ordinary.payment.PaymentApplication;
import dev.layeredsaga.testbed.infrastructure.Infrastructure;
import dev.layeredsaga.testbed.infrastructure.server.Loopback;
import dev.layeredsaga.testbed.process.ClassPathJar;
import dev.layeredsaga.testbed.process.Executable;
import dev.layeredsaga.testbed.process.SeparateSystem;
import dev.layeredsaga.testbed.process.ServiceProcess;
import dev.layeredsaga.testbed.process.TrainedPrograms;
import dev.layeredsaga.testbed.system.Addresses;
import dev.layeredsaga.testbed.system.StubAccess;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URL;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The ordinary system, with a payment stub of its own. */
final class Ordinary implements Peer {

    /**
     * Everything on the class path that a project of its own would not have: all that is built here, and libraries of ours, much of
     * which Spring Boot would configure.
     */
    private static final Pattern NOT_ITS_OWN = Pattern.compile("/(target/(launch/)?[^/]+$"
            + "|wiremock|opentelemetry|spring-boot-(starter-)?(micrometer-tracing|opentelemetry|flyway)"
            + "|micrometer-(tracing|registry)|springdoc|swagger|resilience4j|spring-boot-resilience|flyway"
            + "|testcontainers|embedded-|httpclient5)");

    private static final Pattern SECURITY =
            Pattern.compile("/(spring-boot-(starter-)?security|spring-security|nimbus)");

    private final Infrastructure servers;
    private final ServiceProcess stub;
    private final ServiceProcess payments;
    private final ServiceProcess inventory;
    private final ServiceProcess orders;

    Ordinary(Infrastructure servers) {
        this.servers = servers;
        int stubPort = Loopback.freePort();
        Map<String, String> access = new HashMap<>(StubAccess.environment());
        access.put("PAYMENT_STUB_PORT", Integer.toString(stubPort));
        stub = ServiceProcess.start("ordinary-stub", Ours.executable(SeparateSystem.STUB), stubPort, access);
        payments = start("payment-service", PaymentApplication.class, false, Map.of());
        inventory = start("inventory-service", InventoryApplication.class, false, Map.of());
        orders = start(
                "order-service",
                OrderApplication.class,
                true,
                Map.of(
                        "INVENTORY_URL", inventory.url().toString(),
                        "PAYMENTS_URL", payments.url().toString()));
    }

    /** @param secured true if it takes requests from outside, which need a token */
    private ServiceProcess start(String name, Class<?> application, boolean secured, Map<String, String> more) {
        Map<String, String> environment = new HashMap<>(SeparateSystem.environmentFor(
                servers, databaseOf(name), stub.url().toString()));
        environment.put("ORDINARY_SERVICE", name);
        environment.put("SPRING_CONFIG_NAME", "ordinary");
        environment.putAll(more);
        String program = "ordinary-" + name;
        Executable executable = new Executable(jar(program, application, secured), TrainedPrograms.OPTIONS_AS_DEPLOYED);
        return ServiceProcess.start(program, executable, Loopback.freePort(), environment);
    }

    private static String databaseOf(String service) {
        return "ordinary_" + service.replace('-', '_');
    }

    /** Writes a jar that only names its class path and its main class. */
    private static Path jar(String name, Class<?> application, boolean secured) {
        Path jar = Path.of("target", name + ".jar").toAbsolutePath();
        try {
            ClassPathJar.write(jar, classPath(secured), application.getName());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return jar;
    }

    /** Returns this module's own classes and the libraries that the ordinary system needs. */
    static List<Path> classPath(boolean secured) {
        URL ownClasses =
                OrderApplication.class.getProtectionDomain().getCodeSource().getLocation();
        Stream<Path> libraries = Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entry -> !NOT_ITS_OWN.matcher(entry).find())
                .filter(entry -> secured || !SECURITY.matcher(entry).find())
                .map(Path::of);
        return Stream.concat(Stream.of(Path.of(URI.create(ownClasses.toString()))), libraries)
                .toList();
    }

    @Override
    public String title() {
        return "ordinary";
    }

    @Override
    public void start() {
        processes().forEach(ServiceProcess::awaitReady);
    }

    private Stream<ServiceProcess> processes() {
        return Stream.of(orders, inventory, payments, stub);
    }

    /** The orchestrator's place is taken by the order service. */
    @Override
    public Addresses addresses() {
        return new Addresses(orders.url(), orders.url(), inventory.url(), stub.url());
    }

    @Override
    public List<URI> orderServices() {
        return List.of(orders.url());
    }

    @Override
    public List<List<ServiceProcess>> services() {
        return List.of(List.of(orders), List.of(inventory), List.of(payments));
    }

    @Override
    public ServiceProcess stub() {
        return stub;
    }

    @Override
    public List<String> topics() {
        return List.of(endsTopic());
    }

    @Override
    public String endsTopic() {
        return OrderApplication.TOPIC;
    }

    @Override
    public String inventoryDatabase() {
        return databaseOf("inventory-service");
    }

    @Override
    public void close() {
        processes().forEach(ServiceProcess::close);
    }
}
