package dev.layeredsaga.testbed.failures.fault;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.awaitility.Awaitility;
import org.springframework.util.FileSystemUtils;

/** The clocks of processes, each of which can be set apart from the others while it runs. See {@link OffClock}. */
public final class Clocks implements AutoCloseable {

    private final Path folder;
    private final Path agent;

    public Clocks() {
        try {
            folder = Files.createTempDirectory("failure-matrix");
            agent = folder.resolve("off-clock.jar");
            packAgent();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void packAgent() throws IOException {
        Manifest manifest = new Manifest();
        Attributes about = manifest.getMainAttributes();
        about.put(Attributes.Name.MANIFEST_VERSION, "1.0");
        about.putValue("Premain-Class", OffClock.class.getName());
        about.putValue("Can-Retransform-Classes", "true");
        String name = OffClock.class.getName().replace('.', '/') + ".class";
        try (JarOutputStream jar = new JarOutputStream(Files.newOutputStream(agent), manifest);
                var code = OffClock.class.getClassLoader().getResourceAsStream(name)) {
            jar.putNextEntry(new JarEntry(name));
            jar.write(code == null ? new byte[0] : code.readAllBytes());
        }
    }

    /** Returns the environment that makes a process's clock settable. */
    public Map<String, String> environmentOf(String process) {
        set(process, Duration.ZERO);
        return Map.of("JAVA_TOOL_OPTIONS", "-javaagent:%s=%s".formatted(agent, fileOf(process)));
    }

    /** From a moment later on, its clock is off by so much; negative if it is behind. */
    public void set(String process, Duration offset) {
        try {
            Path fresh = folder.resolve(process + ".fresh");
            Files.writeString(fresh, Long.toString(offset.toSeconds()));
            Files.move(fresh, fileOf(process), StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns once the process goes by what was set before. */
    public void awaitSeen(String process) {
        Path set = fileOf(process);
        Path seen = Path.of(set + OffClock.SEEN);
        Awaitility.await("the new clock of " + process)
                .atMost(Duration.ofSeconds(30))
                .pollInterval(Duration.ofMillis(20))
                .until(() -> Files.readString(seen).equals(Files.readString(set)));
    }

    private Path fileOf(String process) {
        return folder.resolve(process + ".offset");
    }

    @Override
    public void close() {
        try {
            FileSystemUtils.deleteRecursively(folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
