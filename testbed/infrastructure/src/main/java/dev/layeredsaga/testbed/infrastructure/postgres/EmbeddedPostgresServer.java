package dev.layeredsaga.testbed.infrastructure.postgres;

import dev.layeredsaga.testbed.infrastructure.server.Folders;
import dev.layeredsaga.testbed.infrastructure.server.Loopback;
import dev.layeredsaga.testbed.infrastructure.server.ServerStartException;
import io.zonky.test.db.postgres.embedded.DefaultPostgresBinaryResolver;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import io.zonky.test.db.postgres.embedded.PgBinaryResolver;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** PostgreSQL's own programs, unpacked and run as child processes. */
public final class EmbeddedPostgresServer implements PostgresServer {

    private static final Duration START_TIMEOUT = Duration.ofSeconds(60);

    private final int port;
    private final Path data;
    private final Path programs;
    private final Path temporary;
    private final boolean durable;
    // one resolver per server, because the library shares unpacked programs between servers with the same resolver,
    // and temporary ones are deleted with their server
    private final PgBinaryResolver resolver = this::packed;
    private @Nullable EmbeddedPostgres process;

    /** @param programs where they are unpacked unless they are there; processes may share it */
    public EmbeddedPostgresServer(int port, Path data, Path programs, Path temporary, boolean durable) {
        this.port = port;
        this.data = data.toAbsolutePath();
        this.programs = programs;
        this.temporary = temporary;
        this.durable = durable;
    }

    @Override
    public int port() {
        return port;
    }

    @Override
    public synchronized void start() {
        if (process == null) {
            Folders.create(data);
            try {
                process = configured().start();
            } catch (IOException | IllegalStateException e) {
                Postmaster.of(data).ifPresent(Postmaster::kill);
                throw new ServerStartException(name(), String.valueOf(e.getMessage()), e);
            }
        }
    }

    @Override
    public synchronized void stop() {
        if (process != null) {
            try {
                process.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            } finally {
                process = null;
                Postmaster.of(data).ifPresent(Postmaster::kill);
            }
        }
    }

    /** Kills the server without a shutdown, as a crash of its host would. */
    synchronized void kill() {
        Postmaster.of(data).ifPresent(Postmaster::kill);
        stop();
    }

    Path data() {
        return data;
    }

    private InputStream packed(String system, String hardware) throws IOException {
        return DefaultPostgresBinaryResolver.INSTANCE.getPgBinary(system, hardware);
    }

    private EmbeddedPostgres.Builder configured() {
        // the library creates this folder although another one is configured below
        System.setProperty("ot.epg.working-dir", temporary.toString());
        var log = temporary.resolve("postgres.log").toFile();
        var builder = EmbeddedPostgres.builder()
                .setPort(port)
                .setDataDirectory(data)
                .setCleanDataDirectory(false)
                .setOverrideWorkingDirectory(programs.toFile())
                .setPgBinaryResolver(resolver)
                .setRegisterShutdownHook(false)
                .setPGStartupWait(START_TIMEOUT)
                .setOutputRedirector(ProcessBuilder.Redirect.appendTo(log))
                .setErrorRedirector(ProcessBuilder.Redirect.appendTo(log));
        serverSettings().forEach(builder::setServerConfig);
        return builder;
    }

    /** Returns settings that override the library's, which switch durability off. */
    private Map<String, String> serverSettings() {
        var onOff = durable ? "on" : "off";
        return Map.of(
                "listen_addresses",
                Loopback.HOST,
                "unix_socket_directories",
                "",
                // so the temporary folder is in the command line, by which the watchdog finds the server
                "external_pid_file",
                "'" + temporary.resolve(data.getFileName() + ".pid") + "'",
                "max_connections",
                "300",
                "fsync",
                onOff,
                "synchronous_commit",
                onOff,
                "full_page_writes",
                onOff,
                // with the default of 1 GB, a busy server writes full pages for a checkpoint every half minute
                "max_wal_size",
                durable ? "4GB" : "1GB");
    }
}
