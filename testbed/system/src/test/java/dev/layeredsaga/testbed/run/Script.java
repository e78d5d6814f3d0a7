package dev.layeredsaga.testbed.run;

import dev.layeredsaga.testbed.infrastructure.ProjectFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** One of the project's launchers, as a shell runs it. */
record Script(String path, Map<String, String> environment) {

    record Result(int status, String out, String err) {}

    Result run(String... arguments) throws IOException, InterruptedException {
        Path root = ProjectFolder.find();
        List<String> command =
                new ArrayList<>(List.of("bash", root.resolve(path).toString()));
        command.addAll(List.of(arguments));
        Path out = Files.createTempFile("script", ".out");
        Path err = Files.createTempFile("script", ".err");
        try {
            ProcessBuilder builder =
                    new ProcessBuilder(command).redirectOutput(out.toFile()).redirectError(err.toFile());
            builder.environment().putAll(environment);
            Process process = builder.start();
            int status = process.waitFor();
            return new Result(status, Files.readString(out), Files.readString(err));
        } finally {
            Files.delete(out);
            Files.delete(err);
        }
    }
}
