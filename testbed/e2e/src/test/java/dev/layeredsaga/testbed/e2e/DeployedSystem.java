package dev.layeredsaga.testbed.e2e;

import dev.layeredsaga.testbed.client.Shop;
import dev.layeredsaga.testbed.infrastructure.EmbeddedInfrastructure;
import dev.layeredsaga.testbed.infrastructure.EmbeddedSettings;
import dev.layeredsaga.testbed.infrastructure.Infrastructure;
import dev.layeredsaga.testbed.infrastructure.server.Loopback;
import dev.layeredsaga.testbed.process.Executable;
import dev.layeredsaga.testbed.process.SeparateSystem;
import dev.layeredsaga.testbed.process.ServiceProcess;
import dev.layeredsaga.testbed.process.TrainedPrograms;
import dev.layeredsaga.testbed.system.Addresses;
import dev.layeredsaga.testbed.system.Service;
import java.net.URI;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;

/** The four programs with the memory, the options and the port for health that their images give them, on servers of their own. */
@Tag("outage")
final class DeployedSystem {

    /** As docker/Dockerfile has it. */
    private static final String END_WITHOUT_MEMORY = "-XX:+ExitOnOutOfMemoryError";

    private final Map<Service, Integer> healthPorts = new EnumMap<>(Service.class);
    private final SeparateSystem system;

    private DeployedSystem() {
        system = SeparateSystem.withServers(
                        new EmbeddedInfrastructure(EmbeddedSettings.forTests()),
                        Map.of("SPRING_MAIN_BANNERMODE", "off"),
                        DeployedSystem::asItsImageRunsIt)
                .startEach(this::withHealthPort);
    }

    /** Returns the one that all classes share: started on first use, closed when the JVM ends. */
    static DeployedSystem get() {
        return Holder.SHARED;
    }

    private Map<String, String> withHealthPort(Service service) {
        int port = Loopback.freePort();
        healthPorts.put(service, port);
        return Map.of("HTTP_HEALTHPORT", Integer.toString(port));
    }

    private static Executable asItsImageRunsIt(String program) {
        return TrainedPrograms.FOR_TESTS.of(program).with(END_WITHOUT_MEMORY);
    }

    Infrastructure infrastructure() {
        return system.infrastructure();
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
        return system.processes().toList();
    }

    /** Returns the readiness URL on the service's health port. */
    URI readinessOf(Service service) {
        return URI.create("http://127.0.0.1:" + healthPorts.get(service) + "/actuator/health/readiness");
    }

    private static final class Holder {
        static final DeployedSystem SHARED = new DeployedSystem();
    }
}
