package dev.layeredsaga.testbed.e2e;

import dev.layeredsaga.testbed.client.Shop;
import dev.layeredsaga.testbed.infrastructure.EmbeddedInfrastructure;
import dev.layeredsaga.testbed.infrastructure.EmbeddedSettings;
import dev.layeredsaga.testbed.infrastructure.Infrastructure;
import dev.layeredsaga.testbed.infrastructure.Loopback;
import dev.layeredsaga.testbed.process.Executable;
import dev.layeredsaga.testbed.process.SeparateSystem;
import dev.layeredsaga.testbed.process.ServiceProcess;
import dev.layeredsaga.testbed.process.TrainedPrograms;
import dev.layeredsaga.testbed.system.Addresses;
import dev.layeredsaga.testbed.system.Service;
import java.net.URI;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The four programs with the memory, the options and the port for health that their images give them, on servers of their own. */
final class DeployedSystem implements AutoCloseable {

    /** As docker/Dockerfile has it. */
    private static final String END_WITHOUT_MEMORY = "-XX:+ExitOnOutOfMemoryError";

    private final Map<Service, Integer> healthPorts = new EnumMap<>(Service.class);
    private final Infrastructure infrastructure;
    private final SeparateSystem system;

    private DeployedSystem(Infrastructure infrastructure) {
        this.infrastructure = infrastructure;
        this.system = new SeparateSystem(
                infrastructure, "", Map.of("SPRING_MAIN_BANNERMODE", "off"), DeployedSystem::asItsImageRunsIt);
    }

    /** Returns when everything is ready. */
    static DeployedSystem start() {
        DeployedSystem started = new DeployedSystem(EmbeddedInfrastructure.start(EmbeddedSettings.forTests()));
        for (Service service : Service.values()) {
            int healthPort = Loopback.freePort();
            started.healthPorts.put(service, healthPort);
            started.system.add(service, Map.of("HTTP_HEALTHPORT", Integer.toString(healthPort)));
        }
        started.system.awaitReady();
        return started;
    }

    private static Executable asItsImageRunsIt(String program) {
        Executable executable = TrainedPrograms.FOR_TESTS.of(program);
        return new Executable(
                executable.jar(),
                Stream.concat(executable.options().stream(), Stream.of(END_WITHOUT_MEMORY))
                        .toList());
    }

    Infrastructure infrastructure() {
        return infrastructure;
    }

    Addresses addresses() {
        return system.addresses();
    }

    Shop shop() {
        return new Shop(addresses());
    }

    ServiceProcess stub() {
        return system.stub();
    }

    ServiceProcess process(Service service) {
        return system.instancesOf(service).getFirst();
    }

    List<ServiceProcess> processes() {
        return Stream.concat(Arrays.stream(Service.values()).map(this::process), Stream.of(system.stub()))
                .toList();
    }

    /** Returns the readiness URL on the service's health port. */
    URI readinessOf(Service service) {
        return URI.create("http://127.0.0.1:" + healthPorts.get(service) + "/actuator/health/readiness");
    }

    String databaseOf(Service service) {
        return system.databaseOf(service);
    }

    @Override
    public void close() {
        system.close();
        infrastructure.close();
    }
}
