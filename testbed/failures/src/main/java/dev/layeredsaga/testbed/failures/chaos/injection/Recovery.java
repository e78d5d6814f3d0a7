package dev.layeredsaga.testbed.failures.chaos.injection;

import dev.layeredsaga.testbed.client.Http;
import dev.layeredsaga.testbed.failures.chaos.system.ChaosSystem;
import dev.layeredsaga.testbed.failures.chaos.system.Progress;
import dev.layeredsaga.testbed.system.Service;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;

/** Mends everything, and waits until the system has done what was left to do. */
public final class Recovery {

    private static final Duration BETWEEN_CHECKS = Duration.ofSeconds(1);
    private static final int CHECKS_BETWEEN_RETRIES = 5;
    private static final int RETRIED_AT_ONCE = 1_000;

    private final ChaosSystem system;
    private final Progress progress;
    private final Http http = new Http();
    private int retries;

    public Recovery(ChaosSystem system, Progress progress) {
        this.system = system;
        this.progress = progress;
    }

    /** Servers up, processes up and ready, no fault set. */
    public void mend(Injector injector) {
        system.infrastructure().postgres().start();
        system.infrastructure().redis().start();
        system.infrastructure().kafka().start();
        injector.mendDatabases();
        injector.startEnded();
        system.awaitMended();
        injector.mendGateway();
    }

    /** Returns the number of operator retries. */
    public int retries() {
        return retries;
    }

    /** Returns true once all has ended and nothing is under way; false if that takes too long. */
    public boolean awaitRest(Duration timeout) throws InterruptedException, SQLException {
        long end = System.nanoTime() + timeout.toNanos();
        for (int check = 0; ; check++) {
            Open open = open();
            if (open.isNothing()) {
                return true;
            }
            if (System.nanoTime() > end) {
                progress.say("  NOT everything has ended: " + open.inWords());
                return false;
            }
            if (check % CHECKS_BETWEEN_RETRIES == 0) {
                progress.say("  healing: " + open.inWords());
                retryStuck();
            }
            Thread.sleep(BETWEEN_CHECKS);
        }
    }

    /** Counts of unfinished work. */
    private record Open(long orders, long sagas, long held, long messages) {

        boolean isNothing() {
            return orders + sagas + held + messages == 0;
        }

        String inWords() {
            return "%d orders, %d sagas, %d held claims, %d messages".formatted(orders, sagas, held, messages);
        }
    }

    private Open open() throws SQLException {
        long messages = 0;
        for (Service service : Service.values()) {
            messages += count(service, "outbox", "true")
                    + count(service, "outbox_stuck", "true")
                    + count(service, "held_message", "true");
        }
        return new Open(
                count(Service.ORDERS, "customer_order", "status = 'PENDING' OR return_open"),
                count(Service.ORCHESTRATOR, "saga", "status NOT IN ('COMPLETED', 'COMPENSATED')"),
                count(Service.INVENTORY, "claim", "state = 'HELD'"),
                messages);
    }

    private long count(Service service, String table, String condition) throws SQLException {
        String sql = "SELECT count(*) FROM " + table + " WHERE " + condition;
        return system.read(service, sql, row -> row.getLong(1)).getFirst();
    }

    /** As an operator does it who knows that the cause is gone: many at a time, and the rest when these are on their way. */
    private void retryStuck() {
        Map<String, Object> body = Map.of(
                "action",
                "RETRY",
                "filter",
                Map.of("status", "STUCK"),
                "limit",
                RETRIED_AT_ONCE,
                "reason",
                "all is mended");
        Http.Reply reply = http.post(system.addresses().orchestrator(), "/sagas/actions", body, Map.of());
        if (reply.status() != 202) {
            progress.say("  healing: the orchestrator refuses to retry: " + reply.status());
        }
        retries += reply.body().path("requested").size();
    }
}
