package dev.layeredsaga.testbed.infrastructure.redis;

import dev.layeredsaga.testbed.infrastructure.server.Folders;
import dev.layeredsaga.testbed.infrastructure.server.Loopback;
import dev.layeredsaga.testbed.infrastructure.server.Readiness;
import dev.layeredsaga.testbed.infrastructure.server.ServerStartException;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import redis.embedded.core.ExecutableProvider;

/** A Redis child process that persists nothing. */
public final class EmbeddedRedisServer implements RedisServer {

    private final int port;
    private final Path temporary;
    private final File program;
    private @Nullable Process process;

    /**
     * Unpacks the program before any process is started: a child process forked during the write would inherit the open file, and
     * the program could not be executed ("text file busy").
     */
    public EmbeddedRedisServer(int port, Path temporary) {
        this.port = port;
        this.temporary = temporary;
        this.program = unpack(temporary.resolve("redis"));
    }

    private static File unpack(Path folder) {
        try {
            return ExecutableProvider.newJarResourceProvider(
                            Folders.create(folder).toFile())
                    .get();
        } catch (IOException e) {
            throw new ServerStartException("Redis", String.valueOf(e.getMessage()), e);
        }
    }

    @Override
    public int port() {
        return port;
    }

    @Override
    public synchronized void start() {
        if (process == null) {
            try {
                var launched = launch();
                process = launched;
                Readiness.await(this, () -> answers(launched));
            } catch (IOException e) {
                throw new ServerStartException(name(), String.valueOf(e.getMessage()), e);
            } catch (ServerStartException e) {
                stop();
                throw e;
            }
        }
    }

    @Override
    public synchronized void stop() {
        if (process != null) {
            process.destroyForcibly().onExit().join();
            process = null;
        }
    }

    private boolean answers(Process launched) {
        if (!launched.isAlive()) {
            throw new ServerStartException(name(), "it ended with status " + launched.exitValue(), null);
        }
        return isReady();
    }

    private Process launch() throws IOException {
        return new ProcessBuilder(command())
                .directory(program.getParentFile())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(
                        temporary.resolve("redis.log").toFile()))
                .start();
    }

    private List<String> command() {
        return List.of(
                program.getAbsolutePath(),
                "--bind",
                Loopback.HOST,
                "--port",
                Integer.toString(port),
                "--save",
                "",
                "--appendonly",
                "no");
    }
}
