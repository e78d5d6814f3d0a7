package dev.layeredsaga.testbed.bench.measure;

import static dev.layeredsaga.testbed.bench.measure.Console.say;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;

/**
 * Writes a benchmark's raw figures as {@code NAME.json} and its plots as {@code NAME-PLOT.svg} to the folder that the system
 * property {@code bench.results} names; default {@code testbed/bench/target/results}. Not thread-safe.
 */
public final class Results {

    private final String name;
    private final Path folder;
    private final Map<String, Object> figures = new LinkedHashMap<>();

    public Results(String name) {
        this.name = name;
        this.folder = Path.of(System.getProperty("bench.results", "testbed/bench/target/results"));
        figures.put("machine", Machine.describe());
    }

    /** Adds raw figures: a record, a list or a map. Writes at once, so that an interrupted benchmark keeps its figures. */
    public void add(String title, Object raw) throws IOException {
        figures.put(title, raw);
        Files.createDirectories(folder);
        Files.writeString(
                folder.resolve(name + ".json"),
                JsonMapper.shared().writerWithDefaultPrettyPrinter().writeValueAsString(figures));
    }

    public void plot(String title, Plot plot) throws IOException {
        Files.createDirectories(folder);
        Path file = folder.resolve("%s-%s.svg".formatted(name, title));
        plot.write(file);
        say("plot: %s%n", file);
    }
}
