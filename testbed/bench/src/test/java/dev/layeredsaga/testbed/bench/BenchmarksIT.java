package dev.layeredsaga.testbed.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.layeredsaga.testbed.process.Jars;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Starts each benchmark, as short as can be. The figures mean nothing. */
@Tag("bench")
class BenchmarksIT {

    private static final Path BENCH = Jars.projectRoot().resolve("testbed/bench");
    private static final Pattern TABLE_WITH_ROWS = Pattern.compile("(?m)^\\| (.+?) +\\|.*\\n\\| -.*\\n\\| .*\\d.*\\|$");

    /** Returns each command, the first headings of its tables, and the words of its audit. */
    static Stream<Arguments> benchmarks() {
        return Stream.of(
                arguments(
                        "system --seconds 2 --repeats 1 --warm-up 0 --loads 32",
                        List.of("idle, ms of CPU a second", "32 under way"),
                        "ours: Audit\\[confirmed=[1-9].*: sound\\nordinary: Audit\\[confirmed=[1-9].*: sound"),
                arguments(
                        "system --scaling --seconds 1 --repeats 1 --warm-up 0 --rate 5",
                        List.of("instances of each service"),
                        "ours: Audit\\[confirmed=[1-9].*: sound"),
                // throws if a saga is lost or executed twice
                arguments("engine --seconds 1 --repeats 1", List.of("in flight", "begun per second"), ""),
                arguments("engine --seconds 1 --stored 10000", List.of("stored"), ""),
                arguments(
                        "locks --seconds 1 --warm-up 1",
                        List.of(
                                "one item, payment 300 ms, 64 clients",
                                "one item, payment 300 ms, 1,000 clients",
                                "one item, payment 3 s, 64 clients",
                                "200 pieces, payment 30 ms, 64 clients"),
                        "(?s)sections of the service without their RLock: [0-9]+\\n.*oversold, everything but the control: 0; the control: [1-9][0-9]*: sound"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("benchmarks")
    void printsItsTablesAndASoundAudit(String command, List<String> tables, String audit) throws Exception {
        Path output = BENCH.resolve("target").resolve(command.replaceAll("\\W+", "-") + ".log");

        int status = run(command, output);
        String printed = Files.readString(output);

        assertThat(status).as("%s", printed).isZero();
        assertThat(printed).containsPattern(audit);
        assertThat(TABLE_WITH_ROWS.matcher(printed).results().map(table -> table.group(1)))
                .as("%s", printed)
                .containsAll(tables);
    }

    @Test
    void leavesNoScriptOut() throws IOException {
        try (Stream<Path> files = Files.list(BENCH)) {
            assertThat(files.filter(file -> Files.isRegularFile(file) && Files.isExecutable(file))
                            .map(file -> file.getFileName().toString()))
                    .hasSameElementsAs(benchmarks()
                            .map(benchmark -> String.valueOf(benchmark.get()[0]).split(" ", 2)[0])
                            .toList());
        }
    }

    private static int run(String command, Path output) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder((BENCH + "/" + command).split(" ", -1))
                .directory(Jars.projectRoot().toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile());
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment()
                .put("JDK_JAVA_OPTIONS", "-Dbench.programs=tests -Dbench.results=testbed/bench/target/short-results");
        Process process = builder.start();
        try {
            return process.waitFor();
        } finally {
            process.destroy();
            process.waitFor();
        }
    }
}
