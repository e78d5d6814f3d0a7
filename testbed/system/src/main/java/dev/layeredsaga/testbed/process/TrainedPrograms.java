package dev.layeredsaga.testbed.process;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.springframework.util.DigestUtils;
import org.springframework.util.FileSystemUtils;

/**
 * The programs as their images have them, as plain jars and with an AOT cache, so that a start takes a third of the time. They are
 * made when the first one is asked for after a build, which takes a minute or two, and kept beside the jars. Threads and processes
 * that ask meanwhile wait for them.
 */
public final class TrainedPrograms {

    /** The heap and the garbage collector that the images have, because a cache is good for one of the latter only. */
    public static final List<String> OPTIONS_AS_DEPLOYED =
            List.of("-Xmx256m", "-XX:+UseSerialGC", "-XX:+UseTransparentHugePages");

    public static final TrainedPrograms AS_DEPLOYED = new TrainedPrograms("deployed", List.of(), Training.MANY_ORDERS);

    /** Programs that do not live long enough to gain from more compiling, nor from more training. */
    public static final TrainedPrograms FOR_TESTS =
            new TrainedPrograms("tests", List.of("-XX:TieredStopAtLevel=1"), 200);

    /** A file that says of which jar a program is, and what JVM its cache is for. */
    private static final String ORIGIN = "origin";

    /** Many times what it takes on a slow machine. */
    private static final Duration LONGEST_TRAINING = Duration.ofMinutes(30);

    private final String purpose;
    private final List<String> options;
    private final int orders;

    private TrainedPrograms(String purpose, List<String> furtherOptions, int orders) {
        this.purpose = purpose;
        this.orders = orders;
        this.options = Stream.concat(OPTIONS_AS_DEPLOYED.stream(), furtherOptions.stream())
                .toList();
    }

    /**
     * @param program the name of its module
     * @throws IllegalStateException if it has not been built
     */
    public synchronized Executable of(String program) {
        if (!areTrained()) {
            trainUnlessAnotherProcessHas();
        }
        Path folder = folderOf(program);
        return new Executable(folder.resolve(Training.JAR), options)
                .with("-XX:AOTCache=" + folder.resolve(Training.CACHE));
    }

    /** Starts the program alone, without waiting until it is ready. */
    public ServiceProcess start(String program, int port, Map<String, String> environment) {
        return ServiceProcess.start(program, of(program), port, environment);
    }

    private Path folderOf(String program) {
        return Jars.folderOf(program).resolve("trained").resolve(purpose).resolve(program);
    }

    private void trainUnlessAnotherProcessHas() {
        Path lock = Jars.folderOf(SeparateSystem.STUB).resolve("trained-" + purpose + ".lock");
        try (FileChannel file = FileChannel.open(lock, CREATE, WRITE)) {
            // held until the file is closed
            var unused = Awaitility.await("another process has made the AOT caches")
                    .atMost(LONGEST_TRAINING)
                    .pollInterval(Duration.ofSeconds(1))
                    .until(file::tryLock, Objects::nonNull);
            if (!areTrained()) {
                train(SeparateSystem.programs().toList());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private boolean areTrained() {
        return SeparateSystem.programs().allMatch(this::isTrained);
    }

    private boolean isTrained(String program) {
        try {
            Path origin = folderOf(program).resolve(ORIGIN);
            return Files.exists(origin) && Files.readString(origin).equals(originOf(program));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void train(List<String> programs) {
        try {
            for (String program : programs) {
                layOut(Jars.of(program), folderOf(program));
            }
            Training.train(programs.stream().map(this::folderOf).toList(), options, orders);
            for (String program : programs) {
                Files.writeString(folderOf(program).resolve(ORIGIN), originOf(program));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private String originOf(String program) throws IOException {
        List<String> origin = new ArrayList<>(options);
        List<Path> jars = Jars.of(program);
        if (jars.size() == 1) {
            // its time would not do: a reproducible build gives all executable jars the same
            try (InputStream content = Files.newInputStream(jars.getFirst())) {
                origin.add(DigestUtils.md5DigestAsHex(content));
            }
        } else {
            for (Path jar : jars) {
                // the JVM takes a cache only if these times are as they were
                origin.add(jar + " " + Files.getLastModifiedTime(jar));
            }
        }
        return String.join("\n", origin);
    }

    private static void layOut(List<Path> jars, Path folder) throws IOException, InterruptedException {
        FileSystemUtils.deleteRecursively(folder);
        if (jars.size() == 1) {
            unpack(jars.getFirst(), folder);
        } else {
            ClassPathJar.write(folder.resolve(Training.JAR), jars);
        }
    }

    private static void unpack(Path jar, Path folder) throws IOException, InterruptedException {
        Path layers = folder.resolveSibling("layers");
        unpackIntoLayers(jar, layers);
        FileSystemUtils.copyRecursively(layers.resolve("dependencies"), folder);
        FileSystemUtils.copyRecursively(layers.resolve("application"), folder);
        FileSystemUtils.deleteRecursively(layers);
    }

    private static void unpackIntoLayers(Path jar, Path layers) throws IOException, InterruptedException {
        Path script = Jars.projectRoot().resolve("docker").resolve("unpack");
        ProcessBuilder builder =
                new ProcessBuilder(script.toString(), jar.toString(), layers.toString()).redirectErrorStream(true);
        String tools = Path.of(System.getProperty("java.home"), "bin").toString();
        builder.environment().merge("PATH", tools, (others, jdk) -> jdk + ":" + others);
        Process process = builder.start();
        String output = new String(process.getInputStream().readAllBytes(), UTF_8);
        if (process.waitFor() != 0) {
            throw new IllegalStateException("%s could not be unpacked:%n%s".formatted(jar, output));
        }
    }
}
