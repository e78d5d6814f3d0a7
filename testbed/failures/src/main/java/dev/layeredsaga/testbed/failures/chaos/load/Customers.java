package dev.layeredsaga.testbed.failures.chaos.load;

import dev.layeredsaga.testbed.failures.chaos.system.ChaosSettings;
import dev.layeredsaga.testbed.failures.chaos.system.ChaosSystem;
import dev.layeredsaga.testbed.system.Service;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;

/** All customers: each comes at its time and goes when its errand is done. */
public final class Customers {

    /** Longer than anything that is injected. */
    private static final Duration TIMEOUT = Duration.ofSeconds(45);

    private final ChaosSettings settings;
    private final ChaosSystem system;
    private final ClientLog clientLog;
    private final Calls orders;
    private final Calls inventory;
    private final Returner returner;
    private final List<Thread> inside = new ArrayList<>();

    public Customers(ChaosSettings settings, ChaosSystem system, ClientLog clientLog) {
        this.settings = settings;
        this.system = system;
        this.clientLog = clientLog;
        this.orders = new Calls(system.urls(Service.ORDERS), TIMEOUT);
        this.inventory = new Calls(system.urls(Service.INVENTORY), TIMEOUT);
        this.returner = new Returner(
                orders,
                new Calls(system.urls(Service.ORCHESTRATOR), TIMEOUT),
                clientLog,
                new ConcurrentLinkedQueue<>());
    }

    /** Lets them in, spread over the duration; returns when the last one has come. */
    public void letIn(List<ShopRequest> requests) throws InterruptedException {
        long begin = System.nanoTime();
        long interval = settings.duration().toNanos() / requests.size();
        for (int i = 0; i < requests.size(); i++) {
            long wait = begin + i * interval - System.nanoTime();
            if (wait > 0) {
                Thread.sleep(Duration.ofNanos(wait));
            }
            int number = i;
            ShopRequest wanted = requests.get(i);
            inside.add(Thread.ofVirtual().name("customer-" + i).start(() -> run(number, wanted)));
        }
    }

    /** Sends those away who are still there when the time is over. */
    public void awaitAllGone(Duration timeout) throws InterruptedException {
        long end = System.nanoTime() + timeout.toNanos();
        for (Thread customer : inside) {
            if (!customer.join(Duration.ofNanos(Math.max(0, end - System.nanoTime())))) {
                customer.interrupt();
            }
        }
    }

    /** Repeats the requests for returns that have not been refused. */
    public void repeatReturns() throws InterruptedException {
        returner.repeat();
    }

    private void run(int number, ShopRequest wanted) {
        Holder holder = new Holder(number, inventory, clientLog);
        try {
            switch (wanted) {
                case ShopRequest.Order order ->
                    new Customer(number, system.name(), orders, holder, returner).order(order);
                case ShopRequest.Hold hold -> holder.run(hold);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException e) {
            clientLog.turnedAway(e.toString());
        }
    }
}
