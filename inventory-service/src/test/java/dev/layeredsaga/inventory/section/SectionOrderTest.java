package dev.layeredsaga.inventory.section;

import static org.assertj.core.api.Assertions.assertThat;

import dev.layeredsaga.inventory.fixture.DatabaseGate;
import dev.layeredsaga.inventory.fixture.DatabaseTime;
import dev.layeredsaga.inventory.fixture.InventoryClient;
import dev.layeredsaga.inventory.fixture.InventoryClient.Answer;
import dev.layeredsaga.inventory.fixture.Rival;
import dev.layeredsaga.inventory.fixture.RunningInventory;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * The order lock, transaction, commit, unlock, observed from outside: with the lock in Redis, and from a separate database
 * connection.
 */
class SectionOrderTest {

    private static final String SERVICE = "inventory-service";
    private static final String SEAT = "seat";

    private final Map<String, String> settings = withoutTimeouts();
    private final JdbcClient elsewhere = DatabaseTime.databaseOf(settings);
    private final RunningInventory running = RunningInventory.start(settings);
    private final InventoryClient inventory = running.client();
    private final DatabaseGate gate = DatabaseGate.atTheCommitOfChangesTo("item", settings);
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final Rival rival = new Rival();

    private static Map<String, String> withoutTimeouts() {
        Map<String, String> settings = RunningInventory.quietSettings();
        // no lock_timeout: a transaction stays at the gate until it opens, and has the RLock meanwhile
        settings.put("spring.datasource.hikari.connection-init-sql", "SET TIME ZONE 'UTC'");
        settings.put("inventory.locking.wait-time", "2m");
        settings.put("inventory.locking.lease-time", "3m");
        return settings;
    }

    @BeforeEach
    void stockUp() {
        inventory.putItem(SEAT, 1, "EXCLUSIVE");
    }

    @AfterEach
    void stop() {
        gate.close();
        threads.close();
        rival.close();
        running.close();
    }

    @Test
    void showsTheNextToLockWhatWasCommitted() throws Exception {
        Answer claim = stoppedInTheCommit(() -> inventory.claim("alice", SEAT), 0, 1);
        stoppedInTheCommit(() -> inventory.confirm(claim), 1, 0);
    }

    /** @return the answer to the call, once the lock was free and the other connection saw the change */
    private Answer stoppedInTheCommit(Callable<Answer> call, int reservedBefore, int reservedAfter) throws Exception {
        gate.close(SERVICE);
        Future<Answer> answer = threads.submit(call);
        gate.awaitArrivalOf(SERVICE);
        assertThat(rival.seesLocked(SEAT)).isTrue();
        assertThat(reserved()).isEqualTo(reservedBefore);
        Future<Integer> seenUnderTheNextLock = threads.submit(this::reservedUnderLock);
        gate.open(SERVICE);
        assertThat(seenUnderTheNextLock.get()).isEqualTo(reservedAfter);
        return answer.get();
    }

    private int reservedUnderLock() throws InterruptedException {
        var lock = rival.lock(SEAT);
        try {
            return reserved();
        } finally {
            lock.unlock();
        }
    }

    private int reserved() {
        return elsewhere
                .sql("SELECT reserved FROM item WHERE sku = ?")
                .param(SEAT)
                .query(Integer.class)
                .single();
    }
}
