package dev.layeredsaga.testbed.failures.matrix.scenario;

import dev.layeredsaga.testbed.failures.matrix.outcome.Bound;
import dev.layeredsaga.testbed.failures.matrix.outcome.Case;
import dev.layeredsaga.testbed.failures.matrix.outcome.Expected;
import dev.layeredsaga.testbed.failures.matrix.system.ScenarioRun;
import dev.layeredsaga.testbed.failures.matrix.system.TestSystem;
import dev.layeredsaga.testbed.system.Service;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;

/** One row cannot be handled, and the rest goes on. */
public final class OneBadThing extends ScenarioGroup {

    private static final int FOR_THE_BAD_ITEM = 5;
    private static final Duration SOON = Duration.ofSeconds(40);

    private static final Case BLOCKED_ITEM = Case.of(
                    "blocked-item",
                    "another session keeps the row of another item locked, for which five orders are placed",
                    Expected.confirmed().within(Bound.within(SOON)))
            .onOwnSystem()
            .withOrders(6);

    private static final Case DAMAGED_ROW = Case.of(
                    "damaged-outbox-row",
                    "a row in the outbox of every service cannot be read",
                    Expected.confirmed().within(Bound.within(SOON)))
            .onOwnSystem()
            .withOrders(6);

    public OneBadThing() {
        super(
                "One row is bad",
                "Six orders are placed that have nothing to do with it. They are confirmed while it is as bad as before.",
                List.of(BLOCKED_ITEM, DAMAGED_ROW));
    }

    @Override
    public void play(TestSystem tested, List<Case> chosen) {
        for (Case wanted : chosen) {
            ScenarioRun run = tested.begin(wanted);
            if (wanted.equals(BLOCKED_ITEM)) {
                blockItem(tested, run);
            } else {
                damageRows(tested, run);
            }
        }
    }

    private static void blockItem(TestSystem tested, ScenarioRun run) {
        String bad = "blocked-" + UUID.randomUUID();
        tested.shop().stock(bad, FOR_THE_BAD_ITEM, "COUNTED");
        List<String> waiting;
        try (Connection session = tested.own().infrastructure().postgres().connect(Service.INVENTORY.database());
                PreparedStatement lock = session.prepareStatement("SELECT FROM item WHERE sku = ? FOR UPDATE")) {
            session.setAutoCommit(false);
            lock.setString(1, bad);
            lock.execute();
            waiting = Stream.generate(() -> tested.shop().order(bad, "pm_ok"))
                    .limit(FOR_THE_BAD_ITEM)
                    .toList();
            tested.shop().awaitEndOf(run.orderAll("pm_ok"), SOON);
            if (!waiting.stream().map(tested.shop()::statusOf).allMatch("PENDING"::equals)) {
                run.remark("orders for the bad item have ended");
            }
            session.rollback();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
        tested.watchToTheEnd(run);
        tested.shop().awaitEndOf(waiting, SOON);
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
