package dev.layeredsaga.testbed.infrastructure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.layeredsaga.testbed.infrastructure.leftovers.AbandonedServers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code kill -9} of the process that has started the servers. */
@Tag("failures")
class KilledParentTest {

    private static final Duration START = Duration.ofMinutes(1);
    private static final Duration END = Duration.ofSeconds(30);

    @TempDir
    Path folder;

    private @Nullable ServersProcess started;

    @AfterEach
    void leaveNothingRunning() throws InterruptedException {
        ServersProcess parent = started;
        if (parent != null) {
            parent.kill();
            parent.servers().forEach(ProcessHandle::destroyForcibly);
        }
    }

    @Test
    void takesTheServersAndTheirFolderAlong() throws Exception {
        var parent = start();
        assertThat(parent.servers()).hasSizeGreaterThanOrEqualTo(2);

        parent.kill();

        await().atMost(END).untilAsserted(() -> {
            assertThat(parent.servers()).isEmpty();
            assertThat(parent.temporaryFolders()).isEmpty();
        });
    }

    @Test
    void leavesDataThatNeedsNoRecovery() throws Exception {
        var data = Files.createDirectory(folder.resolve("data"));
        var parent = start(data.toString());

        parent.kill();

        await().atMost(END).until(() -> parent.servers().isEmpty());
        assertThat(data.resolve("postgres")).isDirectory();
        assertThat(data.resolve("postgres").resolve("postmaster.pid")).doesNotExist();
    }

    @Test
    void leavesTheServersToTheNextStartIfTheWatchdogIsKilledToo() throws Exception {
        var data = Files.createDirectory(folder.resolve("data"));
        var parent = start(data.toString());
        parent.killWatchdog();
        parent.kill();
        var left = parent.servers().stream().map(ProcessHandle::pid).toList();
        assertThat(left).hasSizeGreaterThanOrEqualTo(2);

        var ended = AbandonedServers.end(folder, Optional.of(data));

        // the postmaster and Redis; the other processes of PostgreSQL end with the first
        assertThat(ended).hasSize(2).isSubsetOf(left);
        assertThat(parent.servers()).isEmpty();
        assertThat(parent.temporaryFolders()).isEmpty();
    }

    private ServersProcess start(String... data) throws IOException {
        var parent = ServersProcess.start(folder, data);
        started = parent;
        await().atMost(START).until(parent::isReady);
        return parent;
    }
}
