package dev.layeredsaga.testbed.process;

import dev.layeredsaga.testbed.infrastructure.EmbeddedInfrastructure;
import dev.layeredsaga.testbed.infrastructure.EmbeddedSettings;
import dev.layeredsaga.testbed.infrastructure.Infrastructure;
import dev.layeredsaga.testbed.infrastructure.Loopback;
import dev.layeredsaga.testbed.system.Service;
import dev.layeredsaga.testbed.system.StubDoors;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.springframework.boot.logging.LoggingSystem;

/**
 * Starts programs that have been unpacked, as many at a time as there are processors, on servers of its own, so that each leaves
 * an AOT cache (JEP 483, 514, 515) of what its start loads, links and calls most: with it, the next start takes a third of the
 * time. A cache is good for the JVM, the jars and the garbage collector that it was made with; any other goes on without it.
 */
public final class Training {

    static final String JAR = "application.jar";

    static final String CACHE = "application.aot";

    private Training() {}

    /**
     * Leaves FOLDER/application.aot beside each FOLDER/application.jar.
     *
     * @param arguments folders named after their programs; before them, if any, the JVM's options, which begin with a dash
     */
    public static void main(String[] arguments) {
        LoggingSystem.get(Training.class.getClassLoader()).beforeInitialize();
        List<String> options =
                Arrays.stream(arguments).filter(word -> word.startsWith("-")).toList();
        train(
                Arrays.stream(arguments)
                        .filter(word -> !word.startsWith("-"))
                        .map(Path::of)
                        .toList(),
                options);
    }

    /** Leaves FOLDER/application.aot beside each FOLDER/application.jar. */
    static void train(List<Path> folders, List<String> options) {
        try (Infrastructure servers = new EmbeddedInfrastructure(EmbeddedSettings.forTests())) {
            servers.start();
            folders.parallelStream().forEach(folder -> train(folder, options, servers));
        }
    }

    private static void train(Path folder, List<String> options, Infrastructure servers) {
        String program = folder.getFileName().toString();
        Path cache = folder.resolve(CACHE);
        List<String> all = new ArrayList<>(options);
        all.add("-XX:AOTCacheOutput=" + cache);
        int port = Loopback.freePort();
        Path jar = folder.resolve(JAR);
        try (ServiceProcess process =
                ServiceProcess.start(program, new Executable(jar, all), port, environmentOf(program, port, servers))) {
            process.awaitReady();
            process.terminate();
            if (!Files.exists(cache)) {
                throw new IllegalStateException("%s has left no cache:%n%s".formatted(program, process.output()));
            }
        }
        System.out.println(cache);
    }

    private static Map<String, String> environmentOf(String program, int port, Infrastructure servers) {
        Map<String, String> environment = new HashMap<>(StubDoors.environment());
        environment.put("PAYMENT_STUB_PORT", Integer.toString(port));
        for (Service service : Service.values()) {
            if (service.serviceName().equals(program)) {
                environment.putAll(
                        SeparateSystem.environmentFor(servers, service.database(), "http://localhost:" + port));
            }
        }
        return environment;
    }
}
