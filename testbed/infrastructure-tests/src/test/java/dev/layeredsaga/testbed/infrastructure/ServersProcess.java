package dev.layeredsaga.testbed.infrastructure;

import dev.layeredsaga.testbed.infrastructure.server.Folders;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;

/** A JVM with PostgreSQL and Redis that writes its temporary files below a folder. */
@Tag("failures")
@Tag("failures")
record ServersProcess(Path folder, Process process) {

    private static final String READY = "ready";

    /** Starts the servers on data in the second argument, if there is one, and never ends. */
    public static void main(String[] arguments) throws Exception {
        var settings = EmbeddedSettings.forTests();
        var infrastructure = new EmbeddedInfrastructure(
                arguments.length == 1 ? settings : settings.withDataIn(Path.of(arguments[1])));
        infrastructure.postgres().start();
        infrastructure.redis().start();
        Files.createFile(Path.of(arguments[0], READY));
        new CountDownLatch(1).await();
    }

    static ServersProcess start(Path folder, String... data) throws IOException {
        var command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Djava.io.tmpdir=" + folder,
                "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                ServersProcess.class.getName(),
                folder.toString()));
        command.addAll(List.of(data));
        return new ServersProcess(
                folder,
                new ProcessBuilder(command)
                        .redirectErrorStream(true)
                        .redirectOutput(new File(folder.toFile(), "output.log"))
                        .start());
    }

    /** Returns true once both servers answer, and false while they start. */
    boolean isReady() throws IOException {
        if (!process.isAlive()) {
            throw new IllegalStateException(Files.readString(folder.resolve("output.log")));
        }
        return Files.exists(folder.resolve(READY));
    }

    /** Returns the processes of PostgreSQL and Redis, whichever their parent is by now. */
    List<ProcessHandle> servers() {
        return ProcessHandle.allProcesses()
                .filter(each -> each.pid() != process.pid())
                .filter(each -> each.info().commandLine().orElse("").contains(folder.toString()))
                .toList();
    }

    /** Returns the temporary folders that are still there. */
    List<Path> temporaryFolders() throws IOException {
        try (var files = Files.list(folder)) {
            return files.filter(Files::isDirectory)
                    .filter(file -> file.getFileName().toString().startsWith(Folders.PREFIX))
                    .toList();
        }
    }

    void killWatchdog() throws Exception {
        for (var child : process.children()
                .filter(each -> !each.info().commandLine().orElse("").contains(folder.toString()))
                .toList()) {
            child.destroyForcibly();
            child.onExit().get(10, TimeUnit.SECONDS);
        }
    }

    void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }
}
