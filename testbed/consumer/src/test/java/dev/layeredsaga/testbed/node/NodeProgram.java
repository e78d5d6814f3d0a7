package dev.layeredsaga.testbed.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.layeredsaga.testbed.infrastructure.SharedInfrastructure;
import dev.layeredsaga.testbed.infrastructure.SharedInfrastructure.TestDatabase;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The Node program of a page, running with KafkaJS and pg on the tests' servers. Skips the test where there is no Node. */
public final class NodeProgram implements AutoCloseable {

    private final Path folder;
    private final Process process;

    private NodeProgram(Path folder, Process process) {
        this.folder = folder;
        this.process = process;
    }

    /** Returns the first code of this language on the page, such as {@code writing-a-consumer}. */
    public static String code(String page, String language) throws IOException {
        Matcher code = Pattern.compile("```" + language + "\n(.*?)```", Pattern.DOTALL)
                .matcher(Files.readString(Path.of("../../docs", page + ".md")));
        assertThat(code.find()).isTrue();
        return code.group(1);
    }

    /** Starts the program in a folder of its own, where it finds its database and Kafka at the addresses of the tests. */
    public static NodeProgram start(Path folder, String program, TestDatabase database)
            throws IOException, InterruptedException {
        assumeThat(isOnThePath("npm")).isTrue();
        String address = database.jdbcUrl()
                .replace("jdbc:postgresql://", "postgresql://" + database.user() + ":" + database.password() + "@");
        Files.writeString(folder.resolve("package.json"), "{\"type\": \"module\"}");
        Files.writeString(
                folder.resolve("program.js"),
                program.replace("localhost:9092", SharedInfrastructure.get().kafkaBootstrapServers())
                        .replaceFirst("postgresql://[^\"]*", Matcher.quoteReplacement(address)));
        assertThat(run(folder, "npm", "install", "--no-audit", "--no-fund", "kafkajs@2", "pg@8")
                        .waitFor())
                .isZero();
        return new NodeProgram(folder, run(folder, "node", "program.js"));
    }

    private static boolean isOnThePath(String program) {
        return Stream.of(System.getenv("PATH").split(File.pathSeparator, -1))
                .anyMatch(entry -> Files.isExecutable(Path.of(entry, program)));
    }

    private static Process run(Path folder, String... command) throws IOException {
        return new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve(command[0] + ".log").toFile())
                .start();
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    /** Returns the lines that the program has printed. */
    public List<String> log() throws IOException {
        return Files.readAllLines(folder.resolve("node.log"));
    }

    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
    }
}
