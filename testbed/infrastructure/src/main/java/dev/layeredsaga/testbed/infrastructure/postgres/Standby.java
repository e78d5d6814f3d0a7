package dev.layeredsaga.testbed.infrastructure.postgres;

import dev.layeredsaga.testbed.infrastructure.server.Folders;
import dev.layeredsaga.testbed.infrastructure.server.Readiness;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Set;

/**
 * A synchronous standby of a running primary. Created by PostgreSQL's low-level backup API, because the embedded binaries lack
 * {@code pg_basebackup}: https://www.postgresql.org/docs/current/continuous-archiving.html
 */
record Standby(EmbeddedPostgresServer primary, EmbeddedPostgresServer server) {

    /** Folders that are copied empty: their contents belong to the primary, or arrive by replication. */
    private static final Set<String> EMPTY_FOLDERS = Set.of("pg_wal", "pg_replslot", "pg_stat_tmp");

    private static final Set<String> LEFT_OUT = Set.of("postmaster.pid", "postmaster.opts");

    /** Promotes the standby, and returns when it is the primary. */
    static void promote(EmbeddedPostgresServer standby) {
        try (Connection connection = standby.connect("postgres");
                Statement statement = connection.createStatement();
                ResultSet promoted = statement.executeQuery("SELECT pg_promote(true, 60)")) {
            if (!promoted.next() || !promoted.getBoolean(1)) {
                throw new IllegalStateException("the standby is not a primary after 60 s");
            }
        } catch (SQLException e) {
            throw new IllegalStateException("the standby could not be promoted", e);
        }
    }

    /** Deletes the standby's data, copies the primary's, and returns when every commit waits for the standby. */
    void makeAndAwait() {
        server.stop();
        Folders.delete(server.data());
        try (Connection connection = primary.connect("postgres");
                Statement statement = connection.createStatement()) {
            statement.execute("ALTER SYSTEM RESET synchronous_standby_names");
            statement.execute("SELECT pg_drop_replication_slot(slot_name) FROM pg_replication_slots");
            statement.execute("SELECT pg_create_physical_replication_slot('standby', true)");
            copy(statement);
            server.start();
            Readiness.await(server, () -> isThere(statement, "state = 'streaming'"));
            statement.execute("ALTER SYSTEM SET synchronous_standby_names = '*'");
            statement.execute("SELECT pg_reload_conf()");
            Readiness.await(server, () -> isThere(statement, "sync_state = 'sync'"));
        } catch (SQLException e) {
            throw new IllegalStateException("a standby could not be made", e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void copy(Statement statement) throws SQLException, IOException {
        statement.execute("SELECT pg_backup_start('standby', true)");
        Files.walkFileTree(primary.data(), new Copy(primary.data(), server.data()));
        try (ResultSet label = statement.executeQuery("SELECT labelfile FROM pg_backup_stop(false)")) {
            label.next();
            Files.writeString(server.data().resolve("backup_label"), label.getString(1));
        }
        Files.writeString(server.data().resolve("standby.signal"), "");
        Files.writeString(
                server.data().resolve("postgresql.auto.conf"),
                """
                primary_conninfo = 'host=%s port=%d user=%s password=%s'
                primary_slot_name = 'standby'
                """.formatted(primary.host(), primary.port(), primary.user(), primary.password()),
                StandardOpenOption.APPEND);
    }

    private static boolean isThere(Statement statement, String condition) {
        try (ResultSet standbys =
                statement.executeQuery("SELECT count(*) FROM pg_stat_replication WHERE " + condition)) {
            return standbys.next() && standbys.getInt(1) > 0;
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Copies a folder whose files may be created and deleted meanwhile. */
    private static final class Copy extends SimpleFileVisitor<Path> {

        private final Path from;
        private final Path to;

        Copy(Path from, Path to) {
            this.from = from;
            this.to = to;
        }

        @Override
        public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) throws IOException {
            Files.copy(folder, target(folder), StandardCopyOption.COPY_ATTRIBUTES);
            return isLeftEmpty(folder) ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
            if (!LEFT_OUT.contains(from.relativize(file).toString())) {
                try {
                    Files.copy(file, target(file), StandardCopyOption.COPY_ATTRIBUTES);
                } catch (NoSuchFileException e) {
                    return FileVisitResult.CONTINUE; // deleted meanwhile; the standby replays that from the WAL
                }
            }
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFileFailed(Path file, IOException failure) throws IOException {
            if (failure instanceof NoSuchFileException) {
                return FileVisitResult.CONTINUE;
            }
            throw failure;
        }

        private boolean isLeftEmpty(Path folder) {
            return EMPTY_FOLDERS.contains(from.relativize(folder).toString());
        }

        private Path target(Path path) {
            return to.resolve(from.relativize(path));
        }
    }
}
