package dev.layeredsaga.testbed.process;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The programs as their images have them, unpacked and with an AOT cache, so that a start takes a third of the time: whoever kills
 * services and starts them again does little else. They are made when the first one is asked for after a build, which takes a
 * minute or two, and kept beside the jars. Thread-safe, but not for several processes at once.
 */
final class TrainedPrograms {

    private static final List<String> PROGRAMS =
            List.of("inventory-service", "saga-orchestrator", "order-service", "payment-stub");

    /** They do not live long enough to gain from more compiling. */
    private static final List<String> SHORT_LIVED = List.of("-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1");

    private TrainedPrograms() {}

    /**
     * @param program the name of its module
     * @throws IllegalStateException if it has not been built
     */
    static synchronized Executable of(String program) {
        Map<String, Path> outdated = PROGRAMS.stream()
                .filter(one -> !isTrained(one))
                .collect(Collectors.toMap(one -> one, TrainedPrograms::folderOf));
        if (!outdated.isEmpty()) {
            outdated.forEach((name, folder) -> unpack(Jars.of(name), folder));
            Training.train(List.copyOf(outdated.values()), SHORT_LIVED);
        }
        Path folder = folderOf(program);
        return new Executable(
                folder.resolve(Training.JAR),
                Stream.concat(SHORT_LIVED.stream(), Stream.of("-XX:AOTCache=" + folder.resolve(Training.CACHE)))
                        .toList());
    }

    private static Path folderOf(String program) {
        return Jars.of(program).resolveSibling("trained").resolve(program);
    }

    private static boolean isTrained(String program) {
        try {
            Path cache = folderOf(program).resolve(Training.CACHE);
            return Files.exists(cache)
                    && Files.getLastModifiedTime(cache).compareTo(Files.getLastModifiedTime(Jars.of(program))) > 0;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void unpack(Path jar, Path folder) {
        Path script = Jars.projectRoot().resolve("docker").resolve("unpack");
        try {
            Path layers = Files.createDirectories(folder.resolveSibling("layers"));
            run(script.toString(), jar.toString(), layers.toString());
            run("rm", "-rf", folder.toString());
            run("cp", "-a", layers.resolve("dependencies").toString(), folder.toString());
            run("cp", "-a", layers.resolve("application") + "/.", folder.toString());
            run("rm", "-rf", layers.toString());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void run(String... command) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        String tools = Path.of(System.getProperty("java.home"), "bin").toString();
        builder.environment().merge("PATH", tools, (others, jdk) -> jdk + ":" + others);
        Process process = builder.start();
        String output = new String(process.getInputStream().readAllBytes(), UTF_8);
        try {
            if (process.waitFor() != 0) {
                throw new IllegalStateException("%s:%n%s".formatted(String.join(" ", command), output));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
