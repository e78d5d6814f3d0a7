package dev.layeredsaga.testbed.failures.matrix.scenario;

import dev.layeredsaga.testbed.failures.Rows;
import dev.layeredsaga.testbed.failures.matrix.outcome.Expected;
import dev.layeredsaga.testbed.failures.matrix.run.Case;
import dev.layeredsaga.testbed.failures.matrix.run.ScenarioGroup;
import dev.layeredsaga.testbed.failures.matrix.run.ScenarioRun;
import dev.layeredsaga.testbed.failures.matrix.run.TestSystem;
import dev.layeredsaga.testbed.system.Service;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** One row cannot be handled, and the rest goes on. */
public final class OneBadThing {

    private static final int FOR_THE_BAD_ITEM = 5;

    private OneBadThing() {}

    public static ScenarioGroup group() {
        return ScenarioGroup.oneByOne(
                "One row is bad",
                "Six orders are placed that have nothing to do with it. They are confirmed while it is as bad as before.",
                Case.of(
                                "blocked-item",
                                "another session keeps the row of another item locked, for which five orders are placed")
                        .onOwn(6, Expected.confirmed(), OneBadThing::blockItem),
                Case.of("damaged-outbox-row", "a row in the outbox of every service cannot be read")
                        .onOwn(6, Expected.confirmed(), OneBadThing::damageRows));
    }

    private static void blockItem(TestSystem tested, ScenarioRun run) {
        String bad = "blocked-" + UUID.randomUUID();
        tested.shop().stock(bad, FOR_THE_BAD_ITEM, "COUNTED");
        List<String> waiting = new ArrayList<>();
        try (Connection session = tested.own().system().connect(Service.INVENTORY)) {
            session.setAutoCommit(false);
            Rows.read(session, "SELECT sku FROM item WHERE sku = ? FOR UPDATE", row -> row.getString("sku"), bad);
            for (int i = 0; i < FOR_THE_BAD_ITEM; i++) {
                waiting.add(tested.shop().order(bad, "pm_ok"));
            }
            tested.shop().awaitEndOf(run.orderAll("pm_ok"));
            boolean wait = waiting.stream().map(tested.shop()::statusOf).allMatch("PENDING"::equals);
            run.remarkUnless(wait, "orders for the bad item have ended");
            session.rollback();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
        tested.watchToTheEnd(run);
        tested.shop().awaitEndOf(waiting);
    }

    private static void damageRows(TestSystem tested, ScenarioRun run) {
        for (Service service : Service.values()) {
            tested.own().change(service, """
                    INSERT INTO outbox (sender, size, keys, messages)
                    VALUES ('00000000-0000-0000-0000-000000000000', 1, '{damaged}', '[{"topic": ')""");
        }
        run.orderAll("pm_ok");
        tested.watchToTheEnd(run);
        for (Service service : Service.values()) {
            tested.own().awaitStuck(service);
            tested.own().change(service, "DELETE FROM outbox_stuck WHERE message_key = 'damaged'");
        }
    }
}
