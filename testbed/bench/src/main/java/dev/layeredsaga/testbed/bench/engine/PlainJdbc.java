package dev.layeredsaga.testbed.bench.engine;

import dev.layeredsaga.testbed.infrastructure.postgres.PostgresServer;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Hand-written code: a virtual thread per saga, separate commits for each step and each change of the saga's state, seven in
 * all. There is no inbox: a step is executed twice if a crash separates it from its change of state.
 */
final class PlainJdbc extends WithoutEngine {

    private static final int CONNECTIONS = 32;

    private ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private Completion completion = purchase -> {};

    PlainJdbc(PostgresServer postgres) {
        super(postgres, "plain", CONNECTIONS);
    }

    @Override
    public String title() {
        return "plain JDBC, 7 commits";
    }

    @Override
    public void open(Completion notified) {
        completion = notified;
        threads = Executors.newVirtualThreadPerTaskExecutor();
    }

    @Override
    public void begin(Purchase purchase) {
        threads.execute(() -> run(purchase));
    }

    private void run(Purchase purchase) {
        update("INSERT INTO saga_state (id, item, step) VALUES (?, ?, 'reserve')", purchase.id(), purchase.item());
        update(RESERVE_ITEM, purchase.item());
        reached(purchase, "pay");
        update(TAKE_PAYMENT, purchase.id(), Warehouse.PRICE);
        reached(purchase, "confirm");
        update(CONFIRM_ITEM, purchase.item());
        reached(purchase, COMPLETED);
        completion.completed(purchase);
    }

    private void reached(Purchase purchase, String step) {
        update("UPDATE saga_state SET step = ? WHERE id = ?", step, purchase.id());
    }

    @Override
    public void pause() {
        threads.close();
    }
}
