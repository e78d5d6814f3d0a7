package dev.layeredsaga.testbed.failures.chaos.system;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.layeredsaga.testbed.failures.Rows;
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
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.awaitility.core.ConditionTimeoutException;

/** The system that is made to fail: its own servers, and every instance a process of its own. */
public final class ChaosSystem implements AutoCloseable {

    public static final String WEBHOOK_SECRET =
            "whsec_" + Base64.getEncoder().encodeToString("known to this system only".getBytes(UTF_8));

    private final String name;
    private final EmbeddedInfrastructure infrastructure;
    private final SeparateSystem processes;
    private boolean layersDisabled;

    private ChaosSystem(String name, Durability durability, Map<String, String> environment, Runnable afterwards) {
        File ledger = temporaryFile();
        Map<String, String> all = new HashMap<>(environment);
        all.put("SPRING_MAIN_BANNERMODE", "off");
        all.put("PAYMENT_STUB_LEDGER", ledger.getPath());
        all.put("PAYMENT_WEBHOOK_SECRETS", WEBHOOK_SECRET);
        this.name = name;
        this.infrastructure =
                new EmbeddedInfrastructure(EmbeddedSettings.forTests().withDurability(durability));
        this.processes = SeparateSystem.withServers(infrastructure, all, ChaosSystem::executable, afterwards);
    }

    /** The stub's ledger of a long run is read in one piece. */
    private static Executable executable(String program) {
        Executable trained = TrainedPrograms.FOR_TESTS.of(program);
        return program.equals(SeparateSystem.STUB) ? trained.with("-Xmx512m") : trained;
    }

    /** Returns once every instance is ready; nothing is left if one does not become so. */
    public static ChaosSystem start(ChaosSettings settings) {
        Durability durability =
                settings.without().contains(InjectionKind.PROMOTED_STANDBYS) ? Durability.DISK : Durability.STANDBY;
        ChaosSystem system = new ChaosSystem("chaos-" + settings.seed(), durability, environment(settings), () -> {});
        Map<String, String> withoutLayers = LayerSwitch.environmentOf(settings.disabledLayers());
        system.startInstances(settings.instances(), service -> service == Service.INVENTORY ? withoutLayers : Map.of());
        system.closingIfItFails(() -> system.prepareInventory(settings.disabledLayers()));
        return system;
    }

    /**
     * The same with one instance of each service, on servers that survive nothing.
     *
     * @param environment of all
     * @param settings of each service
     * @param afterwards run once everything has stopped
     */
    public static ChaosSystem start(
            Map<String, String> environment, Function<Service, Map<String, String>> settings, Runnable afterwards) {
        ChaosSystem system = new ChaosSystem("single", Durability.NONE, environment, afterwards);
        system.startInstances(1, settings);
        return system;
    }

    /** Gone when this JVM ends. */
    private static File temporaryFile() {
        try {
            File file = Files.createTempFile("chaos-ledger", ".log").toFile();
            file.deleteOnExit();
            return file;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void startInstances(int count, Function<Service, Map<String, String>> settings) {
        closingIfItFails(() -> {
            for (int i = 0; i < count; i++) {
                for (Service service : Service.values()) {
                    var unused = processes.add(service, settings.apply(service));
                }
                // a small machine does not start all of them at once in any reasonable time
                everyProcess().forEach(ChaosSystem::awaitReady);
            }
        });
    }

    /** Goes on with the start of the system, and closes it if that fails. */
    public void closingIfItFails(Runnable start) {
        processes.closingIfItFails(start);
    }

    private void prepareInventory(Set<LayerSwitch> disabledLayers) {
        layersDisabled = !disabledLayers.isEmpty();
        try (Connection inventory = connect(Service.INVENTORY)) {
            ClaimJournal.install(inventory);
            for (LayerSwitch layer : disabledLayers) {
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
        everyInstance().forEach(layersDisabled ? ServiceProcess::awaitLive : ChaosSystem::awaitReady);
    }

    /** Gives it longer than the process itself does, which may have to share the machine with all the others. */
    private static void awaitReady(ServiceProcess process) {
        try {
            process.awaitReady();
        } catch (ConditionTimeoutException e) {
            process.awaitReady();
        }
    }

    private static Map<String, String> environment(ChaosSettings settings) {
        return Map.of(
                "ORCHESTRATOR_ORDERSAGA_DEADLINE", settings.deadline().toString(),
                "ORCHESTRATOR_RETURNS_GOODSTIMEOUT", "20s",
                "SAGA_DUELOOP_LOCKTIMEOUT", "10s",
                "SAGA_COMPENSATIONTIMEOUT", "30s",
                // so that the longest section is that of the last few seconds
                "MANAGEMENT_METRICS_DISTRIBUTION_EXPIRY_ALL", "4s",
                "MANAGEMENT_METRICS_DISTRIBUTION_BUFFERLENGTH_ALL", "2");
    }

    /** Returns the prefix of the orders' keys. */
    public String name() {
        return name;
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

    /** @param program the name of a service, or of the stub */
    public ServiceProcess instance(String program, int number) {
        return Stream.of(Service.values())
                .filter(service -> service.serviceName().equals(program))
                .findFirst()
                .map(service -> instances(service).get(number))
                .orElseGet(this::stub);
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

    /** Returns what the query finds in the service's database, in its order. */
    public <T> List<T> read(Service service, String sql, Rows.Reading<T> reading, Object... parameters)
            throws SQLException {
        try (Connection connection = connect(service)) {
            return Rows.read(connection, sql, reading, parameters);
        }
    }

    @Override
    public void close() {
        processes.close();
    }
}
