package dev.layeredsaga.testbed.failures.chaos.system;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.layeredsaga.testbed.failures.audit.seen.ClaimJournal;
import dev.layeredsaga.testbed.infrastructure.EmbeddedInfrastructure;
import dev.layeredsaga.testbed.infrastructure.EmbeddedSettings;
import dev.layeredsaga.testbed.infrastructure.EmbeddedSettings.Durability;
import dev.layeredsaga.testbed.process.Executable;
import dev.layeredsaga.testbed.process.SeparateSystem;
import dev.layeredsaga.testbed.process.ServiceProcess;
import dev.layeredsaga.testbed.process.TrainedPrograms;
import dev.layeredsaga.testbed.system.Addresses;
import dev.layeredsaga.testbed.system.Service;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.awaitility.core.ConditionTimeoutException;

/** The system under chaos: its own durable servers, and every instance a process of its own. */
public final class ChaosSystem implements AutoCloseable {

    public static final String WEBHOOK_SECRET =
            "whsec_" + Base64.getEncoder().encodeToString("known to this system only".getBytes(UTF_8));

    private final ChaosSettings settings;
    private final EmbeddedInfrastructure infrastructure;
    private final SeparateSystem processes;

    private ChaosSystem(ChaosSettings settings, Path ledger) {
        this.settings = settings;
        this.infrastructure =
                new EmbeddedInfrastructure(EmbeddedSettings.forTests().withDurability(durability(settings)));
        this.processes = SeparateSystem.withServers(
                infrastructure, environment(settings, ledger), ChaosSystem::executable, () -> delete(ledger));
    }

    /** The stub's ledger of a long run is read in one piece. */
    private static Executable executable(String program) {
        Executable trained = TrainedPrograms.FOR_TESTS.of(program);
        return program.equals(SeparateSystem.STUB) ? trained.with("-Xmx512m") : trained;
    }

    /** Returns once every instance is ready; nothing is left if one does not become so. */
    public static ChaosSystem start(ChaosSettings settings) {
        ChaosSystem system = new ChaosSystem(settings, temporaryFile());
        system.processes.closingIfItFails(system::startInstances);
        return system;
    }

    private static Durability durability(ChaosSettings settings) {
        return settings.without().contains(InjectionKind.PROMOTED_STANDBYS) ? Durability.DISK : Durability.STANDBY;
    }

    private static Path temporaryFile() {
        try {
            return Files.createTempFile("chaos-ledger", ".log");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void delete(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void startInstances() {
        Map<String, String> withoutLayers = LayerSwitch.environmentOf(settings.disabledLayers());
        for (int i = 0; i < settings.instances(); i++) {
            for (Service service : Service.values()) {
                var unused = processes.add(service, service == Service.INVENTORY ? withoutLayers : Map.of());
            }
            // a small machine does not start all of them at once in any reasonable time
            everyProcess().forEach(ChaosSystem::awaitReady);
        }
        try (Connection inventory = connect(Service.INVENTORY)) {
            ClaimJournal.install(inventory);
            for (LayerSwitch layer : settings.disabledLayers()) {
                layer.apply(inventory);
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /**
     * Waits for all processes that are mended. Of a sabotaged system only that they live is awaited: its database refuses what the
     * sabotage has made of the rows, so consumers may rightly be held, and not ready, for ever.
     */
    public void awaitMended() {
        awaitReady(stub());
        everyInstance()
                .forEach(settings.disabledLayers().isEmpty() ? ChaosSystem::awaitReady : ServiceProcess::awaitLive);
    }

    /** Gives it longer than the process itself does, which may have to share the machine with all the others. */
    private static void awaitReady(ServiceProcess process) {
        try {
            process.awaitReady();
        } catch (ConditionTimeoutException e) {
            process.awaitReady();
        }
    }

    private static Map<String, String> environment(ChaosSettings settings, Path ledger) {
        Map<String, String> environment = new HashMap<>();
        environment.put("SPRING_MAIN_BANNERMODE", "off");
        environment.put("ORCHESTRATOR_ORDERSAGA_DEADLINE", settings.deadline().toString());
        environment.put("ORCHESTRATOR_RETURNS_GOODSTIMEOUT", "20s");
        environment.put("SAGA_DUELOOP_LOCKTIMEOUT", "10s");
        environment.put("SAGA_COMPENSATIONTIMEOUT", "30s");
        environment.put("PAYMENT_STUB_LEDGER", ledger.toString());
        environment.put("PAYMENT_WEBHOOK_SECRETS", WEBHOOK_SECRET);
        // so that the longest section is that of the last few seconds
        environment.put("MANAGEMENT_METRICS_DISTRIBUTION_EXPIRY_ALL", "4s");
        environment.put("MANAGEMENT_METRICS_DISTRIBUTION_BUFFERLENGTH_ALL", "2");
        return environment;
    }

    /** Returns the prefix of the orders' keys. */
    public String name() {
        return "chaos-" + settings.seed();
    }

    public EmbeddedInfrastructure infrastructure() {
        return infrastructure;
    }

    public Addresses addresses() {
        return processes.addresses();
    }

    public List<URI> urls(Service service) {
        return processes.instancesOf(service).stream().map(ServiceProcess::url).toList();
    }

    public List<ServiceProcess> instances(Service service) {
        return processes.instancesOf(service);
    }

    public ServiceProcess instance(Service service, int number) {
        return instances(service).get(number);
    }

    public ServiceProcess stub() {
        return processes.stub();
    }

    public Stream<ServiceProcess> everyProcess() {
        return processes.processes();
    }

    private Stream<ServiceProcess> everyInstance() {
        return Stream.of(Service.values()).flatMap(service -> processes.instancesOf(service).stream());
    }

    /** The instances of the inventory, as they are called in reports. */
    public Map<String, URI> inventories() {
        List<URI> urls = urls(Service.INVENTORY);
        Map<String, URI> named = new HashMap<>();
        IntStream.range(0, urls.size()).forEach(i -> named.put("inventory-service " + (i + 1), urls.get(i)));
        return named;
    }

    /** The caller closes it. */
    public Connection connect(Service service) throws SQLException {
        return infrastructure.postgres().connect(service.database());
    }

    @Override
    public void close() {
        processes.close();
    }
}
